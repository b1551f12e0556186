import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { Low } from 'lowdb'
import type { Entry } from '../core/events/event.ts'
import type { Namespace } from '../core/model.ts'
import { SeededRandom } from '../core/random.ts'
import { emptyState, type State } from '../core/state.ts'
import type { Snapshot } from '../document/document.ts'
import { StoreUnreadable, unreadable } from '../document/unreadable.ts'
import { documentChunks } from '../document/writer.ts'
import { type FileSystem, hasCode, localFileSystem, ownersOnly, writeAll } from './file-system.ts'
import { type Durability, type Fold, Journal, storeFailure } from './journal.ts'
import { replay } from './journal-replay.ts'
import { Lock } from './lock.ts'
import { isMountPoint } from './mount-point.ts'
import { localProcesses, type Processes } from './processes.ts'
import { realPath } from './real-path.ts'
import { type RealTime, realTime } from './real-time.ts'
import { replaceFile } from './replaced-file.ts'
import { segmentsBeside } from './segments.ts'
import { SnapshotFile } from './snapshot-file.ts'
import { type Loaded, type SaveOptions, type Store, StoreFailure } from './store.ts'

/** Where and how a file store keeps state. */
export type FileStoreOptions = {
  /** The document; its journal and lock stand beside it. A folder that is not there is made. */
  readonly file: string
  readonly durability: Durability
  readonly namespace: Namespace
  /** Epoch milliseconds, for `savedAt` and the lock; absent: the system clock. */
  readonly nowMs?: () => number
  /** Absent: those of this machine. */
  readonly fileSystem?: FileSystem
  readonly processes?: Processes
  /** The time that the lock uses to touch its file; absent: timers of this process. */
  readonly time?: RealTime
  /** Defaults for a document; absent: the default account and region, and ids from the seed 0. */
  readonly defaults?: { readonly account: string; readonly region: string }
  readonly seed?: number
  /** Refuse a document that was changed since twinmq saved it; absent: a notice says so. */
  readonly verify?: boolean
}

/** Everything that is open between `load` and `close`. */
type Opened = {
  readonly file: string
  readonly lock: Lock
  readonly journal: Journal
  readonly document: SnapshotFile
  readonly low: Low<Snapshot>
  readonly ending: AbortController
  readonly endWatch: () => void
}

const absent = {
  nowMs: Date.now,
  fileSystem: localFileSystem,
  processes: localProcesses,
  time: realTime,
  defaults: { account: '000000000000', region: 'us-east-1' },
  seed: 0,
  verify: false,
}

/** A journal of less is not worth the time of a snapshot, bytes. */
const smallJournalBytes = 64 * 1024 * 1024

/** How often to see whether the document is still there, milliseconds of real time. */
const watchMs = 1_000

/** Keeps state in one JSON document, driven by lowdb, with a journal of what happened since beside it. */
export class FileStore implements Store {
  readonly #options: Required<FileStoreOptions>
  #opened: Opened | undefined
  #fold: Fold = { journalFrom: 1 }
  /** The snapshot under way, and those that wait for it. Never rejects. */
  #saving: Promise<void> = Promise.resolve()
  /** Bytes of the journal above which a snapshot is due. */
  #dueBytes = smallJournalBytes

  constructor(options: FileStoreOptions) {
    this.#options = { ...absent, ...options }
  }

  async load(): Promise<Loaded> {
    const { fileSystem, processes, time, nowMs } = this.#options
    if (this.#opened) throw new StoreUnreadable(`${this.#options.file}: this store is in use. Close it first.`)
    const file = await prepare(fileSystem, this.#options.file)
    let lock: Lock | undefined
    try {
      lock = await Lock.take(fileSystem, file, processes, nowMs(), time)
      return await this.#read(file, lock)
    } catch (error) {
      await lock?.release()
      throw storeUnreadable(file, error)
    }
  }

  append(entries: readonly Entry[]): void | Promise<void> {
    return this.#opening.journal.append(entries)
  }

  /** One process owns the file, so nobody else adds entries. */
  follow(): AsyncIterable<Entry> {
    return Readable.from([])
  }

  get snapshotDue(): boolean {
    return this.#opened !== undefined && this.#opened.journal.bytes > this.#dueBytes
  }

  saveSnapshot(state: State, options: SaveOptions = {}): Promise<void> {
    this.#dueBytes = Number.POSITIVE_INFINITY
    const saved = this.#saving.then(() => this.#save(this.#opening, state, options))
    this.#saving = saved.catch(() => {})
    return saved
  }

  async backUp(state: State): Promise<string> {
    const { file, lock, ending } = this.#opening
    const { fileSystem, nowMs } = this.#options
    const backup = `${file}.bak`
    const snapshot = { state, journalFrom: state.sequence + 1 }
    try {
      await lock.assure()
      await replaceFile(fileSystem, backup, {
        chunks: documentChunks({ snapshot, savedAtMs: nowMs(), copy: true }),
        access: (await fileSystem.stat(file))?.access ?? ownersOnly,
        signal: ending.signal,
      })
      return backup
    } catch (error) {
      const { message } = storeFailure(backup, error)
      throw new StoreFailure(`the previous state cannot be backed up, so nothing was loaded: ${message}`, {
        cause: error,
      })
    }
  }

  /** Ends a snapshot under way. After one that succeeded, with nothing appended since, only the document is left. */
  async close(): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    opened.ending.abort(new StoreFailure(`${opened.file}: the store is being closed`))
    await this.#saving
    this.#opened = undefined
    opened.endWatch()
    try {
      await opened.journal.close()
    } finally {
      await opened.lock.release()
    }
  }

  get #opening(): Opened {
    if (!this.#opened) throw new StoreFailure(`${this.#options.file}: the store is closed`)
    return this.#opened
  }

  async #read(file: string, lock: Lock): Promise<Loaded> {
    const { fileSystem, durability, namespace, nowMs } = this.#options
    const ending = new AbortController()
    const { signal } = ending
    const beforeReplace = ({ state }: Snapshot) => this.#opening.journal.caughtUp(state, this.#fold)
    const { defaults, seed } = this.#options
    const random = (stream: number) => new SeededRandom(seed, stream)
    const context = { namespace, defaults, nowMs: nowMs(), random, goesOn: true }
    const document = new SnapshotFile({ fileSystem, file, context, nowMs, beforeReplace, signal })
    const low = new Low<Snapshot>(document, { state: emptyState(namespace), journalFrom: 1 })
    await low.read()
    const { state } = low.data
    const { ownsJournal, completed, changed } = document.found
    if (changed !== undefined && this.#options.verify)
      throw unreadable(file, undefined, changed, 'Put back what it held, or start without --verify-data to accept it.')
    const handWritten = completed || !ownsJournal
    const found = await segmentsBeside(fileSystem, file)
    const { segments, notices } = await replay(fileSystem, found, low.data, {
      handWritten: handWritten ? file : undefined,
      alone: document.bytes === 0,
    })
    /* It may have taken a while to read, in which the lock could not be touched. */
    await lock.assure()
    const confirmOwner = () => lock.confirm()
    const journal = await Journal.open({ fileSystem, file, durability, confirmOwner }, segments, state.sequence)
    const endWatch = this.#options.time.every(watchMs, () => void this.#watch(document))
    this.#opened = { file, lock, journal, document, low, ending, endWatch }
    this.#dueBytes = dueBytes(document)
    const ofDocument = changed === undefined ? [] : [`${file}: ${changed}`]
    return { state, notices: [...ofDocument, ...notices], completed: handWritten }
  }

  /** The journal goes on from the document, so one that was removed has to be written again. */
  async #watch(document: SnapshotFile): Promise<void> {
    const isSaving = this.#dueBytes === Number.POSITIVE_INFINITY
    const gone = await document.isGone().catch(() => false)
    if (gone && !isSaving && this.#dueBytes !== Number.POSITIVE_INFINITY) this.#dueBytes = -1
  }

  async #save({ file, lock, journal, document, low }: Opened, state: State, options: SaveOptions): Promise<void> {
    try {
      await makeFolder(this.#options.fileSystem, dirname(file))
      await lock.assure()
      this.#fold = await journal.beginFold(state, options)
      await this.#write(journal, low, { state, journalFrom: this.#fold.journalFrom })
      await journal.finishFold(state, this.#fold)
      this.#dueBytes = dueBytes(document)
    } catch (error) {
      /* Trying again makes sense when much more has come together, not in the next turn. */
      this.#dueBytes = journal.bytes + smallJournalBytes
      throw storeFailure(file, error)
    }
  }

  async #write(journal: Journal, low: Low<Snapshot>, snapshot: Snapshot): Promise<void> {
    try {
      low.data = snapshot
      await low.write()
    } catch (error) {
      await journal.abandonFold(this.#fold)
      throw error
    }
  }
}

function dueBytes(document: SnapshotFile): number {
  return Math.max(smallJournalBytes, 2 * document.bytes)
}

/** Prepares the place and returns its path, to which symbolic links lead. Throws `StoreUnreadable` if state cannot be kept there. */
async function prepare(fileSystem: FileSystem, file: string): Promise<string> {
  const given = resolve(file)
  try {
    const path = await realPath(fileSystem, given)
    await makeFolder(fileSystem, dirname(path))
    const found = await fileSystem.stat(path)
    if (found === undefined) return path
    if (found.kind === 'file') return await refusedIfMounted(path)
  } catch (error) {
    throw storeUnreadable(given, error)
  }
  throw unreadable(given, undefined, 'this is not a regular file', 'Name another file with --data.')
}

async function refusedIfMounted(path: string): Promise<string> {
  if (!(await isMountPoint(path))) return path
  const problem = 'this file is a mount of its own, so it cannot be replaced'
  throw unreadable(path, undefined, problem, 'Mount the folder that holds it, or name another file with --data.')
}

/** Makes a folder that is not there. State is nothing to commit, so the default folder gets a .gitignore. */
async function makeFolder(fileSystem: FileSystem, folder: string): Promise<void> {
  if (!(await fileSystem.mkdir(folder)) || basename(folder) !== '.twinmq') return
  const fd = await fileSystem.open(join(folder, '.gitignore'), 'wx')
  try {
    await writeAll(fileSystem, fd, Buffer.from('*\n'))
  } finally {
    await fileSystem.close(fd)
  }
}

/** An error of the disk while a store is opened, as people are told it. */
function storeUnreadable(file: string, error: unknown): StoreUnreadable {
  if (error instanceof StoreUnreadable) return error
  return unreadable(file, undefined, `state cannot be kept here: ${problemOf(error)}`, 'Name another file with --data.')
}

function isOfLock(error: unknown): error is Error {
  return error instanceof Error && 'path' in error && String(error.path).endsWith('.lock')
}

function problemOf(error: unknown): string {
  if (hasCode(error, 'EROFS', 'EACCES', 'EPERM') && isOfLock(error))
    return `a lock file cannot be created beside it: ${error.message}`
  if (hasCode(error, 'EEXIST', 'ENOTDIR')) return 'a part of its path is a file, not a folder'
  return error instanceof Error ? error.message : String(error)
}
