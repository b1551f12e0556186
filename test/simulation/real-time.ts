type Timer = { readonly ring: () => void; readonly delayMs: number }

/** Time that passes in the world while a run is under way. */
const patienceMs = 10_000

/** Holds the timers of Node during a run, so that real time passes when the seed says so, and nobody sleeps. */
export class RealTime {
  readonly #timers = new Map<object, Timer>()
  readonly #before = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
  }

  begin(): void {
    const set = (ring: () => void, delayMs: number) => {
      const handle = { unref: () => handle, ref: () => handle }
      this.#timers.set(handle, { ring, delayMs })
      return handle
    }
    const clear = (handle: object) => this.#timers.delete(handle)
    // What comes again and again is a sign of life to other processes, of which there are none.
    const setInterval = () => ({ unref() {} })
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear, setInterval, clearInterval: () => {} })
  }

  end(): void {
    Object.assign(globalThis, this.#before)
  }

  /** Rings what is set for the next ten seconds. */
  pass(): void {
    for (const [handle, { ring, delayMs }] of [...this.#timers])
      if (delayMs <= patienceMs && this.#timers.delete(handle)) ring()
  }

  /** The process is gone, and its timers with it. */
  forget(): void {
    this.#timers.clear()
  }
}
