import { isAscii, isUtf8 } from 'node:buffer'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import type { Namespace } from '../core/model.ts'
import type { Snapshot } from './document.ts'
import { readLayout } from './document-layout.ts'
import { DocumentReader } from './document-reader.ts'
import { documentChunks } from './document-writer.ts'
import { type FileSystem, removeFile, syncFolder, writeAll } from './file-system.ts'
import { lineOfPosition, lineOfValue } from './line-of.ts'
import { BadLine, misfitText, unreadable } from './unreadable.ts'
import { Misfit } from './values.ts'

type SnapshotFileOptions = {
  readonly fileSystem: FileSystem
  readonly file: string
  readonly namespace: Namespace
  /** Epoch milliseconds, for `savedAt`. */
  readonly nowMs: () => number
  /** Called when a snapshot is written whole; it takes the place of the one before when this resolves. */
  readonly beforeReplace: (snapshot: Snapshot) => Promise<void>
  /** Ends a write that is under way. */
  readonly signal: AbortSignal
  /** Larger files are read line by line, which they must be laid out for. */
  readonly wholeBytes?: number
}

/** JSON of up to this size is read as one text; V8 has none of more than about 512 MB. */
const defaultWholeBytes = 400_000_000

/** Holds the bytes of one chunk after the other: a buffer for each would double the memory in use. */
const scratchBytes = 256 * 1024

const advice = 'Mend it, or to start empty move it away, and its journal if there is one.'

/** The document as lowdb reads and writes it: in chunks, and replaced in one step. */
export class SnapshotFile implements Adapter<Snapshot> {
  readonly #options: SnapshotFileOptions
  /** Bytes of the document as it was last read or written; 0: there is none. */
  bytes = 0

  constructor(options: SnapshotFileOptions) {
    this.#options = options
  }

  /** Null: there is none. Throws `StoreUnreadable`. */
  async read(): Promise<Snapshot | null> {
    const { fileSystem, file, wholeBytes = defaultWholeBytes } = this.#options
    const found = await fileSystem.stat(file)
    if (found === undefined) return null
    if (found.kind !== 'file')
      throw unreadable(file, undefined, 'this is not a regular file', 'Name another with --data.')
    if (found.bytes === 0)
      throw unreadable(
        file,
        undefined,
        'this file is empty',
        'To start empty, remove it, and its journal if there is one.',
      )
    this.bytes = found.bytes
    return found.bytes <= wholeBytes ? this.#readWhole(found.bytes) : this.#readLines()
  }

  /** Writes to a file beside it first, so that there is a whole document at every instant. */
  async write(snapshot: Snapshot): Promise<void> {
    const { fileSystem, file, beforeReplace } = this.#options
    const temporary = `${file}.tmp`
    await removeFile(fileSystem, temporary)
    try {
      const bytes = await this.#writeTemporary(temporary, snapshot)
      await beforeReplace(snapshot)
      await fileSystem.rename(temporary, file)
      await syncFolder(fileSystem, dirname(file))
      this.bytes = bytes
    } catch (error) {
      await removeFile(fileSystem, temporary).catch(() => {})
      throw error
    }
  }

  async #writeTemporary(temporary: string, snapshot: Snapshot): Promise<number> {
    const { fileSystem, nowMs, signal } = this.#options
    const fd = await fileSystem.open(temporary, 'wx')
    try {
      let bytes = 0
      const scratch = Buffer.allocUnsafe(scratchBytes)
      for (const chunk of documentChunks({ snapshot, savedAtMs: nowMs() })) {
        signal.throwIfAborted()
        const fits = chunk.length * 3 <= scratchBytes
        const part = fits ? scratch.subarray(0, scratch.write(chunk)) : Buffer.from(chunk)
        await writeAll(fileSystem, fd, part)
        bytes += part.length
      }
      await fileSystem.fsync(fd)
      return bytes
    } finally {
      await fileSystem.close(fd)
    }
  }

  async #readWhole(size: number): Promise<Snapshot> {
    const { file, namespace } = this.#options
    const bytes = await this.#bytes(size)
    if (!isUtf8(bytes)) throw unreadable(file, undefined, 'this is not UTF-8 text', advice)
    /* Text of one byte a character is kept outside the heap, which large documents would fill. */
    const json = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8').replace(/^\uFEFF/, '')
    const reader = new DocumentReader(namespace)
    try {
      reader.document(JSON.parse(json))
    } catch (error) {
      if (error instanceof SyntaxError) throw unreadable(file, syntaxLine(json, error), 'this is not JSON', advice)
      if (!(error instanceof Misfit)) throw error
      throw unreadable(file, lineOfValue(json, error.path), misfitText(error), advice)
    }
    return reader.snapshot
  }

  async #bytes(size: number): Promise<Buffer> {
    const { fileSystem, file } = this.#options
    const fd = await fileSystem.open(file, 'r')
    try {
      const bytes = Buffer.allocUnsafe(size)
      let done = 0
      while (done < size) {
        const got = await fileSystem.read(fd, bytes.subarray(done), done)
        if (got === 0) break
        done += got
      }
      return bytes.subarray(0, done)
    } finally {
      await fileSystem.close(fd)
    }
  }

  async #readLines(): Promise<Snapshot> {
    const { fileSystem, file, namespace } = this.#options
    const reader = new DocumentReader(namespace)
    try {
      await readLayout(fileSystem, file, reader)
    } catch (error) {
      if (!(error instanceof BadLine)) throw error
      throw unreadable(
        file,
        error.line,
        error.message,
        'A file of this size must stand as twinmq writes it, each message on a line of its own and each bracket where twinmq puts it. Lay it out like that, take messages out until it is smaller than 400 MB, or to start empty move it away, and its journal if there is one.',
      )
    }
    return reader.snapshot
  }
}

/** V8 tells where it stopped, unless that is the end. */
function syntaxLine(json: string, error: SyntaxError): number {
  const position = /at position (\d+)/.exec(error.message)?.[1]
  return lineOfPosition(json, position === undefined ? json.length : Number(position))
}
