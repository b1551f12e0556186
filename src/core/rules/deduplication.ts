import * as crypto from 'node:crypto'
import type { Queue, RecentSend } from '../model.ts'

/** One call where Node has it (20.12), which takes half the time of a hash object. */
const sha256: (text: string) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text)
    : (text) => crypto.createHash('sha256').update(text).digest('hex')

/** The deduplication id that a FIFO queue takes from a body: its SHA-256 in lower-case hexadecimal. Source: SQS Developer Guide, exactly-once processing. */
export function contentId(body: string): string {
  return sha256(body)
}

/** What sends of a queue are compared by. */
export function deduplicationKey(queue: Queue, groupId: string, deduplicationId: string): string {
  return queue.deduplicatesByGroup ? `${groupId} ${deduplicationId}` : deduplicationId
}

/** The send of less than five minutes ago that a send with this key repeats. */
export function earlierSend(queue: Queue, key: string, nowMs: number): RecentSend | undefined {
  return queue.recentSends.current(key, nowMs)
}
