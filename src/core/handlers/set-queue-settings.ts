import type { Done, SetQueueSettings } from '../commands/command.ts'
import { changedSettings } from '../records.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { delayAnew } from '../rules/delay.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import { settingsProblem } from '../rules/settings.ts'
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
  if (queue.settings.fifo && command.settings.delayMs !== undefined) delayAnew(turn, queue)
  return accept({})
}
