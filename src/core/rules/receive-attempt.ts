import type { Message, Queue } from '../model.ts'
import type { Turn } from '../turn.ts'

/**
 * What an earlier receive with this attempt id handed out, hidden anew with the same receipts; undefined: there is no
 * such receive, or one of its messages was deleted, changed, moved or is visible again.
 * Source: SQS API Reference, ReceiveMessage, ReceiveRequestAttemptId.
 */
export function messagesOfAttempt(
  turn: Turn,
  queue: Queue,
  attemptId: string | undefined,
  visibleAtMs: number,
): Message[] | undefined {
  if (attemptId === undefined || !queue.settings.fifo) return undefined
  const attempt = queue.receiveAttempts.current(attemptId, turn.nowMs)
  if (!attempt) return undefined
  const messages: Message[] = []
  for (const { sequence, delivery } of attempt.messages) {
    const message = queue.messages.find(sequence)
    if (message?.place !== 'hidden' || message.receiptNumber !== delivery) return undefined
    if (message.visibleAtMs !== attempt.visibleAtMs) return undefined
    messages.push(message)
  }
  for (const { sequence, receiptNumber } of messages)
    turn.emit({ kind: 'visibilityChanged', queue: queue.id, sequence, delivery: receiptNumber, visibleAtMs })
  turn.emit({ kind: 'receiveAttempted', queue: queue.id, attemptId, attempt: { ...attempt, visibleAtMs } })
  return messages
}

/** Remembers what a receive with an attempt id handed out. */
export function noteAttempt(
  turn: Turn,
  queue: Queue,
  attemptId: string | undefined,
  visibleAtMs: number,
  received: readonly Message[],
): void {
  if (attemptId === undefined || !queue.settings.fifo || received.length === 0) return
  const messages = received.map(({ sequence, receiptNumber }) => ({ sequence, delivery: receiptNumber }))
  const attempt = { atMs: turn.nowMs, visibleAtMs, messages }
  turn.emit({ kind: 'receiveAttempted', queue: queue.id, attemptId, attempt })
}
