import type { LinePlace } from '../document/lines.ts'
import { ValidationError } from '../document/values.ts'
import { crc32 } from './crc32.ts'
import { lineStart } from './journal-lines.ts'

/** Holds the bytes of one write after the other. */
const scratch = Buffer.allocUnsafe(1024 * 1024)

/** What ends a line: the CRC-32 of the bytes before its comma, as eight hexadecimal digits. */
const ending = Buffer.from(',"crc":"00000000"}\n')
const digitsAt = ending.indexOf('0')
const hexDigits = Buffer.from('0123456789abcdef')

/** Room beside the text of a line: its end, and the start of the next. */
const spareBytes = 64

/**
 * Makes bytes of the lines of entries: each with its checksum, and after the last one the start of the line of entry `next`.
 * It shows that nothing is missing at the end of a journal. `begunBytes`: how much of the first line is in the file
 * already, from the call before. `write` gets bytes that are good for the time of its call. Returns the bytes of that start.
 */
export function sealLines(
  lines: readonly string[],
  next: number,
  begunBytes: number,
  write: (bytes: Uint8Array) => void,
): number {
  let into = scratch
  let from = begunBytes
  let end = 0
  for (const line of lines) {
    const most = line.length * 3 + spareBytes
    if (end + most > into.length) {
      if (end > 0) {
        write(into.subarray(from, end))
        from = 0
        end = 0
      }
      into = most <= scratch.length ? scratch : Buffer.allocUnsafe(Buffer.byteLength(line) + spareBytes)
    }
    end = sealLine(line, into, end)
  }
  const bytes = into.write(lineStart(next), end)
  write(into.subarray(from, end + bytes))
  return bytes
}

/** Returns where the line ends. */
function sealLine(line: string, into: Buffer, start: number): number {
  const end = start + into.write(line, start)
  /* Costs half of what subarray does. */
  let rest = crc32(new Uint8Array(into.buffer, into.byteOffset + start, end - start))
  into.set(ending, end)
  for (let at = end + digitsAt + 7; at >= end + digitsAt; at--) {
    into[at] = hexDigits[rest & 15]!
    rest >>>= 4
  }
  return end + ending.length
}

const sealForm = /^,"crc":"([0-9a-f]{8})"\}\r?$/
const sealLength = ',"crc":"00000000"}'.length

/** Throws `ValidationError` unless the end of a line is the checksum of what stands before it. The line may end as on Windows. */
export function checkSeal(line: string, { bytes, start, end }: LinePlace): void {
  const length = line.endsWith('\r') ? sealLength + 1 : sealLength
  const [, digits] = sealForm.exec(line.slice(-length)) ?? []
  if (digits === undefined || crc32(bytes.subarray(start, end - length)) !== Number.parseInt(digits, 16))
    throw new ValidationError('this line was changed after twinmq wrote it: its checksum "crc" does not match')
}

/** Bytes of the whole line with which some bytes begin, up to its end of line; undefined: they begin with none. */
export function wholeLineBytes(bytes: Buffer): number | undefined {
  const [seal] = /,"crc":"[0-9a-f]{8}"\}/.exec(bytes.toString('latin1')) ?? []
  if (seal === undefined) return undefined
  const start = bytes.indexOf(seal)
  const crc = Number.parseInt(seal.slice(-10, -2), 16)
  return crc32(bytes.subarray(0, start)) === crc ? start + seal.length : undefined
}
