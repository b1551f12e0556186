import type { Command } from '../core/command.ts'
import type { Event } from '../core/event.ts'
import type { State } from '../core/model.ts'
import type { Rules } from '../core/turn.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Health } from './commits.ts'

/** What a broker is made with. */
export type BrokerOptions = {
  readonly state: State
  readonly store: Store
  readonly clock: Clock
  readonly rules: Rules
  /** Absent: a fresh one, and another after each reset. */
  readonly seed?: number
  /** Told when changes can no longer be written down, and when they can again. */
  readonly onHealth?: (health: Health) => void
  /** Told of what did not work and does no harm yet, in one line. */
  readonly warn?: (line: string) => void
}

/** Events after which another step of a move task may be the next. */
export const changesOfTasks: ReadonlySet<Event['kind']> = new Set([
  'moveTaskStarted',
  'moveTaskAdvanced',
  'moveTaskEnded',
  'stateReset',
])

/** Commands that change nothing a client could miss, and so are carried out even when nothing can be written down. */
export const reads: ReadonlySet<Command['kind']> = new Set([
  'getQueue',
  'listQueues',
  'listDeadLetterSources',
  'listMoveTasks',
  'peekMessages',
  'tick',
])
