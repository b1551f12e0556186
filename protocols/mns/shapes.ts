import type { Receipt } from '../../src/core/model.ts'
import { errors, type MnsError, outOfRange } from './errors.ts'
import { limits, type Range, within } from './limits.ts'
import { readReceipt } from './receipts.ts'
import type { MnsRequest } from './request.ts'

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
