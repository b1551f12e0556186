import type { State } from '../core/state.ts'
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
