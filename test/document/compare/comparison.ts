import { expect } from 'vitest'
import { SeededRandom } from '../../../src/core/random.ts'
import type { Change } from '../../../src/document/compare/change.ts'
import { changeText } from '../../../src/document/compare/change-text.ts'
import { type Compared, compareStates } from '../../../src/document/compare/compare-states.ts'
import { readDocument } from '../../../src/document/read-document.ts'

/** When documents that do not say when they were saved are read, epoch milliseconds. */
export const nowMs = Date.UTC(2026, 10, 30, 12)
/** Where queues live that name no place. */
export const defaults = { account: '000000000000', region: 'us-east-1' }

/** A document as people write it, without ids unless it gives them. */
export type Document = {
  readonly savedAt?: string
  readonly queues?: readonly object[]
  readonly topics?: readonly object[]
  readonly [member: string]: unknown
}

/** A document as it is compared. */
export async function read(document: Document): Promise<Compared> {
  const { savedAt } = document
  const savedAtMs = savedAt === undefined ? undefined : Date.parse(savedAt)
  const random = (stream: number) => new SeededRandom(0, stream)
  const context = { namespace: 'isolated', defaults, nowMs: savedAtMs ?? nowMs, random } as const
  const bytes = (async function* () {
    yield Buffer.from(JSON.stringify(document))
  })()
  const { snapshot, madeIds, completed } = await readDocument(bytes, 'the document', context)
  return { state: snapshot.state, madeIds, savedAtMs, timesMoved: completed }
}

/** What leads from one document to another. */
export async function changes(a: Document, b: Document): Promise<readonly Change[]> {
  return compareStates(await read(a), await read(b), nowMs).changes
}

/** The same as lines. */
export async function diff(a: Document, b: Document, limit = 20): Promise<string[]> {
  const comparison = compareStates(await read(a), await read(b), nowMs)
  const text = changeText(comparison.changes, { nowMs: comparison.nowMs, defaults, limit, colours: false })
  return text.split('\n').slice(0, -1)
}

/** The lines below its heading of what differs in one queue. */
export async function inQueue(a: object, b: object): Promise<string[]> {
  const [heading, ...lines] = await diff({ queues: [{ name: 'orders', ...a }] }, { queues: [{ name: 'orders', ...b }] })
  if (heading !== undefined) expect(heading).toBe('queue orders (000000000000/us-east-1)')
  return lines.map((line) => line.trim())
}

/** The same of its messages. */
export const inMessages = (a: readonly object[], b: readonly object[]) => inQueue({ messages: a }, { messages: b })

/** An id of a message that a document gives. */
export const id = (digit: string): string => `${digit.repeat(12)}4${digit.repeat(3)}8${digit.repeat(15)}`
