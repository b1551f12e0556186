import type { Command } from '../core/commands/command.ts'
import type { Event } from '../core/events/event.ts'
import type { State } from '../core/model.ts'
import type { Subscription, Topic } from '../core/topic.ts'
import type { Rules } from '../core/turn.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Health } from './commits.ts'
import type { PushSender } from './deliveries.ts'

/** What a broker is made with. */
export type BrokerOptions = {
  readonly state: State
  readonly store: Store
  readonly clock: Clock
  readonly rules: Rules
  readonly pushes: PushSender
  /** Absent: a fresh seed, and another after each reset. */
  readonly seed?: number
  /** Called when changes can no longer be saved, and when they can again. */
  readonly onHealth?: (health: Health) => void
  /** Called for each new subscription. */
  readonly onSubscribed?: (topic: Topic, subscription: Subscription) => void
  /** Called with one line about a failure that does no harm yet. */
  readonly warn?: (line: string) => void
}

/** Events after which other work may be due next. */
export const changesOfWork: ReadonlySet<Event['kind']> = new Set([
  'moveTaskStarted',
  'moveTaskAdvanced',
  'moveTaskEnded',
  'deliveryScheduled',
  'deliveryDeferred',
  'deliveryEnded',
  'stateReset',
])

/** Commands that change nothing a client could miss. They are carried out even when nothing can be saved. */
export const reads: ReadonlySet<Command['kind']> = new Set([
  'getQueue',
  'listQueues',
  'listDeadLetterSources',
  'listMoveTasks',
  'peekMessages',
  'getTopic',
  'listTopics',
  'getSubscription',
  'listSubscriptions',
  'getAccount',
  'tick',
])
