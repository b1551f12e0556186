/** A source of chance. */
export interface Random {
  /** An integer from 0 to 4,294,967,295. */
  next(): number
  /** Whether any was drawn. */
  readonly drawn: boolean
}

/**
 * A generator whose numbers are a function of `seed` and `stream` alone (sfc32, public domain, by Chris Doty-Humphrey).
 * Each command is given the stream of its own number, so one seed gives one run, and a restart, which goes on counting,
 * never repeats an id: a command that drew uses up its number, whatever else it does. Seeded on first use, since most
 * commands need no chance.
 */
export class SeededRandom implements Random {
  readonly #seed: number
  readonly #stream: number
  #a = 0
  #b = 0
  #c = 0
  #counter = 0

  /** Both from 0 to 9,007,199,254,740,991. */
  constructor(seed: number, stream: number) {
    this.#seed = seed
    this.#stream = stream
  }

  get drawn(): boolean {
    return this.#counter !== 0
  }

  next(): number {
    if (this.#counter === 0) this.#start()
    return this.#step()
  }

  #start(): void {
    this.#a = this.#seed | 0
    this.#b = (Math.floor(this.#seed / 4_294_967_296) ^ (Math.floor(this.#stream / 4_294_967_296) << 21)) | 0
    this.#c = this.#stream | 0
    this.#counter = 1
    for (let i = 0; i < 12; i++) this.#step()
  }

  #step(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0 || 1
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}

const bytes = Buffer.allocUnsafe(16)

/** 32 lower-case hexadecimal digits in the form of a version 4 UUID. Source: RFC 9562, section 5.4. */
export function randomId(random: Random): string {
  bytes.writeUInt32LE(random.next(), 0)
  bytes.writeUInt32LE(random.next(), 4)
  bytes.writeUInt32LE(random.next(), 8)
  bytes.writeUInt32LE(random.next(), 12)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex')
}
