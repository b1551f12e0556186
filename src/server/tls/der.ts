/** One value in DER: tag, length, contents. Source: ITU-T X.690, section 8.1. */
function tlv(tag: number, contents: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(contents.length), contents])
}

/** Up to 127 in one byte, above that the number of bytes and then those. */
function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

/** Values one after the other. */
export function sequence(...items: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(items))
}

/** Values in no order. */
export function setOf(...items: readonly Buffer[]): Buffer {
  return tlv(0x31, Buffer.concat(items))
}

/** A value that is told from others by its number, around the value itself. */
export function tagged(number: number, item: Buffer): Buffer {
  return tlv(0xa0 | number, item)
}

/** A simple value that is told from others by its number, in the place of its own tag. */
export function labelled(number: number, contents: Buffer): Buffer {
  return tlv(0x80 | number, contents)
}

/** A whole number that is not negative, given by its bytes, the highest first. */
export function integer(bytes: Buffer): Buffer {
  return tlv(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** True. */
export function yes(): Buffer {
  return tlv(0x01, Buffer.from([0xff]))
}

/** Nothing. */
export function nothing(): Buffer {
  return tlv(0x05, Buffer.alloc(0))
}

/** Bits. `unused`: how many at the end of the last byte are not among them. */
export function bits(bytes: Buffer, unused = 0): Buffer {
  return tlv(0x03, Buffer.concat([Buffer.from([unused]), bytes]))
}

/** Bytes. */
export function octets(bytes: Buffer): Buffer {
  return tlv(0x04, bytes)
}

/** Text in UTF-8. */
export function words(text: string): Buffer {
  return tlv(0x0c, Buffer.from(text))
}

/** An instant, `YYMMDDhhmmssZ` for years from 1950 to 2049. Source: RFC 5280, section 4.1.2.5. */
export function utcTime(text: string): Buffer {
  return tlv(0x17, Buffer.from(text))
}

/** An instant, `YYYYMMDDhhmmssZ`. */
export function generalizedTime(text: string): Buffer {
  return tlv(0x18, Buffer.from(text))
}

/** An object identifier such as `2.5.4.3`. Source: ITU-T X.690, section 8.19. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(sevens)]))
}

/** Seven bits a byte, the highest bit set on all but the last. */
function sevens(number: number): number[] {
  const bytes = [number & 0x7f]
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f))
  return bytes
}
