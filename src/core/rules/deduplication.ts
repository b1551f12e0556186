/**
 * Rule: On a FIFO queue, a send with the deduplication id of one less than five minutes ago adds nothing.
 * Source: SQS Developer Guide, exactly-once processing.
 */

import * as crypto from 'node:crypto'
import type { Queue, QueueRecord, RecentSend } from '../state.ts'
import { RecentMap } from '../structures/recent-map.ts'

/** How long later sends are duplicates of a send, milliseconds. */
export const deduplicationWindowMs = 300_000

/** Where Node has it (20.12), one call takes half the time of a hash object. */
const sha256: (text: string) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text)
    : (text) => crypto.createHash('sha256').update(text).digest('hex')

/** The deduplication id that a FIFO queue takes from a body: its SHA-256 in lower-case hexadecimal. */
export function contentId(body: string): string {
  return sha256(body)
}

/** The sends that a saved queue remembers. */
export function recentSendsOf({ recentSends = [] }: QueueRecord): RecentMap<RecentSend> {
  const sends = new RecentMap<RecentSend>(deduplicationWindowMs, ({ sentAtMs }) => sentAtMs)
  for (const { key, ...send } of recentSends) sends.set(key, send)
  return sends
}

/** The key by which sends to a queue are compared. */
export function deduplicationKey(queue: Queue, groupId: string, deduplicationId: string): string {
  return queue.deduplicatesByGroup ? `${groupId} ${deduplicationId}` : deduplicationId
}

/** The send in the window that a send with this key repeats. */
export function earlierSend(queue: Queue, key: string, nowMs: number): RecentSend | undefined {
  return queue.recentSends.current(key, nowMs)
}
