import type { MoveTask } from '../move-task.ts'
import { forgetOldTasks } from '../rules/task-memory.ts'
import { workEvent } from './row.ts'
import { among, count, hexId, instantMs, object, optional, text } from './shape.ts'
import { address } from './shapes.ts'

const failure = among('queueNotFound', 'sourceUnknown')

const task = object<MoveTask>({
  id: hexId,
  source: address,
  sourceId: count,
  destination: optional(address),
  ratePerSecond: optional(count),
  startedAtMs: instantMs,
  toMove: count,
  moved: count,
  status: among('running', 'completed', 'cancelled', 'failed'),
  nextAtMs: instantMs,
  failure: optional(failure),
})

/** Events of move tasks. `queue` is the id of the queue that messages are moved out of. */
export const moveTaskEvents = {
  moveTaskStarted: workEvent({ queue: count, task }, (state, event) => {
    state.moveTasks.set(event.task.id, { ...event.task })
    forgetOldTasks(state.moveTasks)
  }),
  moveTaskAdvanced: workEvent({ queue: count, task: text, moved: count, nextAtMs: instantMs }, (state, event) => {
    const task = state.moveTasks.get(event.task)
    if (!task) return
    task.moved = event.moved
    task.nextAtMs = event.nextAtMs
  }),
  moveTaskEnded: workEvent(
    { queue: count, task: text, status: among('completed', 'cancelled', 'failed'), failure: optional(failure) },
    (state, event) => {
      const task = state.moveTasks.get(event.task)
      if (!task) return
      task.status = event.status
      task.failure = event.failure
    },
  ),
}
