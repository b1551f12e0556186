/**
 * Rule: An SQS receipt of a standard queue holds its message as long as that exists; one of a FIFO queue or of MNS only while it is the newest and in time.
 * Source: SQS API Reference, DeleteMessage and ChangeMessageVisibility; MNS API, DeleteMessage.
 */

import type { ReceiptRule } from '../commands/command.ts'
import type { Message, Receipt } from '../model.ts'
import { accept, type Refusal, type Refused, type Result, refuse } from '../refusal.ts'
import type { Queue } from '../state.ts'

const invalid: Refusal = { kind: 'receiptHandleInvalid' }

/**
 * The message a receipt holds; undefined when the receipt is good but its message is gone. A reusable receipt holds its
 * message as long as it exists. A single-use one, and any of a FIFO queue, must be the newest, and its time must not be
 * over.
 */
export function messageHeld(
  queue: Queue,
  receipt: Receipt,
  rule: ReceiptRule,
  nowMs: number,
): Result<Message | undefined> {
  if (receipt.queueId !== queue.id) return refuse({ kind: 'receiptOfAnotherQueue' })
  if (receipt.sequence > queue.lastSequence) return refuse(invalid)
  const message = queue.messages.find(receipt.sequence)
  if (!message) return accept(undefined)
  if (receipt.receiptNumber > message.receiptNumber) return refuse(invalid)
  if (rule === 'reusable' && !queue.settings.fifo) return accept(message)
  const current = receipt.receiptNumber === message.receiptNumber && message.visibleAtMs > nowMs
  return current ? accept(message) : refuse({ kind: 'receiptExpired', replaced: queue.messages.isReplaced(receipt) })
}

/** Refuses a command because the message of its receipt is gone. */
export function noMessage(queue: Queue, receipt: Receipt): Refused {
  return refuse({ kind: 'messageNotFound', replaced: queue.messages.isReplaced(receipt) })
}
