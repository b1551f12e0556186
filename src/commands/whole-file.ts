import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { reasonOf } from './reason.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** Pieces of a text or of bytes. */
type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/**
 * Writes a file beside its place first, so that whoever reads sees all of it or what was there before. `-` is standard
 * output. Rejects with `CommandFailure`.
 */
export async function writeWhole(path: string, pieces: Pieces): Promise<void> {
  if (path === '-') return writeOut(pieces)
  const place = await placeOf(path)
  const temporary = `${place.path}.${process.pid}.tmp`
  try {
    await writeSynced(temporary, place.mode, pieces)
    await rename(temporary, place.path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error instanceof CommandFailure ? error : cannotWrite(path, reasonOf(error))
  }
}

/** As fast as it is read. */
async function writeOut(pieces: Pieces): Promise<void> {
  for await (const piece of pieces)
    await new Promise<void>((done) => {
      process.stdout.write(piece, () => done())
    })
}

/** A link stays one, and a file that is there keeps who may read it. */
async function placeOf(path: string): Promise<{ readonly path: string; readonly mode: number }> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return { path, mode: 0o666 }
  if (found.isFile()) return { path: await realpath(path), mode: found.mode & 0o777 }
  throw cannotWrite(path, found.isDirectory() ? 'it is a folder' : 'it is no regular file; - is standard output')
}

async function writeSynced(path: string, mode: number, pieces: Pieces): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    for await (const piece of pieces) await file.write(typeof piece === 'string' ? Buffer.from(piece) : piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

function cannotWrite(path: string, why: string): CommandFailure {
  return new CommandFailure(exitCodes.failed, `${path}: this cannot be written: ${why}`)
}
