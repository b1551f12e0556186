/**
 * Rule: On a FIFO queue, a receive with the attempt id of one less than five minutes ago gets the same messages again, while all are still hidden.
 * Source: SQS API Reference, ReceiveMessage, ReceiveRequestAttemptId.
 */

import type { Message } from '../model.ts'
import type { Queue, QueueRecord, ReceiveAttempt } from '../state.ts'
import { RecentMap } from '../structures/recent-map.ts'

/** The events of an attempt. They are spelled out here, since the rows of events use this rule. */
type AttemptEvent =
  | {
      readonly kind: 'visibilityChanged'
      readonly queue: number
      readonly sequence: number
      readonly delivery: number
      readonly visibleAtMs: number
    }
  | {
      readonly kind: 'receiveAttempted'
      readonly queue: number
      readonly attemptId: string
      readonly attempt: ReceiveAttempt
    }

/** The part of a turn that attempts need. */
type Turn = { readonly nowMs: number; emit(event: AttemptEvent): void }

/** How long a receive attempt is known, milliseconds. */
export const receiveAttemptWindowMs = 300_000

/** The receive attempts that a saved queue remembers. */
export function receiveAttemptsOf({ receiveAttempts = [] }: QueueRecord): RecentMap<ReceiveAttempt> {
  const attempts = new RecentMap<ReceiveAttempt>(receiveAttemptWindowMs, ({ atMs }) => atMs)
  for (const { id, ...attempt } of receiveAttempts) attempts.set(id, attempt)
  return attempts
}

/**
 * The messages of an earlier receive with this attempt id, hidden anew with the same receipts; undefined: there is no
 * such receive, or one of its messages was deleted, changed or moved, or is visible again.
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

/** Remembers the messages of a receive with an attempt id. */
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
