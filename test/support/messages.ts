import type { Message } from '../../src/core/model.ts'

/** A message that stands in no index, with plain values but those that a test names. */
export function messageWith(values: Partial<Message>): Message {
  return {
    id: '',
    sequence: 0,
    body: '',
    senderId: '',
    attributes: undefined,
    groupId: undefined,
    extras: undefined,
    priority: 8,
    sentAtMs: 0,
    visibleAtMs: 0,
    visibleBy: 0,
    receivedAtMs: 0,
    firstReceivedAtMs: 0,
    receiveCount: 0,
    receiptNumber: 0,
    place: 'hidden',
    heapIndex: 0,
    older: undefined,
    newer: undefined,
    group: undefined,
    groupOlder: undefined,
    groupNewer: undefined,
    ...values,
  }
}
