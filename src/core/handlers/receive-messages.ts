import type { MessagesReceived, ReceiveMessages } from '../commands/command.ts'
import type { Message, Queue } from '../model.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import { messagesOfAttempt, noteAttempt } from '../rules/receive-attempt.ts'
import { deadLetterQueueOf, isSpent, moveToDeadLetterQueue } from '../rules/redrive.ts'
import { queueSettings } from '../settings/queue-settings.ts'
import type { Turn } from '../turn.ts'

/** Carries out `ReceiveMessages`. */
export function receiveMessages(turn: Turn, command: ReceiveMessages): Result<MessagesReceived> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const waitMs = command.waitMs ?? queue.settings.receiveWaitMs ?? queueSettings.receiveWaitMs.default
  const visibleAtMs = turn.nowMs + (command.visibilityTimeoutMs ?? visibilityTimeoutOf(queue))
  const received = (messages: readonly Message[]) =>
    accept({ queueId: queue.id, fifo: queue.settings.fifo, messages, waitMs })
  const again = messagesOfAttempt(turn, queue, command.attemptId, visibleAtMs)
  if (again) return received(again)
  const room = (command.inFlightLimit ?? Number.POSITIVE_INFINITY) - queue.messages.counts.inFlight
  if (room <= 0 && waitMs === 0 && !queue.settings.fifo) return refuse({ kind: 'inFlightLimitReached' })

  if (command.collect && waitMs > 0 && !hasReady(queue, command.maximumMessages)) return received([])
  const messages = handOut(turn, queue, Math.min(command.maximumMessages, room), visibleAtMs)
  noteAttempt(turn, queue, command.attemptId, visibleAtMs, messages)
  return received(messages)
}

/** Whether that many can be handed out. Of a FIFO queue, ready messages behind hidden ones of their group cannot. */
function hasReady(queue: Queue, wanted: number): boolean {
  if (queue.messages.counts.ready < wanted) return false
  return !queue.settings.fifo || queue.messages.peekReady(wanted).length === wanted
}

/** Hands out up to `limit` messages; those received too often go to the dead-letter queue instead. */
function handOut(turn: Turn, queue: Queue, limit: number, visibleAtMs: number): Message[] {
  const target = deadLetterQueueOf(turn.state, queue)
  const messages: Message[] = []
  let message = limit > 0 ? queue.messages.firstReady() : undefined
  while (message !== undefined) {
    if (target && isSpent(queue, message)) moveToDeadLetterQueue(turn, queue, message, target)
    else {
      receive(turn, queue, message, visibleAtMs)
      messages.push(message)
      if (messages.length >= limit) break
    }
    message = queue.messages.nextReady(message)
  }
  return messages
}

function receive(turn: Turn, queue: Queue, message: Message, visibleAtMs: number): void {
  turn.emit({
    kind: 'messageReceived',
    queue: queue.id,
    sequence: message.sequence,
    delivery: message.receiptNumber + 1,
    receiveCount: message.receiveCount + 1,
    atMs: turn.nowMs,
    firstReceivedAtMs: message.firstReceivedAtMs || turn.nowMs,
    visibleAtMs,
  })
}

function visibilityTimeoutOf(queue: Queue): number {
  return queue.settings.visibilityTimeoutMs ?? queueSettings.visibilityTimeoutMs.default
}
