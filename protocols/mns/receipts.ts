import type { Receipt } from '../../src/core/model.ts'

/**
 * Receipt handles look as the cloud's own, `8-0zxjHBaWtz…`: priority, hyphen, letters and digits. Ours hold queue,
 * sequence and receipt number in base 36, each at a fixed width, and a check value, so that a handle that was never issued is
 * told from one whose time is over. Source: MNS API, DeleteMessage (ReceiptHandleError and MessageNotExist).
 */
const widths = { queueId: 10, sequence: 10, receiptNumber: 8, check: 7 } as const

const form = /^(?:[1-9]|1[0-6])-[0-9a-z]{35}$/

/** The handle of one receive of a message of that priority, 1 to 16. */
export function printReceipt(receipt: Receipt, priority: number): string {
  const text =
    `${priority}-` +
    padded(receipt.queueId, widths.queueId) +
    padded(receipt.sequence, widths.sequence) +
    padded(receipt.receiptNumber, widths.receiptNumber)
  return text + padded(checkValue(text), widths.check)
}

/** The receipt behind a handle; `undefined` when no queue of twinmq can have issued it through this API. */
export function readReceipt(handle: string): Receipt | undefined {
  if (!form.test(handle)) return undefined
  const checkAt = handle.length - widths.check
  if (handle.slice(checkAt) !== padded(checkValue(handle.slice(0, checkAt)), widths.check)) return undefined
  const numberAt = checkAt - widths.receiptNumber
  const sequenceAt = numberAt - widths.sequence
  return {
    queueId: Number.parseInt(handle.slice(sequenceAt - widths.queueId, sequenceAt), 36),
    sequence: Number.parseInt(handle.slice(sequenceAt, numberAt), 36),
    receiptNumber: Number.parseInt(handle.slice(numberAt, checkAt), 36),
  }
}

function padded(value: number, width: number): string {
  return value.toString(36).padStart(width, '0')
}

/** FNV-1a of the characters, 32 bits: guards against slips of the hand, not against forgery. */
function checkValue(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}
