import { randomBytes } from 'node:crypto'
import { randomId, SeededRandom } from '../core/random.ts'

/** A seed from the machine, for a run that nobody wants to repeat. */
export function freshSeed(): number {
  return randomBytes(6).readUIntBE(0, 6)
}

/** Ids of requests: a stream of their own, apart from those of commands, which count from 1. */
export class RequestIds {
  readonly #seed: number | undefined
  readonly #stream: number
  #random: SeededRandom

  /** Without a seed every run has others. Streams other than the default one are for pushes. */
  constructor(seed: number | undefined, stream = Number.MAX_SAFE_INTEGER) {
    this.#seed = seed
    this.#stream = stream
    this.#random = new SeededRandom(seed ?? freshSeed(), stream)
  }

  /** 32 lower-case hexadecimal digits. */
  next(): string {
    return randomId(this.#random)
  }

  /** Begins the stream again, if it is one that repeats. */
  restart(): void {
    if (this.#seed !== undefined) this.#random = new SeededRandom(this.#seed, this.#stream)
  }
}
