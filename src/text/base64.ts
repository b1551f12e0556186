/** Base64 as SQS takes it: its padding may be missing; blanks and other alphabets are refused. */
export const binaryForm = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * The bytes of a binary value in base64. Where AWS finds no padding, characters that the last group lacks count as the
 * last one of the alphabet, and all three bytes stay: `123` is d7 6d ff. A single character over makes no byte.
 */
export function bytesOfBinary(value: string): Buffer {
  const over = value.length % 4
  if (over === 0 || value.endsWith('=')) return Buffer.from(value, 'base64')
  return Buffer.from(over === 1 ? value.slice(0, -1) : value.padEnd(value.length + 4 - over, '/'), 'base64')
}

/** How many bytes `bytesOfBinary` makes of a value. */
export function binaryLength(value: string): number {
  const over = value.length % 4
  if (over === 0 || value.endsWith('=')) return Buffer.byteLength(value, 'base64')
  return 3 * (over === 1 ? (value.length - 1) / 4 : (value.length + 4 - over) / 4)
}
