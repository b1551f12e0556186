import { type Entry, eventVersion } from '../core/events/event.ts'
import { evolve } from '../core/evolve.ts'
import type { State } from '../core/state.ts'
import type { Snapshot } from '../document/document.ts'
import type { StoreUnreadable } from '../document/unreadable.ts'
import { BadLine, unreadable } from '../document/unreadable.ts'
import { count, object, ValidationError, within } from '../document/values.ts'
import { readEntry } from './entry-check.ts'
import { eachLine } from './file-lines.ts'
import type { FileSystem } from './file-system.ts'
import type { Segment } from './segments.ts'

/** The outcome of reading one segment. */
export type ReplayedSegment = {
  readonly segment: Segment
  /** Bytes up to the end of its last whole line. */
  readonly bytes: number
  /** Bytes after that: of a last line that was cut off. */
  readonly tornBytes: number
}

type Replayed = { readonly segments: readonly ReplayedSegment[]; readonly notices: readonly string[] }

const advice =
  'Repair or remove that line, or move the journal away to continue from the file beside it alone. To start empty, remove both.'

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
 * cannot be read, for an entry that is missing, and for an event or a version that is not known.
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
  for (const segment of segments) {
    const size = await refuseOddFile(fileSystem, segment.path)
    if (handWritten !== undefined && size > 0) throw mixed(handWritten, segment.path)
    const { lines, bytes, rest, restBytes } = await readSegment(fileSystem, segment.path, replayer)
    const torn = restBytes === 0 ? 'part' : tornLine(rest)
    if (torn === 'foreign' || (torn === 'zeros' && alone && lines === 0 && segments.length === 1))
      throw unreadable(segment.path, lines + 1, tornProblems[torn], advice)
    found.push({ segment, bytes, tornBytes: restBytes })
    if (restBytes > 0) {
      notices.push(
        `${segment.path}, line ${lines + 1}: the last line was cut off while it was written (${restBytes} bytes) and was ignored. Nothing that was answered is lost.`,
      )
    }
  }
  return { segments: found, notices }
}

const tornProblems = {
  foreign: 'this last line is not an entry or the beginning of one',
  zeros: 'this holds only zeros, as a loss of power can leave a file, and there is no document beside it',
} as const

const entryStart = '{"sequence":'

/** The kind of a last line without an end: part of an entry, zeros (file systems leave them after a loss of power), or foreign. */
function tornLine(rest: readonly Uint8Array[]): 'part' | 'zeros' | 'foreign' {
  const [first] = rest.filter(({ length }) => length > 0)
  const start = Buffer.from(first!.subarray(0, entryStart.length)).toString('latin1')
  const beginning = start.replace(/\0+$/, '')
  if (beginning === '') return rest.every((piece) => piece.every((byte) => byte === 0)) ? 'zeros' : 'foreign'
  return entryStart.startsWith(beginning) ? 'part' : 'foreign'
}

async function readSegment(fileSystem: FileSystem, path: string, replayer: Replayer) {
  try {
    return await eachLine(fileSystem, path, (line) => replayer.line(line))
  } catch (error) {
    throw error instanceof BadLine ? unreadable(path, error.line, error.message, advice) : error
  }
}

/** Reading a pipe or a device could wait for ever. Returns the bytes of the file. */
async function refuseOddFile(fileSystem: FileSystem, path: string): Promise<number> {
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

  constructor(snapshot: Snapshot) {
    this.#state = snapshot.state
    this.#journalFrom = snapshot.journalFrom
    this.#known = snapshot.state.sequence
  }

  line(text: string): void {
    const line = object(JSON.parse(text))
    if (line.version !== undefined) within('version', () => checkVersion(line.version))
    const entry = readEntry(line)
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
  if (value === eventVersion) return
  throw new ValidationError(
    `events of version ${eventVersion} are expected; a newer twinmq may have written this journal`,
  )
}
