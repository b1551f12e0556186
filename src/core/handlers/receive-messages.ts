import type { MessagesReceived, ReceiveMessages } from '../command.ts'
import { defaultSettings, type Message, type Queue } from '../model.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `ReceiveMessages`. */
export function receiveMessages(turn: Turn, command: ReceiveMessages): Result<MessagesReceived> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const waitMs = command.waitMs ?? queue.settings.receiveWaitMs ?? defaultSettings.receiveWaitMs
  const room = (command.inFlightLimit ?? Number.POSITIVE_INFINITY) - queue.messages.counts.inFlight
  if (room <= 0 && waitMs === 0) return refuse({ kind: 'inFlightLimitReached' })

  const visibleAtMs = turn.nowMs + (command.visibilityTimeoutMs ?? visibilityTimeoutOf(queue))
  const messages: Message[] = []
  while (messages.length < Math.min(command.maximumMessages, room)) {
    const message = queue.messages.firstReady()
    if (message === undefined) break
    hand(turn, queue, message, visibleAtMs)
    messages.push(message)
  }
  return accept({ queueId: queue.id, messages, waitMs })
}

function hand(turn: Turn, queue: Queue, message: Message, visibleAtMs: number): void {
  turn.emit({
    kind: 'messageReceived',
    queue: queue.id,
    sequence: message.sequence,
    delivery: message.delivery + 1,
    receiveCount: message.receiveCount + 1,
    atMs: turn.nowMs,
    firstReceivedAtMs: message.firstReceivedAtMs || turn.nowMs,
    visibleAtMs,
  })
}

function visibilityTimeoutOf(queue: Queue): number {
  return queue.settings.visibilityTimeoutMs ?? defaultSettings.visibilityTimeoutMs
}
