import type { MessagesReceived, ReceiveMessages } from '../commands/command.ts'
import type { Message } from '../model.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { deadLetterQueueOf, isSpent, moveToDeadLetterQueue } from '../rules/dead-letters.ts'
import { refusedForRoom, roomInFlight } from '../rules/in-flight-limit.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import { messagesOfAttempt, noteAttempt } from '../rules/receive-attempt.ts'
import { waitOf, waitsForMore } from '../rules/receive-wait.ts'
import { visibilityTimeoutOf } from '../rules/visibility.ts'
import type { Queue } from '../state.ts'
import type { Turn } from '../turn.ts'

/** Carries out `ReceiveMessages`. */
export function receiveMessages(turn: Turn, command: ReceiveMessages): Result<MessagesReceived> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const waitMs = waitOf(queue, command)
  const visibleAtMs = turn.nowMs + (command.visibilityTimeoutMs ?? visibilityTimeoutOf(queue))
  const received = (messages: readonly Message[]) =>
    accept({ queueId: queue.id, fifo: queue.settings.fifo, messages, waitMs })
  const again = messagesOfAttempt(turn, queue, command.attemptId, visibleAtMs)
  if (again) return received(again)
  const room = roomInFlight(queue, command)
  if (refusedForRoom(queue, room, waitMs)) return refuse({ kind: 'inFlightLimitReached' })

  if (waitsForMore(queue, command, waitMs)) return received([])
  const messages = handOut(turn, queue, Math.min(command.maximumMessages, room), visibleAtMs)
  noteAttempt(turn, queue, command.attemptId, visibleAtMs, messages)
  return received(messages)
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
