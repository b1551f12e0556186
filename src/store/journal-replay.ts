import type { Entry } from '../core/events/event.ts'
import { evolve } from '../core/evolve.ts'
import type { State } from '../core/state.ts'
import type { Snapshot } from '../document/document.ts'
import type { LinePlace } from '../document/lines.ts'
import type { StoreUnreadable } from '../document/unreadable.ts'
import { BadLine, unreadable } from '../document/unreadable.ts'
import { count, object, ValidationError, within } from '../document/values.ts'
import { readEntry } from './entry-check.ts'
import { eachLine } from './file-lines.ts'
import type { FileSystem } from './file-system.ts'
import { type SegmentEnd, segmentEnd } from './journal-end.ts'
import { lineVersions } from './journal-lines.ts'
import { checkSeal } from './line-seal.ts'
import type { Segment } from './segments.ts'

/** The outcome of reading one segment. */
export type ReplayedSegment = {
  readonly segment: Segment
  /** Bytes up to the end of its last whole line. */
  readonly bytes: number
  /** Bytes after that, and what they are, if they are the start of a line that nothing was lost of. */
  readonly restBytes: number
  readonly begun: string | undefined
  /** Its last whole line has a checksum. */
  readonly sealed: boolean
}

type Replayed = { readonly segments: readonly ReplayedSegment[]; readonly notices: readonly string[] }

const advice =
  'Remove that line and all lines after it to continue from what is before it, or move the journal away to continue from the file beside it alone. To start empty, remove both.'

/** The document beside a journal. */
type Beside = {
  /** Its path, if someone put it there by hand: then no journal continues it. */
  readonly handWritten?: string | undefined
  /** There is no document, so the journal holds everything. */
  readonly alone?: boolean
}

/**
 * Applies the journal to a state: every entry from `journalFrom` on. A last line without an end was cut off while it
 * was written, so it was never answered: it is dropped and reported. Throws `StoreUnreadable` for anything else that
 * cannot be read, for a line that was changed, for an entry that is missing, and for an event or a version that is not known.
 */
export async function replay(
  fileSystem: FileSystem,
  segments: readonly Segment[],
  snapshot: Snapshot,
  { handWritten, alone = false }: Beside = {},
): Promise<Replayed> {
  const replayer = new Replayer(snapshot)
  const found: ReplayedSegment[] = []
  const notices: string[] = []
  let atEnd: string[] = []
  for (const segment of segments) {
    const { path } = segment
    const size = await refuseOddFile(fileSystem, path)
    if (handWritten !== undefined && size > 0) throw mixed(handWritten, path)
    const { lines, bytes, rest, restBytes } = await readSegment(fileSystem, path, replayer)
    const sealed = lines > 0 && replayer.sealed
    const end = segmentEnd(rest, sealed ? replayer.next : undefined)
    const problem = problemOf(end, alone && lines === 0 && segments.length === 1)
    if (problem !== undefined) throw unreadable(path, lines + 1, problem, advice)
    found.push({ segment, bytes, restBytes, begun: end.kind === 'begun' ? end.text : undefined, sealed })
    if (end.kind === 'torn' || end.kind === 'zeros') notices.push(tornText(path, lines + 1, restBytes))
    if (lines > 0) atEnd = sealed && end.kind === 'whole' ? [endText(path, lines)] : []
  }
  return { segments: found, notices: [...notices, ...atEnd] }
}

function tornText(path: string, line: number, bytes: number): string {
  return `${path}, line ${line}: the last line was cut off while it was written (${bytes} bytes) and was ignored. Nothing that was answered is lost.`
}

function endText(path: string, lines: number): string {
  return `${path}, line ${lines}: the start of another line is missing after this one. Lines may have been removed there, or a write was cut off.`
}

function problemOf(end: SegmentEnd, alone: boolean): string | undefined {
  if (end.kind === 'wrong') return end.problem
  return end.kind === 'zeros' && alone
    ? 'this holds only zeros, as a loss of power can leave a file, and there is no document beside it'
    : undefined
}

async function readSegment(fileSystem: FileSystem, path: string, replayer: Replayer) {
  try {
    return await eachLine(fileSystem, path, (line, _, place) => replayer.line(line, place))
  } catch (error) {
    throw error instanceof BadLine ? unreadable(path, error.line, error.message, advice) : error
  }
}

/** Reading a pipe or a device could wait for ever, and a link may lead to a file of somebody else. Returns the bytes of the file. */
async function refuseOddFile(fileSystem: FileSystem, path: string): Promise<number> {
  if ((await fileSystem.readlink(path)) !== undefined)
    throw unreadable(path, undefined, 'this is a symbolic link, and twinmq follows none to a journal', 'Move it away.')
  const found = await fileSystem.stat(path)
  if (found?.kind === 'file') return found.bytes
  throw unreadable(path, undefined, 'this is not a regular file', 'Move it away.')
}

/** A document and a journal of two states: applying one to the other would lose data. */
function mixed(document: string, journal: string): StoreUnreadable {
  return unreadable(
    document,
    undefined,
    `this file was put here by hand, but ${journal} beside it goes on from another one`,
    `To go on from this file alone, remove ${journal}. To go on from the one before, put that back.`,
  )
}

/** Applies lines to a state and checks that none is missing. */
class Replayer {
  readonly #state: State
  readonly #journalFrom: number
  /** Sequence of the line before. */
  #before = 0
  /** Highest sequence that what was read so far accounts for. */
  #known: number
  /** The lines have checksums: none may follow that has none. */
  sealed = false

  constructor(snapshot: Snapshot) {
    this.#state = snapshot.state
    this.#journalFrom = snapshot.journalFrom
    this.#known = snapshot.state.sequence
  }

  /** What the start of a line that is to come can be. */
  get next(): readonly number[] {
    return [this.#before + 1, this.#known + 1]
  }

  line(text: string, place: LinePlace): void {
    const line = object(JSON.parse(text))
    if (line.crc !== undefined) checkSeal(text, place)
    if (line.version !== undefined) within('version', () => checkVersion(line.version))
    if (line.version === lineVersions.sealed || line.crc !== undefined) this.sealed = true
    const entry = readEntry(line)
    if (this.sealed && line.crc === undefined) throw new ValidationError('a checksum "crc" is expected at its end')
    this.#checkOrder(
      entry.sequence,
      line.after === undefined ? entry.sequence - 1 : within('after', () => count(line.after)),
    )
    this.#before = entry.sequence
    this.#known = Math.max(this.#known, entry.sequence)
    if (entry.sequence >= this.#journalFrom) this.#apply(entry)
  }

  /** `after`: the sequence that the entry says it comes after; only one that follows a recovery leaves numbers out. */
  #checkOrder(sequence: number, after: number): void {
    if (sequence <= this.#before || sequence <= after) {
      throw new ValidationError(
        `sequence ${sequence} must be higher than ${Math.max(this.#before, after)}, of the line before`,
      )
    }
    if (after > this.#known)
      throw new ValidationError(`entries ${this.#known + 1} to ${after} are missing before this line`)
  }

  #apply(entry: Entry): void {
    const state = this.#state
    for (const event of entry.events) evolve(state, event, entry)
    if (entry.sequence <= state.sequence) return
    state.sequence = entry.sequence
    state.changedAtMs = entry.atMs
  }
}

function checkVersion(value: unknown): void {
  if (value === lineVersions.plain || value === lineVersions.sealed) return
  throw new ValidationError(
    `version ${lineVersions.sealed} is expected at most; a newer twinmq may have written this journal`,
  )
}
