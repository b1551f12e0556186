/**
 * The texts that were added last: `most` of them at least, twice as many at most. Adding is O(1), since half of them are
 * forgotten at once.
 */
export class RecentSet {
  readonly #most: number
  #newer = new Set<string>()
  #older = new Set<string>()

  constructor(most: number) {
    this.#most = most
  }

  add(text: string): void {
    if (this.#newer.size === this.#most) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    this.#newer.add(text)
  }

  has(text: string): boolean {
    return this.#newer.has(text) || this.#older.has(text)
  }
}
