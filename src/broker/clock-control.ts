import type { Broker } from './broker.ts'
import { ManualClock, SystemClock } from './clock.ts'

/** What the clock shows. Instants in epoch milliseconds. */
type ClockReading = {
  readonly mode: 'system' | 'manual'
  readonly nowMs: number
  /** The next instant at which something becomes due. Undefined if there is none. */
  readonly nextDueMs: number | undefined
}

/** Why the clock was not moved. */
export type ClockConflict = 'clockIsSystem' | 'messagesExist'

/**
 * Sets, moves and changes the clock of a broker. Moves walk through every due instant in order, as if time had passed,
 * and resolve when all that is due has been done. One move at a time.
 */
export class ClockControl {
  readonly #broker: Broker
  #turn: Promise<unknown> = Promise.resolve()

  constructor(broker: Broker) {
    this.#broker = broker
  }

  read(): ClockReading {
    const { clock } = this.#broker
    return { mode: clock.mode, nowMs: clock.nowMs(), nextDueMs: this.#broker.nextDueMs() }
  }

  /** Stops the clock at the present. A clock that is already stopped does not change. */
  freeze(): Promise<undefined> {
    return this.#inTurn(async () => {
      const { clock } = this.#broker
      if (clock.mode === 'system') this.#broker.useClock(new ManualClock(clock.nowMs()))
      return undefined
    })
  }

  /** Goes on with the time of the machine. If messages exist and the clock is ahead, it stays ahead by as much. */
  useSystem(): Promise<undefined> {
    return this.#inTurn(async () => {
      const { clock, totals } = this.#broker
      if (clock.mode === 'system' && totals.messages > 0) return undefined
      const aheadMs = totals.messages > 0 ? Math.max(0, clock.nowMs() - Date.now()) : 0
      this.#broker.useClock(new SystemClock(aheadMs))
      await this.#broker.settled()
      return undefined
    })
  }

  /** Moves to an instant. It moves back only while no message exists. */
  set(nowMs: number): Promise<ClockConflict | undefined> {
    return this.#moved((clock) => (nowMs < clock.nowMs() && this.#broker.totals.messages > 0 ? 'messagesExist' : nowMs))
  }

  /** Moves on by that many milliseconds. */
  advance(durationMs: number): Promise<ClockConflict | undefined> {
    return this.#moved((clock) => clock.nowMs() + durationMs)
  }

  /** Moves to the next due instant, if there is one. */
  next(): Promise<ClockConflict | undefined> {
    return this.#moved((clock) => this.#broker.nextDueMs() ?? clock.nowMs())
  }

  /** Carries out work, such as the load of a document, between two moves. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(work)
  }

  #moved(target: (clock: ManualClock) => number | ClockConflict): Promise<ClockConflict | undefined> {
    return this.#inTurn(async () => {
      const { clock } = this.#broker
      if (!(clock instanceof ManualClock)) return 'clockIsSystem'
      await this.#broker.quiet()
      const targetMs = target(clock)
      if (typeof targetMs === 'string') return targetMs
      await this.#walk(clock, targetMs)
      return undefined
    })
  }

  async #walk(clock: ManualClock, targetMs: number): Promise<void> {
    this.#broker.clockMoving(true)
    for (let next = clock.nextAlarmMs; next !== undefined && next <= targetMs; next = clock.nextAlarmMs) {
      clock.moveTo(Math.max(next, clock.nowMs()))
      await this.#broker.quiet()
    }
    clock.moveTo(targetMs)
    await this.#broker.run({ kind: 'tick' }, () => undefined)
    await this.#broker.run({ kind: 'noteTime' }, () => undefined)
    await this.#broker.quiet()
    this.#broker.clockMoving(false)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }
}
