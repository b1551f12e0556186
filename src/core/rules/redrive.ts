import {
  type Message,
  type MessageRecord,
  type Queue,
  type QueueAddress,
  queueKey,
  type Redrive,
  type State,
} from '../model.ts'
import { messageRecord } from '../records.ts'
import type { Refusal } from '../refusal.ts'
import type { Turn } from '../turn.ts'

/** Whether two addresses name the same queue in this namespace. */
export function sameQueue(state: State, a: QueueAddress, b: QueueAddress): boolean {
  return queueKey(state.namespace, a) === queueKey(state.namespace, b)
}

/**
 * What stands against a redrive: the dead-letter queue must exist, be of the source's type and let it in.
 * Source: SQS API Reference, SetQueueAttributes, RedrivePolicy and RedriveAllowPolicy.
 */
export function redriveProblem(
  state: State,
  source: QueueAddress,
  fifo: boolean,
  redrive: Redrive,
): Refusal | undefined {
  const target = state.queues.get(queueKey(state.namespace, redrive.deadLetterQueue))
  if (!target) return { kind: 'deadLetterQueueNotFound', redrive }
  if ((target.settings.fifo === true) !== fifo) return { kind: 'deadLetterQueueOfOtherType', redrive }
  const allow = target.settings.redriveAllow
  const allowed =
    allow === undefined ||
    allow.permission === 'allowAll' ||
    (allow.permission === 'byQueue' && allow.sources.some((address) => sameQueue(state, address, source)))
  return allowed ? undefined : { kind: 'deadLetterQueueDenies', redrive }
}

/** The queue that takes the spent messages of this one, if it has one that is there: a message is never lost for want of it. */
export function deadLetterQueueOf(state: State, queue: Queue): Queue | undefined {
  const { redrive, fifo } = queue.settings
  if (!redrive) return undefined
  const target = state.queues.get(queueKey(state.namespace, redrive.deadLetterQueue))
  return target && target !== queue && target.settings.fifo === fifo ? target : undefined
}

/** Whether a message was received here as often as its queue allows, so that the next receive moves it. Source: SQS Developer Guide, dead-letter queues. */
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
