import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { freshSeed } from '../broker/random.ts'
import type { Config } from '../config/options.ts'
import { SeededRandom } from '../core/random.ts'
import { type DocumentFormat, formatOfFile, formatOfText } from '../document/format.ts'
import type { DocumentContext } from '../document/reading.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { hasCode } from '../store/file-system.ts'
import { readDataFile } from '../store/read-data-file.ts'
import { isHttpUrl } from './flags.ts'
import { reasonOf } from './reason.ts'
import { callRunning, Unreachable } from './running-twinmq.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** Bytes of a document, and how messages call it. */
export type OpenDocument = {
  readonly name: string
  readonly format: DocumentFormat
  readonly bytes: Readable
  /** What people should know, one line each. */
  readonly notices: readonly string[]
}

/** The document in a file, with the journal beside it, on standard input (`-`), or of the twinmq at a URL. Rejects with `CommandFailure`. */
export async function openDocument(place: string, { namespace }: Pick<Config, 'namespace'>): Promise<OpenDocument> {
  if (place === '-') return { name: 'standard input', ...(await standardInput()), notices: [] }
  if (!isHttpUrl(place)) return openFile(place, namespace)
  const url = place.replace(/\/+$/, '')
  const bytes = await callRunning({ url, method: 'GET', path: '/snapshot' }).catch((error: unknown) => {
    throw error instanceof Unreachable ? new Unreachable(error.problem, 'name another, or a file') : error
  })
  return { name: place, format: 'json', bytes, notices: [] }
}

/** Nothing says what it is but its beginning. */
async function standardInput(): Promise<Pick<OpenDocument, 'format' | 'bytes'>> {
  const blocks = process.stdin[Symbol.asyncIterator]()
  const first = await blocks.next()
  const beginning: Buffer = first.done ? Buffer.alloc(0) : first.value
  async function* all(): AsyncGenerator<Buffer> {
    yield beginning
    for (let next = await blocks.next(); !next.done; next = await blocks.next()) yield next.value
  }
  return { format: formatOfText(beginning.toString('utf8')), bytes: Readable.from(all(), { objectMode: false }) }
}

/** How documents are read: ids that they leave out are made of `seed`, or else differ each time. */
export function contextFor(
  { account, region, namespace }: Pick<Config, 'account' | 'region' | 'namespace'>,
  nowMs: number,
  seed = freshSeed(),
): DocumentContext {
  return { namespace, defaults: { account, region }, nowMs, random: (stream) => new SeededRandom(seed, stream) }
}

async function openFile(path: string, namespace: Config['namespace']): Promise<OpenDocument> {
  try {
    const withJournal = await readDataFile(path, namespace)
    if (withJournal)
      return {
        name: path,
        format: 'json',
        ...withJournal,
        bytes: Readable.from(withJournal.bytes, { objectMode: false }),
      }
    if ((await stat(path)).isDirectory()) throw new Error('it is a folder')
    const bytes = createReadStream(path, { highWaterMark: 1024 * 1024 })
    await new Promise<void>((resolve, reject) => {
      bytes.once('open', () => resolve())
      bytes.once('error', reject)
    })
    return { name: path, format: formatOfFile(path), bytes, notices: [] }
  } catch (error) {
    if (error instanceof StoreUnreadable) throw error
    const why = hasCode(error, 'ENOENT') ? 'there is no such file' : `this cannot be read: ${reasonOf(error)}`
    throw new CommandFailure(exitCodes.failed, `${path}: ${why}`)
  }
}
