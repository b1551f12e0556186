import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Namespace } from '../core/model.ts'
import { mergedState } from '../core/replace-state.ts'
import type { State } from '../core/state.ts'
import { type DocumentFormat, formatOfFile } from '../document/format.ts'
import { type ReadDocument, readDocument } from '../document/read-document.ts'
import type { DocumentContext } from '../document/reading.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { readDataFile } from '../store/read-data-file.ts'

/** A document that a state begins with. */
export type Fixture = {
  /** What errors call it. */
  readonly name: string
  readonly format: DocumentFormat
  /** Its bytes, read anew each time; the namespace matters to a data file whose journal stands beside it. */
  readonly bytes: (namespace?: Namespace) => AsyncIterable<Uint8Array>
}

/** The fixture in a file. */
export function fixtureFile(path: string): Fixture {
  return { name: path, format: formatOfFile(path), bytes: (namespace) => fileBytes(path, namespace) }
}

/** The fixture in a value, such as JSON.parse gives. */
export function fixtureValue(value: object): Fixture {
  const bytes = Buffer.from(JSON.stringify(value, null, 2))
  return {
    name: 'the fixture',
    format: 'json',
    async *bytes() {
      yield bytes
    },
  }
}

/** Reads fixtures into one state, each added to those before. Rejects with `StoreUnreadable`. */
export async function readFixtures(
  fixtures: readonly Fixture[],
  context: DocumentContext,
): Promise<{ readonly state: State; readonly notices: readonly string[] }> {
  const [first, ...others] = fixtures
  const { snapshot, notices } = await readFixture(first!, context)
  const all = [...notices]
  let { state } = snapshot
  for (const fixture of others) {
    /* The clock will stand no earlier than what is there was changed, so that is what relative times count from. */
    const nowMs = Math.max(context.nowMs, state.changedAtMs)
    const added = await readFixture(fixture, { ...context, nowMs, into: state })
    state = mergedState(state, added.snapshot.state, nowMs)
    all.push(...added.notices)
  }
  return { state, notices: all }
}

function readFixture({ name, format, bytes }: Fixture, context: DocumentContext): Promise<ReadDocument> {
  return readDocument(bytes(context.namespace), name, { ...context, format })
}

/** Reading a pipe or a device could wait for ever. */
async function* fileBytes(path: string, namespace?: Namespace): AsyncGenerator<Uint8Array> {
  try {
    const withJournal = await readDataFile(path, namespace)
    if (withJournal) return yield* withJournal.bytes
    if (!(await stat(path)).isFile()) throw new StoreUnreadable(`${path}: this is not a regular file.`)
    yield* createReadStream(path, { highWaterMark: 1024 * 1024 })
  } catch (error) {
    if (error instanceof StoreUnreadable) throw error
    throw new StoreUnreadable(`${path}: this file cannot be read: ${(error as Error).message}.`)
  }
}
