import type { ChangeVisibility, DeleteMessage } from '../../src/core/commands/command.ts'
import type { Command } from '../../src/core/commands/commands.ts'
import type { RefusalKind } from '../../src/core/refusal.ts'
import { type BookedMessage, type BookedQueue, isExpired, type Ledger } from './ledger.ts'

/** Longest time in flight, milliseconds. Source: SQS Developer Guide, visibility timeout. */
const ceilingMs = 43_200_000

/** How a command must end as far as the books tell; undefined: they do not. */
export function expectedEnding(ledger: Ledger, command: Command, nowMs: number): 'done' | RefusalKind | undefined {
  if (!('queue' in command) || command.kind === 'createQueue') return undefined
  const queue = ledger.queueAt(command.queue)
  if (!queue) return 'queueNotFound'
  if (command.kind === 'deleteMessage' || command.kind === 'changeVisibility')
    return receiptEnding(queue, command, nowMs)
  return command.kind === 'deleteQueue' || command.kind === 'getQueue' ? 'done' : undefined
}

function receiptEnding(
  queue: BookedQueue,
  command: DeleteMessage | ChangeVisibility,
  nowMs: number,
): 'done' | RefusalKind {
  const { receipt, rule } = command
  if (receipt.queueId !== queue.id) return 'receiptOfAnotherQueue'
  if (receipt.sequence > queue.lastSequence) return 'receiptHandleInvalid'
  const message = queue.messages.get(receipt.sequence)
  if (!message || isExpired(queue, message, nowMs))
    return command.kind === 'deleteMessage' && rule === 'reusable' ? 'done' : 'messageNotFound'
  if (receipt.receiptNumber > message.receiptNumber) return 'receiptHandleInvalid'
  const newest = receipt.receiptNumber === message.receiptNumber && message.visibleAtMs > nowMs
  if (!newest && (rule === 'singleUse' || queue.settings.fifo)) return 'receiptExpired'
  return isTooLong(message, command, nowMs) ? 'visibilityCeilingExceeded' : 'done'
}

function isTooLong(message: BookedMessage, command: DeleteMessage | ChangeVisibility, nowMs: number): boolean {
  if (command.kind === 'deleteMessage' || command.rule === 'singleUse') return false
  return nowMs - message.receivedAtMs + command.timeoutMs > ceilingMs
}

/** Whether a command that was carried out shows in the books. */
export function tookEffect(ledger: Ledger, command: Command, nowMs: number): boolean {
  if (command.kind !== 'deleteMessage' && command.kind !== 'changeVisibility') return true
  const message = ledger.queueAt(command.queue)?.messages.get(command.receipt.sequence)
  if (command.kind === 'deleteMessage') return message === undefined
  return message?.visibleAtMs === nowMs + command.timeoutMs
}
