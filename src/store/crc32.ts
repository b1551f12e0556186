import zlib from 'node:zlib'

/** Slices of the table: four bytes are taken in one step. */
const slices = slicesOfTable()

/** CRC-32 of bytes: 0 to 4,294,967,295. Source: IEEE 802.3; RFC 1952, 8. */
export const crc32: (bytes: Uint8Array) => number =
  /* Node has it since 20.15 and 22.2. */
  typeof zlib.crc32 === 'function' ? (bytes) => zlib.crc32(bytes) : crc32ByTable

/** The same without the help of Node. */
export function crc32ByTable(bytes: Uint8Array): number {
  const [first, second, third, fourth] = slices
  const even = bytes.length & ~3
  let crc = -1
  for (let at = 0; at < even; at += 4) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    crc = fourth[crc & 255]! ^ third[(crc >>> 8) & 255]! ^ second[(crc >>> 16) & 255]! ^ first[crc >>> 24]!
  }
  for (let at = even; at < bytes.length; at++) crc = first[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}

type Slice = Int32Array

function slicesOfTable(): readonly [Slice, Slice, Slice, Slice] {
  const first = Int32Array.from({ length: 256 }, (_, byte) => remainder(byte))
  const next = (slice: Slice): Slice => slice.map((crc) => first[crc & 255]! ^ (crc >>> 8))
  const second = next(first)
  const third = next(second)
  return [first, second, third, next(third)]
}

function remainder(byte: number): number {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
}
