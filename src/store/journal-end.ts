import { lineStart } from './journal-lines.ts'
import { wholeLineBytes } from './line-seal.ts'

/**
 * What stands after the last whole line of a segment: nothing; the start of the line that was to come; a line that was cut off
 * while it was written; zeros, which file systems leave after a loss of power; or what no twinmq leaves.
 */
export type SegmentEnd =
  | { readonly kind: 'whole' | 'torn' | 'zeros' }
  | { readonly kind: 'begun'; readonly text: string }
  | { readonly kind: 'wrong'; readonly problem: string }

const entryStart = '{"sequence":'

/** `next`: sequences that the entry to come can have, the lowest first; undefined: the lines have no checksums, and none was begun. */
export function segmentEnd(rest: readonly Uint8Array[], next: readonly number[] | undefined): SegmentEnd {
  const bytes = Buffer.concat(rest)
  if (bytes.length === 0) return { kind: 'whole' }
  const start = bytes.subarray(0, entryStart.length).toString('latin1').replace(/\0+$/, '')
  if (start === '' && bytes.every((byte) => byte === 0)) return { kind: 'zeros' }
  if (start === '' || !entryStart.startsWith(start) || !isPart(bytes)) return { kind: 'wrong', problem: foreign }
  return (next && begunEnd(bytes, next)) ?? changedEnd(bytes) ?? { kind: 'torn' }
}

/** What follows the sequence of an entry. */
const secondMembers = [',"atMs":', ',"version":']

/** Whether bytes begin as an entry does, as far as they go; a loss of power can leave zeros in the place of the rest. */
function isPart(bytes: Buffer): boolean {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  const text = bytes.toString('latin1', 0, Math.min(end, 60))
  const after = text.slice(entryStart.length).replace(/^\d+/, '')
  return secondMembers.some((member) => member.startsWith(after.slice(0, member.length)))
}

const foreign = 'this last line is not an entry or the beginning of one'

/** Undefined: it is more, or less, than the start of a line. */
function begunEnd(bytes: Buffer, next: readonly number[]): SegmentEnd | undefined {
  const text = bytes.toString('latin1', 0, 40)
  const starts = next.map(lineStart)
  if (starts.includes(text)) return { kind: 'begun', text }
  const [, digits] = /^\{"sequence":(\d{1,16})$/.exec(text) ?? []
  if (digits === undefined || starts.some((whole) => whole.startsWith(text))) return undefined
  const [lowest = 0, highest = lowest] = [Math.min(...next), Math.max(...next)]
  const number = Number(digits)
  const problem =
    number > highest
      ? `entries ${highest} to ${number - 1} are missing before this line`
      : `sequence ${number} must be at least ${lowest}`
  return { kind: 'wrong', problem }
}

/** A write that was cut off leaves no whole line with something other than an end of line after it, unless that is zeros. */
function changedEnd(bytes: Buffer): SegmentEnd | undefined {
  const end = wholeLineBytes(bytes)
  if (end === undefined || bytes.subarray(end).every((byte) => byte === 0)) return undefined
  return { kind: 'wrong', problem: 'the end of this line was changed after twinmq wrote it' }
}
