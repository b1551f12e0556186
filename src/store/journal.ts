import { dirname } from 'node:path'
import type { Entry } from '../core/events/event.ts'
import type { State } from '../core/state.ts'
import { refuseGap } from './entry-order.ts'
import { type FileSystem, ownersOnly, removeFile, syncFile, syncFolder, writeAll, writeAllSync } from './file-system.ts'
import { GroupCommit } from './group-commit.ts'
import { entryLines, lineStart, markedLine } from './journal-lines.ts'
import type { ReplayedSegment } from './journal-replay.ts'
import { sealLines } from './line-seal.ts'
import { type Segment, segmentAt } from './segments.ts'
import { type SaveOptions, StoreFailure } from './store.ts'

/** What an answered change survives: the death of the process, or loss of power too. */
export type Durability = 'process' | 'disk'

type JournalOptions = {
  readonly fileSystem: FileSystem
  readonly file: string
  readonly durability: Durability
  /** Throws once the file belongs to another process. Absent: it cannot. */
  readonly confirmOwner?: (() => void) | undefined
}

/** A segment on the disk. The current one is open; one from an earlier run need not be. `begunBytes`: see `sealLines`. */
type OpenSegment = { segment: Segment; readonly fd: number; bytes: number; begunBytes: number }
type OlderSegment = { readonly segment: Segment; readonly fd?: number; readonly bytes: number }

/** Lines of one append. */
type Lines = { readonly lines: readonly string[]; readonly lastSequence: number }

/** The step to a new segment, made for a snapshot that takes the place of the older ones. */
export type Fold = {
  /** Sequence of the first entry that the snapshot may lack. */
  readonly journalFrom: number
  /** The new segment of a journal that is broken: in use once the snapshot is in place. */
  readonly aside?: OpenSegment
  /** As in `SaveOptions`. */
  readonly whole?: (() => void) | undefined
}

/** Turns of the loop within which entries that the state already holds must have been appended. */
const patienceTurns = 16

/** How often to see whether the lock is still ours, milliseconds of real time. */
const confirmIntervalMs = 100

/** Adds entries to files beside the document. Owns the segment that is open, and knows the older ones. */
export class Journal {
  readonly #fileSystem: FileSystem
  readonly #file: string
  readonly #durability: Durability
  readonly #confirmOwner: () => void
  readonly #groups = new GroupCommit<Lines>((group) => this.#commit(group))
  #current: OpenSegment
  #older: OlderSegment[]
  /** The current segment says which version of events follows. */
  #marked = false
  /** Sequence that the next entry must have. */
  #next: number
  /** All entries up to this one are in a segment or in the document. */
  #handed: number
  /** All entries up to this one are as durable as the mode asks. */
  #durable: number
  #failure: StoreFailure | undefined
  /** Instant of the next look at the lock, on the clock of `performance.now`. */
  #nextCheck = 0

  private constructor(options: JournalOptions, current: OpenSegment, older: OlderSegment[], lastSequence: number) {
    this.#fileSystem = options.fileSystem
    this.#file = options.file
    this.#durability = options.durability
    this.#confirmOwner = options.confirmOwner ?? (() => {})
    this.#current = current
    this.#older = older
    this.#next = lastSequence + 1
    this.#handed = lastSequence
    this.#durable = lastSequence
  }

  /** Goes on after `lastSequence` in the last of the segments that were replayed, whose torn end is cut off. */
  static async open(
    options: JournalOptions,
    found: readonly ReplayedSegment[],
    lastSequence: number,
  ): Promise<Journal> {
    const { fileSystem, file, durability } = options
    const last = found.at(-1)
    const segment = last?.segment ?? segmentAt(file, 0)
    const begun = lineStart(lastSequence + 1)
    const goesOn = last?.begun === begun
    if (last && !goesOn && last.restBytes > 0) await fileSystem.truncate(segment.path, last.bytes)
    if (durability === 'disk') for (const { segment } of found) await syncFile(fileSystem, segment.path)
    const fd = await fileSystem.open(segment.path, 'a', last ? undefined : ownersOnly)
    if (last?.sealed && !goesOn) await writeAll(fileSystem, fd, Buffer.from(begun))
    if (durability === 'disk') await syncFolder(fileSystem, dirname(file))
    const begunBytes = last?.sealed ? begun.length : 0
    const current = { segment, fd, bytes: (last?.bytes ?? 0) + begunBytes, begunBytes }
    return new Journal(options, current, found.slice(0, -1), lastSequence)
  }

  /** Bytes of all segments, which the next snapshot makes needless. */
  get bytes(): number {
    return this.#older.reduce((sum, { bytes }) => sum + bytes, this.#current.bytes)
  }

  /** As `Store.append`. */
  append(entries: readonly Entry[]): void | Promise<void> {
    if (this.#failure) throw this.#failure
    refuseGap(entries, this.#next)
    try {
      const lines = { lines: entryLines(entries), lastSequence: this.#next + entries.length - 1 }
      this.#next += entries.length
      if (this.#durability === 'disk') return this.#groups.add(lines)
      this.#writeNow(lines)
    } catch (error) {
      throw this.#break(error)
    }
  }

  /**
   * Opens a new segment, to which entries go from now on; while the journal is broken, or with `anew`, it is kept aside. A
   * snapshot of what the state holds when this resolves needs none of the older ones. `anew`: the entries so far do not
   * lead to that state, whose sequence is higher than theirs.
   */
  async beginFold(state: State, { anew = false, whole }: SaveOptions): Promise<Fold> {
    if (!this.#failure && !anew && this.#current.bytes === 0) return { journalFrom: this.#handed + 1 }
    const fresh = await this.#create()
    if (this.#failure || anew) return { journalFrom: state.sequence + 1, aside: fresh, whole }
    this.#older.push(this.#current)
    this.#current = fresh
    this.#marked = false
    return { journalFrom: this.#handed + 1 }
  }

  /**
   * Resolves once the journal has all that the state holds now: a document may hold parts of what an entry did, and
   * needs that entry to be whole. With a segment aside no entries come, so the state must not have changed. Throws
   * `StoreFailure`, and breaks the journal, if the entries do not come.
   */
  async caughtUp(state: State, fold: Fold): Promise<void> {
    if (fold.aside) return unchanged(state, fold)
    const { sequence } = state
    for (let turns = 0; this.#durable < sequence; turns++) {
      if (this.#failure) throw this.#failure
      if (turns === patienceTurns)
        throw this.#break(new Error(`entries ${this.#durable + 1} to ${sequence} never came`))
      await this.#groups.idle()
      await new Promise(setImmediate)
    }
  }

  /** The snapshot is in place: drops the older segments. A journal that was broken is whole again, after what the state holds now. */
  async finishFold(state: State, fold: Fold): Promise<void> {
    await this.#groups.idle()
    const needless = this.#older
    if (fold.aside) {
      needless.push(this.#current)
      this.#current = fold.aside
      this.#marked = false
    }
    this.#older = await this.#discard(needless)
    await this.#takeFirstName()
    if (!fold.aside) return
    this.#handed = fold.journalFrom - 1
    this.#durable = this.#handed
    this.#next = state.sequence + 1
    this.#failure = undefined
  }

  /** The snapshot came to nothing. */
  async abandonFold(fold: Fold): Promise<void> {
    if (fold.aside) this.#older.push(...(await this.#discard([fold.aside])))
  }

  /** Lets go of the files. An empty segment is removed. Rejects with `StoreFailure` if one with entries was taken away. */
  async close(): Promise<void> {
    await this.#groups.idle()
    const { segment, fd: open, bytes } = this.#current
    const lost = bytes > 0 && !this.#fileSystem.hasName(open)
    this.#failure = new StoreFailure(`${this.#file}: the store is closed`)
    for (const { fd } of [...this.#older, this.#current]) if (fd !== undefined) await this.#fileSystem.close(fd)
    if (bytes === 0) await removeFile(this.#fileSystem, segment.path)
    if (lost) throw storeFailure(segment.path, new Error('the file was removed'))
  }

  #writeNow(lines: Lines): void {
    const current = this.#current
    this.#checkPlace(current)
    this.#seal(current, lines.lines, lines.lastSequence, (bytes) => writeAllSync(this.#fileSystem, current.fd, bytes))
    this.#handed = lines.lastSequence
    this.#durable = lines.lastSequence
  }

  async #commit(group: readonly Lines[]): Promise<void> {
    try {
      if (this.#failure) throw this.#failure
      const current = this.#current
      this.#checkPlace(current)
      const parts: Uint8Array[] = []
      const lines = group.flatMap((each) => each.lines)
      const { lastSequence } = group.at(-1)!
      this.#seal(current, lines, lastSequence, (bytes) => parts.push(Buffer.from(bytes)))
      this.#handed = lastSequence
      for (const part of parts) await writeAll(this.#fileSystem, current.fd, part)
      await this.#fileSystem.fdatasync(current.fd)
      this.#durable = lastSequence
    } catch (error) {
      throw this.#break(error)
    }
  }

  /** Hands on the bytes of lines that go to the current segment; the first one written there says what holds for all that follow. */
  #seal(
    current: OpenSegment,
    lines: readonly string[],
    lastSequence: number,
    write: (bytes: Uint8Array) => unknown,
  ): void {
    const marked = this.#marked ? lines : [markedLine(lines[0]!, this.#handed), ...lines.slice(1)]
    this.#marked = true
    current.begunBytes = sealLines(marked, lastSequence + 1, current.begunBytes, (bytes) => {
      current.bytes += bytes.length
      write(bytes)
    })
  }

  /** What is written to a file that was deleted is lost without an error, so each write looks; at the lock, the first after a pause, in which another may have taken it. */
  #checkPlace({ fd }: OpenSegment): void {
    if (!this.#fileSystem.hasName(fd)) throw new Error('the file was removed')
    const now = performance.now()
    if (now < this.#nextCheck) return
    this.#nextCheck = now + confirmIntervalMs
    this.#confirmOwner()
  }

  /** After an error nobody knows how much of a line is in the segment, so nothing is added to it any more. */
  #break(error: unknown): StoreFailure {
    this.#failure ??= storeFailure(this.#current.segment.path, error)
    return this.#failure
  }

  async #create(): Promise<OpenSegment> {
    const number = Math.max(...[...this.#older, this.#current].map(({ segment }) => segment.number)) + 1
    const segment = segmentAt(this.#file, number)
    const before = await this.#fileSystem.stat(this.#current.segment.path).catch(() => undefined)
    const fd = await this.#fileSystem.open(segment.path, 'wx', before?.access ?? ownersOnly)
    const fresh = { segment, fd, bytes: 0, begunBytes: 0 }
    try {
      if (this.#durability === 'disk') await syncFolder(this.#fileSystem, dirname(this.#file))
      return fresh
    } catch (error) {
      this.#older.push(...(await this.#discard([fresh])))
      throw error
    }
  }

  /** Removes segments, and returns those that could not be: what they hold is passed over on load, so they only take room. */
  async #discard(segments: readonly OlderSegment[]): Promise<OlderSegment[]> {
    const kept: OlderSegment[] = []
    for (const { segment, fd, bytes } of segments) {
      try {
        if (fd !== undefined) await this.#fileSystem.close(fd)
        await removeFile(this.#fileSystem, segment.path)
      } catch {
        kept.push({ segment, bytes })
      }
    }
    return kept
  }

  /** Outside a fold the journal is one file, under the name without a number. If that cannot be, any name will do. */
  async #takeFirstName(): Promise<void> {
    const first = segmentAt(this.#file, 0)
    if (this.#older.length > 0 || this.#current.segment.number === 0) return
    try {
      await this.#fileSystem.rename(this.#current.segment.path, first.path)
      this.#current.segment = first
    } catch {}
  }
}

/** Time alone may have changed a state that takes no commands. */
function unchanged(state: State, { journalFrom, whole }: Fold): void {
  if (state.sequence >= journalFrom) throw new StoreFailure('the state changed while it was saved')
  whole?.()
}

/** An error of the disk, or of another kind, as the store reports it. */
export function storeFailure(path: string, error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  return new StoreFailure(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
}
