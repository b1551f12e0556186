import { isUtf8 } from 'node:buffer'
import type { FileSystem } from './file-system.ts'
import { BadLine, lineProblem } from './unreadable.ts'

const blockBytes = 4 * 1024 * 1024

/** Longer lines do not fit into one text, whatever they hold. */
const longestLineBytes = 512 * 1024 * 1024

/** How a file of lines ended. */
type LinesRead = {
  /** Number of lines with an end. */
  readonly lines: number
  /** Bytes of those lines. */
  readonly bytes: number
  /** Bytes after the last end of line. */
  readonly restBytes: number
}

/**
 * Reads a file block by block and shows each line that has an end, without that end; `number` counts from 1. What
 * `visit` throws as `Misfit` or syntax error becomes a `BadLine`. What comes after the last end of line is only counted.
 */
export async function eachLine(
  fileSystem: FileSystem,
  path: string,
  visit: (line: string, number: number) => void,
): Promise<LinesRead> {
  const size = (await fileSystem.stat(path))?.bytes ?? 0
  const fd = await fileSystem.open(path, 'r')
  try {
    let lines = 0
    let bytes = 0
    let rest: Buffer[] = []
    let restBytes = 0
    while (bytes + restBytes < size) {
      const block = await readBlock(fileSystem, fd, bytes + restBytes, size)
      if (block.length === 0) break
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
      if (restBytes > longestLineBytes) throw new BadLine(lines + 1, 'this line is longer than 512 MiB')
    }
    return { lines, bytes, restBytes }
  } finally {
    await fileSystem.close(fd)
  }
}

async function readBlock(fileSystem: FileSystem, fd: number, position: number, size: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(Math.min(blockBytes, size - position))
  return block.subarray(0, await fileSystem.read(fd, block, position))
}

function visitLines(bytes: Buffer, linesBefore: number, visit: (line: string, number: number) => void): number {
  if (!isUtf8(bytes)) throw new BadLine(linesBefore + firstLineNotUtf8(bytes), 'this is not UTF-8 text')
  const text = bytes.toString('utf8')
  let line = linesBefore
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    line += 1
    visitLine(text.slice(start, end), line, visit)
    start = end + 1
  }
  return line
}

function visitLine(text: string, line: number, visit: (line: string, number: number) => void): void {
  try {
    visit(text, line)
  } catch (error) {
    const problem = lineProblem(error)
    throw problem === undefined ? error : new BadLine(line, problem)
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
