/**
 * Gathers work while the work before it is on its way to the disk, and then hands all of it on together: everyone who
 * came meanwhile shares one sync.
 */
export class GroupCommit<T> {
  readonly #commit: (group: readonly T[]) => Promise<void>
  #waiting: T[] = []
  /** The commit that will include what is waiting. */
  #next: Promise<void> | undefined
  /** The newest commit, begun or not. */
  #last: Promise<void> = Promise.resolve()

  /** `commit` is not called again before its promise has settled. */
  constructor(commit: (group: readonly T[]) => Promise<void>) {
    this.#commit = commit
  }

  /** Settles with the commit that takes this piece of work. */
  add(work: T): Promise<void> {
    this.#waiting.push(work)
    this.#next ??= this.#begin()
    return this.#next
  }

  /** Resolves once all that was added before is committed or has failed. */
  idle(): Promise<void> {
    return this.#last.catch(() => {})
  }

  #begin(): Promise<void> {
    this.#last = this.idle().then(() => {
      const group = this.#waiting
      this.#waiting = []
      this.#next = undefined
      return this.#commit(group)
    })
    return this.#last
  }
}
