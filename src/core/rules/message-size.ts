/**
 * Rule: A message is at most as large as its queue or topic allows, and never larger than the sending protocol allows.
 * Source: SQS API Reference, SetQueueAttributes, MaximumMessageSize; MNS API, CreateQueue, CreateTopic and SendMessage.
 */

import type { Refusal } from '../refusal.ts'

/** What one side of a send allows, in bytes. */
type Limits = {
  /** What the queue or topic was told. */
  readonly told: number | undefined
  /** What counts if it was told nothing. */
  readonly otherwise: number
  /** What the sending protocol allows in any case. */
  readonly ceiling: number
}

/** Refuses a message that is too large. */
export function tooLong(bytes: number, { told, otherwise, ceiling }: Limits): Refusal | undefined {
  const limitBytes = Math.min(told ?? otherwise, ceiling)
  return bytes > limitBytes ? { kind: 'messageTooLong', limitBytes } : undefined
}
