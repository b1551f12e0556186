import { setTimeout as wait } from 'node:timers/promises'
import type { Namespace } from '../core/model.ts'
import { SeededRandom } from '../core/random.ts'
import { emptyState } from '../core/state.ts'
import { type ReadDocument, readDocument } from '../document/read-document.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { documentChunks } from '../document/writer.ts'
import { fileBlocks } from './file-lines.ts'
import { type FileSystem, localFileSystem } from './file-system.ts'
import { replay } from './journal-replay.ts'
import { realPath } from './real-path.ts'
import { type Segment, segmentsBeside } from './segments.ts'

/** A data file with what its journal adds. */
type DataFile = {
  /** The whole of it as one document. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Notices for people, one line each. */
  readonly notices: readonly string[]
}

/** Attempts to read a file that its owner is changing, and the pause between two of them, milliseconds. */
const attempts = 10
const pauseMs = 50

/**
 * A data file with its journal, as its owner would read it; the file itself may still be missing. Undefined without a journal:
 * then the file is complete. Takes no lock and writes nothing, so the owner can go on. Throws `StoreUnreadable`.
 */
export async function readDataFile(
  file: string,
  namespace: Namespace = 'isolated',
  fileSystem: FileSystem = localFileSystem,
): Promise<DataFile | undefined> {
  const found = await fileSystem.stat(file)
  if (found && found.kind !== 'file') return undefined
  /* The journal stands beside the file itself, not beside a link to it. */
  const path = await realPath(fileSystem, file)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await lookAt(path, fileSystem)
    if (before.segments.length === 0) return undefined
    const read = await readOnce(path, before.segments, namespace, fileSystem).catch((error: unknown) => ({ error }))
    if ((await lookAt(path, fileSystem)).version === before.version) {
      if ('error' in read) throw read.error
      return read
    }
    await wait(pauseMs)
  }
  throw new StoreUnreadable(
    `${file}: a running twinmq keeps folding its journal into this file. Nothing was changed. Try again, or name the URL of that twinmq.`,
  )
}

/** Which files there are: a journal only grows until a new document takes the place of the one before. */
async function lookAt(file: string, fileSystem: FileSystem) {
  const found = await segmentsBeside(fileSystem, file).catch(() => [])
  const sizes = await Promise.all(found.map(async ({ path }) => (await fileSystem.stat(path))?.bytes ?? 0))
  const segments = sizes.some((bytes) => bytes > 0) ? found : []
  const document = await fileSystem.stat(file)
  return { segments, version: JSON.stringify([document, segments]) }
}

async function readOnce(
  file: string,
  segments: readonly Segment[],
  namespace: Namespace,
  fileSystem: FileSystem,
): Promise<DataFile> {
  const document = await readAlone(file, namespace, fileSystem)
  const { state, journalFrom } = document?.snapshot ?? { state: emptyState(namespace), journalFrom: 1 }
  const handWritten = document && (document.completed || !document.ownsJournal) ? file : undefined
  const replayed = await replay(fileSystem, segments, { state, journalFrom }, { handWritten, alone: !document })
  const savedAtMs = Math.max(document?.savedAtMs ?? 0, state.changedAtMs)
  const snapshot = { state, journalFrom: state.sequence + 1 }
  const chunks = documentChunks({ snapshot, savedAtMs, copy: true })
  return { bytes: bytesOf(chunks), notices: [...(document?.notices ?? []), ...replayed.notices] }
}

/** A file that a store saved is complete; a file that people wrote has no journal. */
const nothingOpen = {
  defaults: { account: '000000000000', region: 'us-east-1' },
  random: (stream: number) => new SeededRandom(0, stream),
}

async function readAlone(
  file: string,
  namespace: Namespace,
  fileSystem: FileSystem,
): Promise<ReadDocument | undefined> {
  const found = await fileSystem.stat(file)
  if (found === undefined) return undefined
  return readDocument(fileBlocks(fileSystem, file), file, {
    ...nothingOpen,
    namespace,
    nowMs: Date.now(),
    goesOn: true,
  })
}

async function* bytesOf(chunks: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}
