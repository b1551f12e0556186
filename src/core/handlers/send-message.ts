import type { MessageSent, SendMessage } from '../commands/command.ts'
import { defaultPriority, type MessageExtras, type MessageRecord, type Queue } from '../model.ts'
import { randomId } from '../random.ts'
import { accept, type Refusal, type Result, refuse } from '../refusal.ts'
import { contentId, deduplicationKey, earlierSend } from '../rules/deduplication.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import { queueSettings } from '../settings/queue-settings.ts'
import type { Turn } from '../turn.ts'

/** Carries out `SendMessage`. */
export function sendMessage(turn: Turn, command: SendMessage): Result<MessageSent> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const problem = sendProblem(queue, command)
  if (problem) return refuse(problem)
  return accept(queue.settings.fifo ? sendToFifo(turn, queue, command) : sendToStandard(turn, queue, command))
}

/** What stands against a send, whatever else the queue holds. */
export function sendProblem(queue: Queue, command: SendMessage): Refusal | undefined {
  const limitBytes = Math.min(queue.settings.maximumMessageBytes ?? command.defaultMaximumBytes, command.ceilingBytes)
  if (command.bytes > limitBytes) return { kind: 'messageTooLong', limitBytes }
  const { groupId, deduplicationId, delayMs = 0 } = command
  if (!queue.settings.fifo)
    return deduplicationId === undefined ? undefined : { kind: 'deduplicationIdOnStandardQueue', deduplicationId }
  if (command.fallbackGroupId !== undefined) return undefined
  if (groupId === undefined) return { kind: 'messageGroupRequired' }
  if (deduplicationId === undefined && !queue.settings.contentBasedDeduplication)
    return { kind: 'deduplicationIdRequired' }
  return delayMs > 0 ? { kind: 'delayOnFifoQueue', delayMs } : undefined
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
  const groupId = command.groupId ?? command.fallbackGroupId ?? ''
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
    visibleAtMs: turn.nowMs + (delayMs ?? queue.settings.delayMs ?? queueSettings.delayMs.default),
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
