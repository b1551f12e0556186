import { SeededRandom } from '../../src/core/random.ts'
import { type ReadDocument, readDocument } from '../../src/document/read-document.ts'
import type { DocumentContext } from '../../src/document/reading.ts'

/** A context of the account and region of who names none, with ids from the seed 1. */
export function contextAt(nowMs: number, others: Partial<DocumentContext> = {}): DocumentContext {
  const defaults = { account: '000000000000', region: 'us-east-1' }
  return { namespace: 'isolated', defaults, nowMs, random: (stream) => new SeededRandom(1, stream), ...others }
}

/** Reads a text, or above `limitBytes` reads it line by line. */
export function readText(text: string | Buffer, context: DocumentContext, limitBytes?: number): Promise<ReadDocument> {
  async function* bytes() {
    yield Buffer.from(text)
  }
  return readDocument(bytes(), 'it', context, limitBytes)
}
