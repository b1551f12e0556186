import { isAscii, isUtf8 } from 'node:buffer'
import { BadLine, badLine } from './unreadable.ts'

/** One more block could exceed the longest text of V8, about 512 MiB. */
const longestLineBytes = 500 * 1024 * 1024

/** How a file of lines ended. */
export type LinesRead = {
  /** Number of lines with an end. */
  readonly lines: number
  /** Bytes of those lines. */
  readonly bytes: number
  /** What comes after the last end of line, and how many bytes that is. */
  readonly rest: readonly Uint8Array[]
  readonly restBytes: number
}

/** Where the bytes of a line stand, without its end. Good for the time of a visit. */
export type LinePlace = { readonly bytes: Buffer; start: number; end: number }

/** Is shown a line, without its end. `number` counts from 1. */
export type VisitLine = (line: string, number: number, place: LinePlace) => void

/**
 * Shows each line that has an end. What `visit` throws as `ValidationError` or syntax
 * error becomes a `BadLine`. What comes after the last end of line is given back.
 */
export async function linesOf(blocks: AsyncIterable<Uint8Array>, visit: VisitLine): Promise<LinesRead> {
  let lines = 0
  let bytes = 0
  let rest: Uint8Array[] = []
  let restBytes = 0
  for await (const block of blocks) {
    const end = block.lastIndexOf(10) + 1
    if (end > 0) {
      const whole = Buffer.concat([...rest, block.subarray(0, end)])
      lines = visitLines(whole, lines, visit)
      bytes += whole.length
      rest = []
      restBytes = 0
    }
    rest.push(block.subarray(end))
    restBytes += block.length - end
    if (restBytes > longestLineBytes) throw new BadLine(lines + 1, 'this line is longer than 500 MiB')
  }
  return { lines, bytes, rest, restBytes }
}

function visitLines(bytes: Buffer, linesBefore: number, visit: VisitLine): number {
  if (!isUtf8(bytes)) throw new BadLine(linesBefore + firstLineNotUtf8(bytes), 'this is not UTF-8 text')
  const text = bytes.toString('utf8')
  const ascii = isAscii(bytes)
  const place: LinePlace = { bytes, start: 0, end: 0 }
  let line = linesBefore
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    line += 1
    place.end = ascii ? end : bytes.indexOf(10, place.start)
    visitLine(text.slice(start, end), line, place, visit)
    start = end + 1
    place.start = place.end + 1
  }
  return line
}

function visitLine(text: string, line: number, place: LinePlace, visit: VisitLine): void {
  try {
    visit(text, line, place)
  } catch (error) {
    throw badLine(line, error) ?? error
  }
}

function firstLineNotUtf8(bytes: Buffer): number {
  let line = 1
  let start = 0
  for (let end = bytes.indexOf(10); isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(10, start)) {
    start = end + 1
    line += 1
  }
  return line
}
