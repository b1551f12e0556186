import type { Receipt } from '../../src/core/model.ts'

/**
 * Receipt handles look as SQS's own do: base64 text that starts `AQEB`. Ours hold queue, sequence and receipt number, and a
 * check value, 24 bytes in all: so base64 needs no padding and every character of the 32 counts.
 */
const places = { queueId: 3, sequence: 9, receiptNumber: 15, check: 19, end: 24 } as const
const handleLength = 32

/** Shared by all calls: each fills it whole before it reads. */
const bytes = Buffer.alloc(places.end, 1)

/** The handle of one receive. Source: SQS Developer Guide, receipt handle. */
export function printReceipt(receipt: Receipt): string {
  bytes.fill(1, 0, places.queueId)
  bytes.writeUIntBE(receipt.queueId, places.queueId, 6)
  bytes.writeUIntBE(receipt.sequence, places.sequence, 6)
  bytes.writeUInt32BE(receipt.receiptNumber, places.receiptNumber)
  bytes.writeUIntBE(checkValue(), places.check, 5)
  return bytes.toString('base64')
}

/** The receipt behind a handle; undefined when no queue of twinmq can have issued it through this API. */
export function readReceipt(handle: string): Receipt | undefined {
  if (handle.length !== handleLength || bytes.write(handle, 'base64') !== places.end) return undefined
  const receipt = {
    queueId: bytes.readUIntBE(places.queueId, 6),
    sequence: bytes.readUIntBE(places.sequence, 6),
    receiptNumber: bytes.readUInt32BE(places.receiptNumber),
  }
  // Printed again and compared, so that neither a wrong check value nor another spelling of the same bytes passes.
  return printReceipt(receipt) === handle ? receipt : undefined
}

/** FNV-1a of what stands before it, 32 bits, and one more byte mixed from them: guards against slips, not forgery. */
function checkValue(): number {
  let value = 0x811c9dc5
  for (let index = 0; index < places.check; index += 1) value = Math.imul(value ^ bytes[index]!, 0x01000193)
  return (value >>> 0) * 256 + ((value ^ (value >>> 11)) & 0xff)
}
