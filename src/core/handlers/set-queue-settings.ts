import type { Done, SetQueueSettings } from '../commands/command.ts'
import type { Queue } from '../model.ts'
import { changedSettings } from '../records.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import { settingsProblem } from '../rules/settings.ts'
import { queueSettings } from '../settings/queue-settings.ts'
import type { Turn } from '../turn.ts'

/** Carries out `SetQueueSettings`. */
export function setQueueSettings(turn: Turn, command: SetQueueSettings): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  if (command.settings.fifo !== undefined && command.settings.fifo !== (queue.settings.fifo ?? null))
    return refuse({ kind: 'fifoSettingOnStandardQueue', setting: 'fifo' })
  const settings = changedSettings(queue.settings, command.settings)
  const problem = settingsProblem(turn.state, queue.address, settings, command.settings)
  if (problem) return refuse(problem)

  turn.emit({ kind: 'queueSettingsChanged', queue: queue.id, settings: command.settings, atMs: turn.nowMs })
  if (queue.settings.fifo && command.settings.delayMs !== undefined) redelay(turn, queue)
  return accept({})
}

/**
 * The delay of a FIFO queue is that of all its messages, also of those that are there; none of them was received yet or
 * came from a dead-letter rule. Source: SQS Developer Guide, delay queues.
 */
function redelay(turn: Turn, queue: Queue): void {
  const delayMs = queue.settings.delayMs ?? queueSettings.delayMs.default
  for (let message = queue.messages.oldest; message; message = message.newer) {
    const { sequence, receiptNumber, sentAtMs, receivedAtMs, extras } = message
    const visibleAtMs = Math.max(sentAtMs + delayMs, turn.nowMs)
    const settled = message.place !== 'hidden' && visibleAtMs === turn.nowMs
    if (receivedAtMs > 0 || extras?.deadLetterSource || settled || visibleAtMs === message.visibleAtMs) continue
    turn.emit({ kind: 'visibilityChanged', queue: queue.id, sequence, delivery: receiptNumber, visibleAtMs })
  }
}
