/** A pending alarm, to be cancelled. */
export type Alarm = { cancel(): void }

/** The source of time for the whole program. Every wait goes through it. */
export interface Clock {
  readonly mode: 'system' | 'manual'
  /** The present, epoch milliseconds. Never less than before. */
  nowMs(): number
  /** Calls `ring` once, at `atMs` or as soon after as possible. If `atMs` is past, that is at once. */
  alarm(atMs: number, ring: () => void): Alarm
}

/** Longest delay a timer of Node takes, milliseconds. */
const longestTimerMs = 2_147_483_647

/** The time of the machine. It does not run backwards when the machine's clock is set back. */
export class SystemClock implements Clock {
  readonly mode = 'system'
  readonly #aheadMs: number
  #latestMs = 0

  /** `aheadMs`: how far it runs ahead of the machine's time, which it does after a manual clock. */
  constructor(aheadMs = 0) {
    this.#aheadMs = aheadMs
  }

  nowMs(): number {
    const now = Date.now() + this.#aheadMs
    if (now > this.#latestMs) this.#latestMs = now
    return this.#latestMs
  }

  alarm(atMs: number, ring: () => void): Alarm {
    let timer: NodeJS.Timeout
    const wait = (): void => {
      const leftMs = atMs - this.nowMs()
      // Timers can fire a millisecond early, and take no delay longer than 24 days.
      if (leftMs <= 0) ring()
      else timer = setTimeout(wait, Math.min(leftMs, longestTimerMs))
    }
    timer = setTimeout(wait, Math.min(Math.max(atMs - this.nowMs(), 0), longestTimerMs))
    return { cancel: () => clearTimeout(timer) }
  }
}

type ManualAlarm = { readonly atMs: number; readonly ring: () => void }

/** A clock that stands still until it is told to move. */
export class ManualClock implements Clock {
  readonly mode = 'manual'
  #nowMs: number
  readonly #alarms = new Set<ManualAlarm>()

  constructor(nowMs: number) {
    this.#nowMs = nowMs
  }

  nowMs(): number {
    return this.#nowMs
  }

  alarm(atMs: number, ring: () => void): Alarm {
    if (atMs <= this.#nowMs) {
      const timer = setTimeout(ring, 0)
      return { cancel: () => clearTimeout(timer) }
    }
    const alarm = { atMs, ring }
    this.#alarms.add(alarm)
    return { cancel: () => this.#alarms.delete(alarm) }
  }

  /** When the next alarm rings, epoch milliseconds; undefined: none is set. */
  get nextAlarmMs(): number | undefined {
    let next: number | undefined
    for (const { atMs } of this.#alarms) if (next === undefined || atMs < next) next = atMs
    return next
  }

  /** Moves to `nowMs`, in either direction, and rings the alarms that are due then. */
  moveTo(nowMs: number): void {
    this.#nowMs = nowMs
    for (const alarm of [...this.#alarms]) {
      if (alarm.atMs <= nowMs && this.#alarms.delete(alarm)) alarm.ring()
    }
  }
}
