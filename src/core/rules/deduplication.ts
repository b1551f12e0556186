/**
 * Rule: On a FIFO queue, a send with the deduplication id of one less than five minutes ago adds nothing.
 * Source: SQS Developer Guide, exactly-once processing.
 */

import * as crypto from 'node:crypto'
import type { Queue, QueueRecord, RecentSend } from '../model.ts'
import { RecentMap } from '../structures/recent-map.ts'

/** How long a send makes others its duplicates, milliseconds. */
export const deduplicationWindowMs = 300_000

/** One call where Node has it (20.12), which takes half the time of a hash object. */
const sha256: (text: string) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text)
    : (text) => crypto.createHash('sha256').update(text).digest('hex')

/** The deduplication id that a FIFO queue takes from a body: its SHA-256 in lower-case hexadecimal. */
export function contentId(body: string): string {
  return sha256(body)
}

/** The sends that a queue remembers, as they were saved. */
export function recentSendsOf({ recentSends = [] }: QueueRecord): RecentMap<RecentSend> {
  return new RecentMap(
    deduplicationWindowMs,
    ({ sentAtMs }) => sentAtMs,
    recentSends.map(({ key, ...send }) => [key, send]),
  )
}

/** What sends of a queue are compared by. */
export function deduplicationKey(queue: Queue, groupId: string, deduplicationId: string): string {
  return queue.deduplicatesByGroup ? `${groupId} ${deduplicationId}` : deduplicationId
}

/** The send of less than five minutes ago that a send with this key repeats. */
export function earlierSend(queue: Queue, key: string, nowMs: number): RecentSend | undefined {
  return queue.recentSends.current(key, nowMs)
}
