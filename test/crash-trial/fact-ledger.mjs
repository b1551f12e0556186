/**
 * What clients were told about settings: for each fact, such as an attribute of a queue, its value as answered last, and
 * those that were asked without an answer. Only one call about a fact is under way at a time.
 */
export class FactLedger {
  #report
  #facts = new Map()

  /** @param {(kind: string, detail: string) => void} report takes each fault */
  constructor(report) {
    this.#report = report
  }

  /** A change is asked. `value` undefined: it is to be gone. */
  ask(name, value) {
    const fact = this.#facts.get(name) ?? { value: undefined, open: [] }
    this.#facts.set(name, fact)
    const change = { value }
    fact.open.push(change)
    return {
      answered: () => {
        fact.value = value
        fact.open = []
        fact.refused = undefined
      },
      /** It was refused before twinmq looked at it. */
      refused: () => {
        fact.open = fact.open.filter((one) => one !== change)
        fact.refused = value
      },
    }
  }

  /** A change was asked, and nobody knows what became of it. */
  isOpen(name) {
    return (this.#facts.get(name)?.open.length ?? 0) > 0
  }

  /** As answered, or as an audit found it. */
  valueOf(name) {
    return this.#facts.get(name)?.value
  }

  /**
   * Holds what is there against it, while nothing is under way. Afterwards nothing is open.
   *
   * @param {Map<string, string>} found by name
   */
  audit(found) {
    for (const [name, fact] of this.#facts) {
      const value = found.get(name)
      if (value !== fact.value && !fact.open.some((change) => change.value === value)) {
        const trace = value !== undefined && fact.refused === value
        this.#report(trace ? 'traces' : 'settings', `${name} is ${value}, it was ${fact.value}`)
      }
      fact.value = value
      fact.open = []
      fact.refused = undefined
    }
    for (const [name, value] of found)
      if (!this.#facts.has(name)) this.#report('settings', `${name} is ${value}, nobody asked for it`)
  }
}

const ranks = { RUNNING: 0, COMPLETED: 1 }

/** What was seen of move tasks: they may go on, but neither back nor away. Only those of one queue. */
export class TaskLedger {
  #report
  /** By instant of the start. */
  #tasks = new Map()

  /** @param {(kind: string, detail: string) => void} report takes each fault */
  constructor(report) {
    this.#report = report
  }

  /** @param {{ StartedTimestamp: number, Status: string, ApproximateNumberOfMessagesMoved?: number }[]} listed newest first, ten at most */
  seen(listed) {
    const found = new Set()
    for (const { StartedTimestamp: started, Status: status, ApproximateNumberOfMessagesMoved: moved = 0 } of listed) {
      const before = this.#tasks.get(started)
      if (!(status in ranks)) this.#report('tasks', `the task of ${started} is ${status}`)
      if (before && (ranks[status] < ranks[before.status] || moved < before.moved))
        this.#report(
          'tasks',
          `the task of ${started} was ${before.status}, ${before.moved} moved; now ${status}, ${moved}`,
        )
      this.#tasks.set(started, { status, moved })
      found.add(started)
    }
    const oldest = listed.length < 10 ? 0 : Math.min(...found)
    for (const started of [...this.#tasks.keys()]) {
      if (found.has(started)) continue
      if (started >= oldest) this.#report('tasks', `the task of ${started} is gone`)
      this.#tasks.delete(started)
    }
  }

  /** Starts of tasks that run, as far as was seen. */
  get running() {
    return [...this.#tasks].filter(([, { status }]) => status === 'RUNNING').map(([started]) => started)
  }
}
