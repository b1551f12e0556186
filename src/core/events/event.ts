import { messageEvents } from './message-events.ts'
import { moveTaskEvents } from './move-task-events.ts'
import { queueEvents } from './queue-events.ts'
import type { EventRow } from './row.ts'
import { runEvents } from './run-events.ts'
import type { MembersValue } from './shape.ts'
import { topicEvents } from './topic-events.ts'

/**
 * Every fact that can change State, one row each. Events hold ids, times and counts as absolute values, so applying one
 * twice equals applying it once; those about what is no longer there are passed over.
 */
export const events = { ...queueEvents, ...messageEvents, ...moveTaskEvents, ...topicEvents, ...runEvents }

type Rows = typeof events
type MembersOf<R> = R extends EventRow<infer M> ? MembersValue<M> : never

/** The names of events. */
export type EventKind = keyof Rows
/** The event of that name. */
export type EventOf<K extends EventKind> = { readonly [L in K]: { readonly kind: L } & MembersOf<Rows[L]> }[K]
/** Any event. */
export type Event = EventOf<EventKind>

/** What one command did: one line of the journal. */
export type Entry = {
  /** Number of the command: one higher than that of the entry before. */
  readonly sequence: number
  /** When it ran, epoch milliseconds. */
  readonly atMs: number
  readonly events: readonly Event[]
}
