/**
 * Rule: A message is saved, and moved to another queue, with all members that differ from their default, so a restart or a move loses none of them.
 * Source: twinmq.
 */

import type { Message, MessageRecord } from '../model.ts'
import { defaultPriority } from './order.ts'

/** A message as the engine holds it, outside every index. `visibleBy`: as in `Message`. */
export function messageFrom(record: MessageRecord, visibleBy: number): Message {
  return {
    id: record.id,
    sequence: record.sequence,
    body: record.body,
    senderId: record.senderId,
    attributes: record.attributes,
    groupId: record.groupId,
    extras: record.extras,
    priority: record.priority ?? defaultPriority,
    sentAtMs: record.sentAtMs,
    visibleAtMs: record.visibleAtMs,
    visibleBy,
    receivedAtMs: record.receivedAtMs ?? 0,
    firstReceivedAtMs: record.firstReceivedAtMs ?? 0,
    receiveCount: record.receiveCount ?? 0,
    receiptNumber: record.delivery ?? 0,
    place: 'gone',
    heapIndex: 0,
    older: undefined,
    newer: undefined,
    group: undefined,
    groupOlder: undefined,
    groupNewer: undefined,
  }
}

/** A message as it is saved, except its turn. */
export function messageRecord(message: Message): MessageRecord {
  return {
    id: message.id,
    sequence: message.sequence,
    body: message.body,
    senderId: message.senderId,
    ...(message.attributes && { attributes: message.attributes }),
    ...(message.groupId !== undefined && { groupId: message.groupId }),
    ...(message.extras && { extras: message.extras }),
    ...(message.priority !== defaultPriority && { priority: message.priority }),
    sentAtMs: message.sentAtMs,
    visibleAtMs: message.visibleAtMs,
    ...(message.receivedAtMs > 0 && { receivedAtMs: message.receivedAtMs }),
    ...(message.firstReceivedAtMs > 0 && { firstReceivedAtMs: message.firstReceivedAtMs }),
    ...(message.receiveCount > 0 && { receiveCount: message.receiveCount }),
    ...(message.receiptNumber > 0 && { delivery: message.receiptNumber }),
  }
}
