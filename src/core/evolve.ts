import { type Event, events } from './events/event.ts'
import type { Origin } from './events/row.ts'
import type { State } from './state.ts'

/** The only writer of State, by the rows of events. Replay of a journal uses it too. */
export function evolve(state: State, event: Event, origin: Origin): void {
  events[event.kind].apply(state, event as never, origin)
}
