import { randomBytes } from 'node:crypto'
import { randomId, SeededRandom } from '../core/random.ts'

/** A seed from the machine, for a run that nobody wants to repeat. */
export function freshSeed(): number {
  return randomBytes(6).readUIntBE(0, 6)
}

/** Ids of requests: a stream of their own, apart from those of commands, which count from 1. */
export class RequestIds {
  readonly #seed: number | undefined
  #random: SeededRandom

  /** Without a seed every run has others. */
  constructor(seed: number | undefined) {
    this.#seed = seed
    this.#random = new SeededRandom(seed ?? freshSeed(), Number.MAX_SAFE_INTEGER)
  }

  /** 32 lower-case hexadecimal digits. */
  next(): string {
    return randomId(this.#random)
  }

  /** Begins the stream again, if it is one that repeats. */
  restart(): void {
    if (this.#seed !== undefined) this.#random = new SeededRandom(this.#seed, Number.MAX_SAFE_INTEGER)
  }
}
