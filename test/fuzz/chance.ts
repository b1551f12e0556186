import { SeededRandom } from '../../src/core/random.ts'

/** Choices that a seed settles. */
export class Chance {
  readonly #random: SeededRandom

  constructor(seed: number) {
    this.#random = new SeededRandom(seed, 1)
  }

  /** From 0 up to, but not including, `end`. */
  below(end: number): number {
    return this.#random.next() % end
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0
  }

  /** One of these, of which there is at least one. */
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  /** Some of these, in their order. */
  some<T>(values: readonly T[]): T[] {
    return values.filter(() => this.oneIn(2))
  }

  /** Up to `most` values. */
  several<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make)
  }
}
