import { openSync, readSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'

/** A stretch of time on the clock of `performance.now`. */
type Stretch = { readonly startMs: number; readonly endMs: number }

/** Time between two turns of the loop; `awayMs` of it another process had the core. */
type Turn = Stretch & { readonly awayMs: number }

/** What was seen of the event loop. */
type LoopFigures = {
  /** Longest time between two turns, but for what other processes had of it. */
  readonly pauseMs: number
  /** The same without what the garbage collector stopped the program for. */
  readonly ownBlockMs: number
  readonly peakRssBytes: number
}

/** Milliseconds for which the main thread could have run but had no core, so far; 0 where the system does not tell. Source: Linux kernel, Documentation/scheduler/sched-stats. */
function waitedMs(): () => number {
  try {
    const fd = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const bytes = Buffer.alloc(100)
    return () => Number(bytes.toString('latin1', 0, readSync(fd, bytes, 0, 100, 0)).split(' ')[1]) / 1e6
  } catch {
    return () => 0
  }
}

/** Watches how long the event loop stands still, and the memory in use. */
export class LoopWatch {
  readonly #turns: Turn[] = []
  readonly #waitedMs = waitedMs()
  readonly #collections: Stretch[] = []
  readonly #observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      this.#collections.push({ startMs: startTime, endMs: startTime + duration })
  })
  #peakRssBytes = process.memoryUsage.rss()
  #running = true

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] })
    this.#turn(performance.now(), this.#waitedMs())
  }

  /** Ends, and tells. */
  async stop(): Promise<LoopFigures> {
    this.#running = false
    /* What the observer has to tell comes in a later turn. */
    for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
    this.#observer.disconnect()
    const pauses = this.#turns.map(({ startMs, endMs, awayMs }) => endMs - startMs - awayMs)
    const own = this.#turns.map((turn, at) => pauses[at]! - this.#collectedMs(turn))
    return { pauseMs: Math.max(0, ...pauses), ownBlockMs: Math.max(0, ...own), peakRssBytes: this.#peakRssBytes }
  }

  #turn(startMs: number, waitedBeforeMs: number): void {
    setImmediate(() => {
      const endMs = performance.now()
      const waited = this.#waitedMs()
      /* Shorter ones do not matter, and there are very many. */
      if (endMs - startMs > 2) {
        this.#turns.push({ startMs, endMs, awayMs: waited - waitedBeforeMs })
        this.#peakRssBytes = Math.max(this.#peakRssBytes, process.memoryUsage.rss())
      }
      if (this.#running) this.#turn(performance.now(), waited)
    })
  }

  #collectedMs({ startMs, endMs }: Stretch): number {
    let collectedMs = 0
    for (const one of this.#collections)
      collectedMs += Math.max(0, Math.min(one.endMs, endMs) - Math.max(one.startMs, startMs))
    return collectedMs
  }
}
