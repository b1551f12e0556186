import { randomBytes } from 'node:crypto'
import { randomId, SeededRandom } from '../core/random.ts'

/** A seed from the machine, for a run that need not be repeatable. */
export function freshSeed(): number {
  return randomBytes(6).readUIntBE(0, 6)
}

/** Ids of requests: a stream of their own, apart from those of commands, which count from 1. */
class RequestIds {
  readonly #seed: number | undefined
  readonly #highestStream: number
  #random = new SeededRandom(freshSeed(), 0)

  constructor(seed: number | undefined, highestStream: number) {
    this.#seed = seed
    this.#highestStream = highestStream
  }

  /** 32 lower-case hexadecimal digits. */
  next(): string {
    return randomId(this.#random)
  }

  begin(start: number): void {
    if (this.#seed === undefined) return
    this.#random = new SeededRandom(this.#seed, this.#highestStream - 2 * Math.max(start - 1, 0))
  }
}

/** Ids that no command makes. Without a seed they differ in every run; with one, only those before `begin` do. */
export class RunIds {
  /** Of requests that are answered. */
  readonly answers: RequestIds
  /** Of pushes. */
  readonly pushes: RequestIds

  constructor(seed: number | undefined) {
    this.answers = new RequestIds(seed, Number.MAX_SAFE_INTEGER)
    this.pushes = new RequestIds(seed, Number.MAX_SAFE_INTEGER - 1)
  }

  /** With a seed: begins those of a start, numbered from 1 as in `State.starts`, which no other start repeats. */
  begin(start: number): void {
    this.answers.begin(start)
    this.pushes.begin(start)
  }
}
