/**
 * Rule: A message is gone when the retention period of its queue has passed since its send, whatever its state.
 * Source: SQS Developer Guide, message retention period; MNS, message life cycle.
 */

import { queueSettings } from '../settings/queue-settings.ts'
import type { Queue } from '../state.ts'
import type { Turn } from '../turn.ts'

/**
 * Drops the messages whose time is over, whatever their state. Most arrive in the order of their sends, so the front
 * is looked at first, then those that came belated.
 */
export function dropExpired(turn: Turn, queue: Queue): void {
  if (!turn.rules.retention) return
  const sentBeforeMs = turn.nowMs - retentionOf(queue)
  const earliest = queue.messages.earliest
  if (earliest === undefined || earliest.sentAtMs > sentBeforeMs) return
  const ranges: [number, number][] = []
  for (let message = queue.messages.oldest; message && message.sentAtMs <= sentBeforeMs; message = message.newer)
    extend(ranges, message.sequence)
  if (ranges.length > 0) turn.emit({ kind: 'messagesExpired', queue: queue.id, ranges })
  for (
    let belated = queue.messages.earliest;
    belated && belated.sentAtMs <= sentBeforeMs;
    belated = queue.messages.earliest
  )
    turn.emit({ kind: 'messagesExpired', queue: queue.id, ranges: [[belated.sequence, belated.sequence]] })
}

function extend(ranges: [number, number][], sequence: number): void {
  const last = ranges.at(-1)
  if (last && last[1] === sequence - 1) last[1] = sequence
  else ranges.push([sequence, sequence])
}

/** Milliseconds that a message of this queue is kept. */
export function retentionOf(queue: Queue): number {
  return queue.settings.retentionMs ?? queueSettings.retentionMs.default
}

/** When the next message of a queue expires, epoch milliseconds; undefined: it holds none. */
export function nextExpiryMs(queue: Queue): number | undefined {
  const { earliest } = queue.messages
  return earliest && earliest.sentAtMs + retentionOf(queue)
}
