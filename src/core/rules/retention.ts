import { defaultSettings, type Queue } from '../model.ts'
import type { Turn } from '../turn.ts'

/**
 * Drops the messages whose time is over, whatever their state: those sent at least the retention period ago. Messages
 * arrive in the order of their sends, so only the front is looked at.
 * Source: SQS Developer Guide, message retention period; MNS, message life cycle.
 */
export function dropExpired(turn: Turn, queue: Queue): void {
  const sentBeforeMs = turn.nowMs - retentionOf(queue)
  const oldest = queue.messages.oldest
  if (oldest === undefined || oldest.sentAtMs > sentBeforeMs) return
  const ranges: [number, number][] = []
  for (let message = queue.messages.oldest; message && message.sentAtMs <= sentBeforeMs; message = message.newer) {
    const last = ranges.at(-1)
    if (last && last[1] === message.sequence - 1) last[1] = message.sequence
    else ranges.push([message.sequence, message.sequence])
  }
  turn.emit({ kind: 'messagesExpired', queue: queue.id, ranges })
}

/** Milliseconds that a message of this queue is kept. */
export function retentionOf(queue: Queue): number {
  return queue.settings.retentionMs ?? defaultSettings.retentionMs
}

/** When the next message of a queue expires, epoch milliseconds; undefined: it holds none. */
export function nextExpiryMs(queue: Queue): number | undefined {
  const oldest = queue.messages.oldest
  return oldest && oldest.sentAtMs + retentionOf(queue)
}
