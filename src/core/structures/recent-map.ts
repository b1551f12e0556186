import { Ring } from './ring.ts'

/**
 * Entries by key that count for some time, in the order in which they were set. Setting and forgetting are O(1): a
 * plain `Map` passes over every hole when its oldest entries, deleted before, are looked for again.
 */
export class RecentMap<T> extends Map<string, T> {
  #keys = new Ring<string>()
  readonly #windowMs: number
  readonly #atMs: (entry: T) => number

  /** `windowMs`: how long an entry counts. `atMs`: when it began to count, epoch milliseconds. */
  constructor(windowMs: number, atMs: (entry: T) => number) {
    super()
    this.#windowMs = windowMs
    this.#atMs = atMs
  }

  /** The entry, if it still counts at `nowMs`. Those that do not are let go of: nothing reads them, so it is no change of state. */
  current(key: string, nowMs: number): T | undefined {
    this.#forget(nowMs)
    const entry = this.get(key)
    return entry !== undefined && nowMs < this.#atMs(entry) + this.#windowMs ? entry : undefined
  }

  /** Puts an entry at the end. */
  override set(key: string, entry: T): this {
    this.delete(key)
    this.#keys.push(key)
    return super.set(key, entry)
  }

  override clear(): void {
    super.clear()
    this.#keys = new Ring()
  }

  /** A key that was set again stands there twice; the second time nothing is left of it. */
  #forget(nowMs: number): void {
    for (let key = this.#keys.first; key !== undefined; key = this.#keys.first) {
      const entry = this.get(key)
      if (entry !== undefined && nowMs < this.#atMs(entry) + this.#windowMs) return
      this.delete(key)
      this.#keys.shift()
    }
  }
}
