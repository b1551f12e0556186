import { createHash, type Hash } from 'node:crypto'
import { layout } from './layout.ts'

/** What a data file ends in. */
const endForm = new RegExp(`^${layout.digest}"([0-9a-f]{64})"\\n${layout.end}\\n$`)

/** Bytes of that. */
const endBytes = `${layout.digest}""\n${layout.end}\n`.length + 64

/** A head says within this many bytes that its document is sealed. */
const headBytes = 1024

/** Looks at the bytes of a document as they are read: whether they end in the digest of all that stands before its line. */
export class SealCheck {
  #hash: Hash | undefined
  #tail: Uint8Array = new Uint8Array()

  /** The bytes, as they are. */
  async *through(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isFirst = true
    for await (const block of blocks) {
      if (isFirst && mayBeSealed(block)) this.#hash = createHash('sha256')
      isFirst = false
      if (this.#hash) this.#take(this.#hash, block)
      yield block
    }
  }

  /** Whether the digest matches, once all bytes were read. */
  matches(): boolean {
    const [, digest] = endForm.exec(Buffer.from(this.#tail).toString('latin1')) ?? []
    return this.#hash !== undefined && digest !== undefined && this.#hash.digest('hex') === digest
  }

  /** The end is kept back, since it is no part of what the digest is of. */
  #take(hash: Hash, block: Uint8Array): void {
    const whole = this.#tail.length + block.length
    if (whole <= endBytes) {
      this.#tail = Buffer.concat([this.#tail, block])
      return
    }
    const surplus = whole - endBytes
    hash.update(this.#tail.subarray(0, surplus))
    if (surplus > this.#tail.length) hash.update(block.subarray(0, surplus - this.#tail.length))
    this.#tail = Buffer.concat([this.#tail.subarray(surplus), block.subarray(Math.max(0, block.length - endBytes))])
  }
}

/** A document that says so nowhere is not hashed for nothing. */
function mayBeSealed(block: Uint8Array): boolean {
  const head = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, headBytes))
  return block.length < headBytes || head.includes('"sealed"')
}
