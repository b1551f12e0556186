import { earliest } from '../core/rules/due.ts'
import { nextTaskStepMs } from '../core/rules/move-tasks.ts'
import type { State } from '../core/state.ts'
import type { Alarm, Clock } from './clock.ts'
import type { Deliveries } from './deliveries.ts'

/** What due work needs of the broker. */
export interface DueWorkHost {
  readonly clock: Clock
  /** False while changes cannot be saved, and once twinmq stops. */
  readonly working: boolean
  /** Carries out all work of the state that is due. */
  tick(): void
  /** Calls back when this turn of the loop is over and durable. */
  afterTurn(then: () => void): void
}

/** Runs the steps of move tasks and the tries of deliveries when they are due. */
export class DueWork {
  readonly #state: State
  readonly #deliveries: Deliveries
  readonly #host: DueWorkHost
  #alarm: Alarm | undefined
  /** Whether the next round waits for the turn of the loop to end. */
  #waits = false

  constructor(state: State, deliveries: Deliveries, host: DueWorkHost) {
    this.#state = state
    this.#deliveries = deliveries
    this.#host = host
  }

  /** Finds out again when the next round is due. */
  arm(): void {
    this.cancel()
    const atMs = earliest(nextTaskStepMs(this.#state), this.#deliveries.nextAtMs)
    if (atMs === undefined || !this.#host.working) return
    if (atMs > this.#host.clock.nowMs()) {
      this.#alarm = this.#host.clock.alarm(atMs, this.#round)
    } else if (!this.#waits) {
      this.#waits = true
      this.#host.afterTurn(this.#round)
    }
  }

  cancel(): void {
    this.#alarm?.cancel()
    this.#alarm = undefined
  }

  readonly #round = (): void => {
    this.#waits = false
    if (!this.#host.working) return
    this.#host.tick()
    this.#deliveries.start()
    this.arm()
  }
}
