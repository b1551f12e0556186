/**
 * Rule: At the limit of messages in flight, a standard queue refuses short polls and lets long polls wait; a FIFO queue returns nothing.
 * Source: SQS Developer Guide, standard queue quotas and FIFO queue quotas.
 */

import type { ReceiveMessages } from '../commands/command.ts'
import type { Queue } from '../state.ts'

/** How many more messages may be in flight. Each protocol sends its own limit, or none. */
export function roomInFlight({ messages }: Queue, { inFlightLimit }: ReceiveMessages): number {
  return (inFlightLimit ?? Number.POSITIVE_INFINITY) - messages.counts.inFlight
}

/** Whether a receive that waits for `waitMs` is refused because there is no room. */
export function refusedForRoom({ settings }: Queue, room: number, waitMs: number): boolean {
  return room <= 0 && waitMs === 0 && !settings.fifo
}
