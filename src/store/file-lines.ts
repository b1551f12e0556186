import { type LinesRead, linesOf, type VisitLine } from '../document/lines.ts'
import type { FileSystem } from './file-system.ts'

const blockBytes = 4 * 1024 * 1024

/** A file block by block, as it was when this began. */
export async function* fileBlocks(fileSystem: FileSystem, path: string, bytes = blockBytes): AsyncGenerator<Buffer> {
  const size = (await fileSystem.stat(path))?.bytes ?? 0
  const fd = await fileSystem.open(path, 'r')
  try {
    for (let position = 0; position < size; ) {
      const block = await readBlock(fileSystem, fd, position, Math.min(bytes, size - position))
      if (block.length === 0) break
      position += block.length
      yield block
    }
  } finally {
    await fileSystem.close(fd)
  }
}

/** Reads a file and shows each line that has an end, as `linesOf` does. */
export function eachLine(fileSystem: FileSystem, path: string, visit: VisitLine): Promise<LinesRead> {
  return linesOf(fileBlocks(fileSystem, path), visit)
}

async function readBlock(fileSystem: FileSystem, fd: number, position: number, bytes: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(bytes)
  return block.subarray(0, await fileSystem.read(fd, block, position))
}
