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
  /** Absent: a fresh one, and another after each reset. */
  readonly seed?: number
  /** Told when changes can no longer be written down, and when they can again. */
  readonly onHealth?: (health: Health) => void
  /** Told of each new subscription. */
  readonly onSubscribed?: (topic: Topic, subscription: Subscription) => void
  /** Told of what did not work and does no harm yet, in one line. */
  readonly warn?: (line: string) => void
}
