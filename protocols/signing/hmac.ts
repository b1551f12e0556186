import { type BinaryToTextEncoding, hash } from 'node:crypto'

/**
 * A key made ready to sign with. Node's own Hmac objects cost several times as much as two hashes of a short text, and
 * have to be collected; a request is signed once for each check. Source: RFC 2104.
 */
export type HmacKey = {
  readonly algorithm: 'sha1' | 'sha256'
  readonly inner: Buffer
  /** Has room behind it for the hash of the signed text. */
  readonly outer: Buffer
}

/** Both hashes work on blocks of this size, bytes. */
const blockBytes = 64
const hashBytes = { sha1: 20, sha256: 32 } as const

/** Makes a key ready; one of text is UTF-8. */
export function hmacKey(algorithm: HmacKey['algorithm'], key: string | Buffer): HmacKey {
  const bytes = Buffer.from(key)
  const block = Buffer.alloc(blockBytes)
  const short = bytes.length > blockBytes ? hash(algorithm, bytes, 'buffer') : bytes
  short.copy(block)
  const outer = Buffer.alloc(blockBytes + hashBytes[algorithm])
  block.forEach((byte, at) => {
    outer[at] = byte ^ 0x5c
  })
  return { algorithm, inner: block.map((byte) => byte ^ 0x36) as Buffer, outer }
}

const room = Buffer.alloc(8192)

/** Signs text of one byte a character, as the head of a request comes. */
export function hmacOf({ algorithm, inner, outer }: HmacKey, text: string, encoding: BinaryToTextEncoding): string {
  const bytes = blockBytes + text.length
  const signed = bytes <= room.length ? room.subarray(0, bytes) : Buffer.alloc(bytes)
  inner.copy(signed)
  signed.write(text, blockBytes, 'latin1')
  // As text, since a buffer from there costs more than the hash.
  outer.write(hash(algorithm, signed, 'binary'), blockBytes, 'latin1')
  return hash(algorithm, outer, encoding)
}
