import type { Moment } from '../moment.ts'
import type { State } from '../state.ts'
import type { Members, MembersValue } from './shape.ts'

/** The command that an event is of: its number, and when it ran in epoch milliseconds. */
export type Origin = { readonly sequence: number; readonly atMs: number }

/** The row of an event: its members, how it changes State, and what may be due after it. */
export type EventRow<M extends Members = Members> = {
  readonly members: M
  /** Accepts facts about what is no longer there, and applies a second time without effect. */
  readonly apply: (state: State, event: MembersValue<M>, origin: Origin) => void
  /** Whether other work may be due next. */
  readonly changesWork: boolean
}

/** An event with these members, and how it changes State. Its type derives from the members. */
export function event<M extends Members>(members: M, apply: EventRow<M>['apply']): EventRow<M> {
  return { members, apply, changesWork: false }
}

/** An event after which other work may be due next. */
export function workEvent<M extends Members>(members: M, apply: EventRow<M>['apply']): EventRow<M> {
  return { members, apply, changesWork: true }
}

/** When a command made something visible. */
export function momentOf({ origin }: State, { sequence, atMs }: Origin): Moment {
  return { atMs, number: sequence - origin }
}

/** An instant to come is reached by time, whatever command set it. */
export function visibleFrom({ origin }: State, visibleAtMs: number, { sequence, atMs }: Origin): Moment {
  return { atMs: visibleAtMs, number: visibleAtMs <= atMs ? sequence - origin : 0 }
}
