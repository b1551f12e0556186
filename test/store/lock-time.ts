import type { RealTime } from '../../src/store/real-time.ts'

/** Time that passes when somebody waits for it, or when a test says so; alarms go off on the way. */
export class LockTime implements RealTime {
  #nowMs = 0
  readonly #alarms = new Set<{ readonly everyMs: number; readonly act: () => void; nextMs: number }>()

  elapsedMs(): number {
    return this.#nowMs
  }

  /** How many things happen again and again. */
  get alarms(): number {
    return this.#alarms.size
  }

  every(everyMs: number, act: () => void): () => void {
    const alarm = { everyMs, act, nextMs: this.#nowMs + everyMs }
    this.#alarms.add(alarm)
    return () => this.#alarms.delete(alarm)
  }

  /** What the alarms began has had the time of some calls of the disk to end. */
  async wait(ms: number): Promise<void> {
    this.#nowMs += ms
    for (const alarm of this.#alarms) {
      if (alarm.nextMs > this.#nowMs) continue
      alarm.nextMs = this.#nowMs + alarm.everyMs
      alarm.act()
    }
  }

  /** Time passes, but nothing happens: as for a process that is paused. */
  pass(ms: number): void {
    this.#nowMs += ms
  }
}
