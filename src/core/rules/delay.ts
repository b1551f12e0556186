/**
 * Rule: A message is hidden for its own delay, else for that of its queue; a new delay of a FIFO queue also counts for messages that are there.
 * Source: SQS Developer Guide, delay queues; MNS API, SendMessage, DelaySeconds.
 */

import { queueSettings } from '../settings/queue-settings.ts'
import type { Queue } from '../state.ts'
import type { Turn } from '../turn.ts'

/** Milliseconds for which a queue hides a new message that names no delay. */
export function delayOf({ settings }: Queue): number {
  return settings.delayMs ?? queueSettings.delayMs.default
}

/** Gives the messages of a FIFO queue its new delay, except those that were received or came from a dead-letter rule. */
export function delayAnew(turn: Turn, queue: Queue): void {
  const delayMs = delayOf(queue)
  for (let message = queue.messages.oldest; message; message = message.newer) {
    const { sequence, receiptNumber, sentAtMs, receivedAtMs, extras } = message
    const visibleAtMs = Math.max(sentAtMs + delayMs, turn.nowMs)
    const settled = message.place !== 'hidden' && visibleAtMs === turn.nowMs
    if (receivedAtMs > 0 || extras?.deadLetterSource || settled || visibleAtMs === message.visibleAtMs) continue
    turn.emit({ kind: 'visibilityChanged', queue: queue.id, sequence, delivery: receiptNumber, visibleAtMs })
  }
}
