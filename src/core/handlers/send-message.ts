import type { MessageSent, SendMessage } from '../command.ts'
import { defaultSettings, type MessageRecord, type Queue } from '../model.ts'
import { randomId } from '../random.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `SendMessage`. */
export function sendMessage(turn: Turn, command: SendMessage): Result<MessageSent> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const limitBytes = Math.min(queue.settings.maximumMessageBytes ?? command.defaultMaximumBytes, command.ceilingBytes)
  if (command.bytes > limitBytes) return refuse({ kind: 'messageTooLong', limitBytes })

  const record = newMessage(turn, queue, command)
  turn.emit({ kind: 'messageSent', queue: queue.id, message: record })
  const message = queue.messages.find(record.sequence)!
  return accept({ queueId: queue.id, message, delayed: message.place === 'hidden' })
}

function newMessage(turn: Turn, queue: Queue, command: SendMessage): MessageRecord {
  const delayMs = command.delayMs ?? queue.settings.delayMs ?? defaultSettings.delayMs
  return {
    id: randomId(turn.random),
    sequence: queue.lastSequence + 1,
    body: command.body,
    senderId: command.senderId,
    attributes: command.attributes,
    groupId: command.groupId,
    extras: command.extras,
    priority: command.priority,
    sentAtMs: turn.nowMs,
    visibleAtMs: turn.nowMs + delayMs,
  }
}
