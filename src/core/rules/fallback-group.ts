/**
 * Rule: A message from MNS gets the group `mns` on a FIFO queue if its sender names none, and is never a duplicate.
 * Source: twinmq; MNS has no FIFO queues.
 */

/** The group of messages that MNS puts on a FIFO queue without naming one. */
export const fallbackGroupId = 'mns'

/** The group of a message on a FIFO queue. `fallback`: the group that the sending protocol gives a message without one. */
export function groupOnFifoQueue(groupId: string | undefined, fallback: string | undefined): string {
  return groupId ?? fallback ?? ''
}
