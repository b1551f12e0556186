import type { MessageSent, SendMessage } from '../commands/command.ts'
import type { MessageExtras, MessageRecord } from '../model.ts'
import { randomId } from '../random.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { contentId, deduplicationKey, earlierSend } from '../rules/deduplication.ts'
import { delayOf } from '../rules/delay.ts'
import { groupOnFifoQueue } from '../rules/fallback-group.ts'
import { sendProblem } from '../rules/fifo-sends.ts'
import { defaultPriority } from '../rules/order.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Queue } from '../state.ts'
import type { Turn } from '../turn.ts'

/** Carries out `SendMessage`. */
export function sendMessage(turn: Turn, command: SendMessage): Result<MessageSent> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const problem = sendProblem(queue, command)
  if (problem) return refuse(problem)
  return accept(queue.settings.fifo ? sendToFifo(turn, queue, command) : sendToStandard(turn, queue, command))
}

function sendToStandard(turn: Turn, queue: Queue, command: SendMessage): MessageSent {
  const record = newMessage(
    turn,
    queue,
    command,
    randomId(turn.random),
    command.delayMs,
    command.groupId,
    command.extras,
  )
  turn.emit({ kind: 'messageSent', queue: queue.id, message: record })
  return sent(queue, record)
}

function sendToFifo(turn: Turn, queue: Queue, command: SendMessage): MessageSent {
  const groupId = groupOnFifoQueue(command.groupId, command.fallbackGroupId)
  const named =
    command.deduplicationId ?? (queue.settings.contentBasedDeduplication ? contentId(command.body) : undefined)
  const key = named === undefined ? undefined : deduplicationKey(queue, groupId, named)
  const earlier = key === undefined ? undefined : earlierSend(queue, key, turn.nowMs)
  if (earlier)
    return {
      queueId: queue.id,
      messageId: earlier.id,
      sequence: earlier.sequence,
      priority: defaultPriority,
      delayed: false,
      fifo: true,
    }

  const id = randomId(turn.random)
  const deduplicationId = named ?? id
  const extras = command.extras ? { ...command.extras, deduplicationId } : { deduplicationId }
  const record = newMessage(turn, queue, command, id, undefined, groupId, extras)
  turn.emit({ kind: 'messageSent', queue: queue.id, message: record, deduplicationKey: key })
  return sent(queue, record)
}

function newMessage(
  turn: Turn,
  queue: Queue,
  command: SendMessage,
  id: string,
  delayMs: number | undefined,
  groupId: string | undefined,
  extras: MessageExtras | undefined,
): MessageRecord {
  return {
    id,
    sequence: queue.lastSequence + 1,
    body: command.body,
    senderId: command.senderId,
    attributes: command.attributes,
    groupId,
    extras,
    priority: command.priority,
    sentAtMs: turn.nowMs,
    visibleAtMs: turn.nowMs + (delayMs ?? delayOf(queue)),
  }
}

function sent(queue: Queue, { id, sequence, priority, sentAtMs, visibleAtMs }: MessageRecord): MessageSent {
  return {
    queueId: queue.id,
    messageId: id,
    sequence,
    priority: priority ?? defaultPriority,
    delayed: visibleAtMs > sentAtMs,
    fifo: queue.settings.fifo === true,
  }
}
