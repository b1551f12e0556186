/**
 * Rule: A message is at most as large as its queue or topic allows, and never larger than the sending protocol allows.
 * Source: SQS API Reference, SetQueueAttributes, MaximumMessageSize; MNS API, CreateQueue, CreateTopic and SendMessage.
 */

import type { Refusal } from '../refusal.ts'

/** Limits of one send, in bytes. */
type Limits = {
  /** The setting of the queue or topic. */
  readonly told: number | undefined
  /** The limit if it has no such setting. */
  readonly otherwise: number
  /** The limit of the sending protocol, which always counts. */
  readonly ceiling: number
}

/** Refuses a message that is too large. */
export function tooLong(bytes: number, { told, otherwise, ceiling }: Limits): Refusal | undefined {
  const limitBytes = Math.min(told ?? otherwise, ceiling)
  return bytes > limitBytes ? { kind: 'messageTooLong', limitBytes } : undefined
}
