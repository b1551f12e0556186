/**
 * Rule: A message that was received as often as its queue allows goes to the dead-letter queue at the next receive; without that queue it stays.
 * Source: SQS Developer Guide, dead-letter queues.
 */

import type { Message, MessageRecord } from '../model.ts'
import { type Queue, queueKey, type State } from '../state.ts'
import type { Turn } from '../turn.ts'
import { messageRecord } from './message-record.ts'

/** The queue that takes the spent messages of this one. If it does not exist, there is none, so messages stay. */
export function deadLetterQueueOf(state: State, queue: Queue): Queue | undefined {
  const { redrive, fifo } = queue.settings
  if (!redrive) return undefined
  const target = state.queues.get(queueKey(state.namespace, redrive.deadLetterQueue))
  return target && target !== queue && target.settings.fifo === fifo ? target : undefined
}

/** Whether a message was received here as often as its queue allows, so that the next receive moves it. */
export function isSpent(queue: Queue, message: Message): boolean {
  const { redrive } = queue.settings
  return redrive !== undefined && message.receiveCount - (message.extras?.receivesElsewhere ?? 0) >= redrive.maxReceives
}

/**
 * Moves a spent message to the dead-letter queue. It keeps its id, its receive count and, on a standard queue, the time
 * of its send; a FIFO queue starts that anew, and its id serves as deduplication id, so that it is no duplicate there.
 */
export function moveToDeadLetterQueue(turn: Turn, queue: Queue, message: Message, target: Queue): void {
  const fifo = target.settings.fifo === true
  const sentAtMs = fifo ? turn.nowMs : message.sentAtMs
  const moved: MessageRecord = {
    ...messageRecord(message),
    sequence: target.lastSequence + 1,
    sentAtMs,
    visibleAtMs: sentAtMs,
    receivedAtMs: undefined,
    delivery: undefined,
    extras: {
      ...message.extras,
      ...(fifo && { deduplicationId: message.id }),
      deadLetterSource: queue.address,
      receivesElsewhere: message.receiveCount,
    },
  }
  turn.emit({ kind: 'messageMoved', queue: queue.id, sequence: message.sequence, to: target.id, message: moved })
}
