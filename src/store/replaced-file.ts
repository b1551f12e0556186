import { dirname } from 'node:path'
import { type Access, type FileSystem, removeFile, syncFolder, writeAll } from './file-system.ts'

/** Holds the bytes of one chunk after the other: a buffer for each would double the memory in use. */
const scratchBytes = 256 * 1024

/** A file that takes the place of one before. */
type Replacement = {
  readonly chunks: Iterable<string>
  readonly access: Access
  /** Ends the write. */
  readonly signal: AbortSignal
  /** Gets the bytes of each chunk before the next chunk is asked for. */
  readonly onBytes?: (bytes: Uint8Array) => void
  /** Called when it is written whole; it takes its place when this resolves. */
  readonly beforeReplace?: () => Promise<void>
}

/** Writes to a file beside it first, so that there is a whole one at every instant; gives its bytes. Rejects with the errors of the disk. */
export async function replaceFile(fileSystem: FileSystem, file: string, replacement: Replacement): Promise<number> {
  const temporary = `${file}.tmp`
  await removeFile(fileSystem, temporary)
  try {
    const bytes = await writeTemporary(fileSystem, temporary, replacement)
    await replacement.beforeReplace?.()
    await fileSystem.rename(temporary, file)
    await syncFolder(fileSystem, dirname(file))
    return bytes
  } catch (error) {
    await removeFile(fileSystem, temporary).catch(() => {})
    throw error
  }
}

async function writeTemporary(
  fileSystem: FileSystem,
  temporary: string,
  { chunks, access, signal, onBytes }: Replacement,
): Promise<number> {
  const fd = await fileSystem.open(temporary, 'wx', access)
  try {
    let bytes = 0
    const scratch = Buffer.allocUnsafe(scratchBytes)
    for (const chunk of chunks) {
      signal.throwIfAborted()
      const fits = chunk.length * 3 <= scratchBytes
      const part = fits ? scratch.subarray(0, scratch.write(chunk)) : Buffer.from(chunk)
      onBytes?.(part)
      await writeAll(fileSystem, fd, part)
      bytes += part.length
    }
    await fileSystem.fsync(fd)
    return bytes
  } finally {
    await fileSystem.close(fd)
  }
}
