import type { Receipt } from '../../src/core/model.ts'
import type { XmlElement } from '../xml/element.ts'
import { errors, type MnsError, outOfRange, schemaViolation } from './errors.ts'
import { limits, type Range, within } from './limits.ts'
import { readReceipt } from './receipts.ts'
import type { MnsRequest } from './request.ts'
import { childNamed } from './xml-codec.ts'

/** A number in the query. `item` is its name in lower case, `element` what errors call it. */
type QueryNumber = { readonly item: string; readonly element: string; readonly range: Range }

/** How many messages a batch receive or peek asks for. Source: MNS API, BatchReceiveMessage. */
export const messageCount: QueryNumber = { item: 'numofmessages', element: 'numOfMessages', range: limits.batch }

const digits = /^[+-]?\d+$/

/** Reads a number of the query; `undefined` when the item is absent or empty. */
export function queryNumber(
  { query }: MnsRequest,
  { item, element, range }: QueryNumber,
): number | MnsError | undefined {
  const text = query.get(item)
  if (!text) return undefined
  return digits.test(text) && within(range, Number(text)) ? Number(text) : outOfRange(element, range)
}

/** The receipt that the query names. Source: MNS API, DeleteMessage. */
export function receiptOf({ query }: MnsRequest): Receipt | MnsError {
  const handle = query.get('receipthandle')
  return handle ? (readReceipt(handle) ?? errors.receiptHandle) : errors.missingReceiptHandle
}

/**
 * The body of a `<Message>`: a text, so markup that a client forgot to escape shows as elements.
 * Source: MNS API, SendMessage and PublishMessage.
 */
export function readMessageBody(message: XmlElement): string | MnsError {
  const body = childNamed(message, 'MessageBody')
  if (!body || body.children.length > 0) return schemaViolation('MessageBody')
  return body.text === '' ? outOfRange('MessageBody', limits.body) : body.text
}
