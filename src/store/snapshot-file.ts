import { createHash } from 'node:crypto'
import type { Adapter } from 'lowdb'
import type { Snapshot } from '../document/document.ts'
import { type ReadDocument, readDocument, wholeBytes } from '../document/read-document.ts'
import type { DocumentContext } from '../document/reading.ts'
import { DocumentUnreadable, unreadable } from '../document/unreadable.ts'
import { documentChunks } from '../document/writer.ts'
import { fileBlocks } from './file-lines.ts'
import { type FileSystem, ownersOnly } from './file-system.ts'
import { replaceFile } from './replaced-file.ts'

type SnapshotFileOptions = {
  readonly fileSystem: FileSystem
  readonly file: string
  readonly context: DocumentContext
  /** Epoch milliseconds, for `savedAt`. */
  readonly nowMs: () => number
  /** Called when a snapshot is written whole; it takes the place of the one before when this resolves. */
  readonly beforeReplace: (snapshot: Snapshot) => Promise<void>
  /** Ends a write that is under way. */
  readonly signal: AbortSignal
  /** Larger files are read line by line, which they must be laid out for. */
  readonly wholeBytes?: number
}

/** The document as lowdb reads and writes it: in chunks, and replaced in one step. */
export class SnapshotFile implements Adapter<Snapshot> {
  readonly #options: SnapshotFileOptions
  /** Bytes of the document as it was last read or written; 0: there is none. */
  bytes = 0
  /** What was read besides the snapshot. */
  found: Omit<ReadDocument, 'snapshot'> = {
    savedAtMs: undefined,
    notices: [],
    completed: false,
    ownsJournal: true,
    changed: undefined,
    madeIds: new Set(),
  }

  constructor(options: SnapshotFileOptions) {
    this.#options = options
  }

  /** Null: there is none. Throws `StoreUnreadable`. */
  async read(): Promise<Snapshot | null> {
    const { fileSystem, file, context, wholeBytes: limitBytes = wholeBytes } = this.#options
    const found = await fileSystem.stat(file)
    if (found === undefined) return null
    if (found.kind !== 'file')
      throw unreadable(file, undefined, 'this is not a regular file', 'Name another with --data.')
    if (found.bytes === 0)
      throw unreadable(file, undefined, 'this file is empty', 'To start empty, remove it and its journal.')
    this.bytes = found.bytes
    const whole = found.bytes <= limitBytes
    const blocks = fileBlocks(fileSystem, file, whole ? found.bytes : undefined)
    try {
      const { snapshot, ...others } = await readDocument(blocks, file, context, whole ? limitBytes : 0)
      this.found = others
      return snapshot
    } catch (error) {
      if (!(error instanceof DocumentUnreadable)) throw error
      throw error.advised('Repair it, or to start empty move it and its journal away.')
    }
  }

  /** Whether there was a document and it is gone. Rejects with the errors of the disk. */
  async isGone(): Promise<boolean> {
    const { fileSystem, file } = this.#options
    return this.bytes > 0 && (await fileSystem.stat(file)) === undefined
  }

  /** Permissions and owner of the file stay as they are. */
  async write(snapshot: Snapshot): Promise<void> {
    const { fileSystem, file, beforeReplace, nowMs, signal } = this.#options
    const hash = createHash('sha256')
    this.bytes = await replaceFile(fileSystem, file, {
      chunks: documentChunks({ snapshot, savedAtMs: nowMs(), digest: () => hash.copy().digest('hex') }),
      onBytes: (bytes) => hash.update(bytes),
      access: (await fileSystem.stat(file))?.access ?? ownersOnly,
      signal,
      beforeReplace: () => beforeReplace(snapshot),
    })
  }
}
