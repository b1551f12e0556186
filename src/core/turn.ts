import type { Entry, Event } from './events/event.ts'
import { evolve } from './evolve.ts'
import type { Random } from './random.ts'
import type { State } from './state.ts'
import type { Notification, NotifyFormat } from './topic.ts'

/** How the engine is set up; fixed for its life. */
export type Rules = {
  /** A second purge within 60 seconds is refused. Source: SQS API Reference, PurgeQueue. */
  readonly purgeCoolDown: boolean
  /** A name deleted less than 60 seconds ago is refused. Source: SQS API Reference, CreateQueue. */
  readonly deleteCoolDown: boolean
  /** Messages of queues expire. Source: SQS Developer Guide, message retention period. */
  readonly retention: boolean
  /** The body under which a notification arrives in a queue. */
  readonly notificationBody: (notification: Notification, format: NotifyFormat) => string
}

/** What a handler sees while it carries out one command: the state to read, and `emit`, the only way to change it. */
export class Turn {
  readonly state: State
  readonly rules: Rules
  /** Epoch milliseconds. */
  readonly nowMs: number
  readonly random: Random
  /** Number this command has if it changes something. */
  readonly sequence: number
  readonly events: Event[] = []
  readonly #entry: Pick<Entry, 'sequence' | 'atMs'>

  constructor(state: State, rules: Rules, nowMs: number, random: Random) {
    this.state = state
    this.rules = rules
    this.nowMs = nowMs
    this.random = random
    this.sequence = state.sequence + 1
    this.#entry = { sequence: this.sequence, atMs: nowMs }
  }

  emit(event: Event): void {
    evolve(this.state, event, this.#entry)
    this.events.push(event)
  }
}
