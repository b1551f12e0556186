/** Holds commands back while the state must not change. */
export class Gate {
  #turn: Promise<unknown> = Promise.resolve()
  #held: (() => void)[] = []
  readonly #reopened: () => void
  /** How many have closed it. */
  #closings = 0

  /** `reopened`: called each time the gate opens, before the commands that were held back. */
  constructor(reopened: () => void) {
    this.#reopened = reopened
  }

  get closed(): boolean {
    return this.#closings > 0
  }

  /** Runs a command as soon as the gate is open, first come, first served. */
  hold(run: () => void): void {
    this.#held.push(run)
  }

  /** Closes the gate until the returned function is called. It opens once everyone who closed it has done so. */
  close(): () => void {
    this.#closings += 1
    return () => {
      this.#closings -= 1
      if (this.#closings === 0) this.#open()
    }
  }

  /** Closes the gate while some work is done. Pieces of work take turns. */
  closedFor<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      const open = this.close()
      try {
        return await work()
      } finally {
        open()
      }
    })
    this.#turn = done.catch(() => undefined)
    return done
  }

  /** Resolves once no work is under way or waiting. */
  async opened(): Promise<void> {
    let turn: Promise<unknown>
    do {
      turn = this.#turn
      await turn
    } while (turn !== this.#turn)
  }

  #open(): void {
    const held = this.#held
    this.#held = []
    this.#reopened()
    for (const run of held) run()
  }
}
