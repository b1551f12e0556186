import { event, workEvent } from './row.ts'
import { count, instantMs } from './shape.ts'

/** Events of the run and of the whole state. */
export const runEvents = {
  /** A manual clock was moved: it must not start earlier again. */
  timeNoted: event({ atMs: instantMs }, () => {}),
  /** A command told what it drew by chance, such as the id of a message that nobody took: its number is used up. */
  numberTaken: event({}, () => {}),
  /** A run with a seed took the state up: `starts` and `origin` as they are then. */
  runStarted: event({ starts: count, origin: count }, (state, event) => {
    state.starts = event.starts
    state.origin = event.origin
  }),
  /** Everything is gone. `sequence` is the number of the command. */
  stateReset: workEvent({ sequence: count }, (state, event) => {
    state.topics.clear()
    state.moveTasks.clear()
    state.queues.clear()
    state.queuesById.clear()
    state.deletedAtMs.clear()
    state.origin = event.sequence
    state.starts = Math.min(state.starts, 1)
  }),
}
