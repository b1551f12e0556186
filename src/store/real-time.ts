/** Time as it passes on the machine, whatever clock the program goes by. Milliseconds. */
export type RealTime = {
  /** Never goes back. */
  elapsedMs(): number
  wait(ms: number): Promise<void>
  /** Acts again and again, which keeps no process alive; returns how to end it. */
  every(ms: number, act: () => void): () => void
}

/** Timers of this process. */
export const realTime: RealTime = {
  elapsedMs: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  every(ms, act) {
    const timer = setInterval(act, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}
