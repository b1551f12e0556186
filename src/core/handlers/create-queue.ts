import type { CreateQueue, QueueCreated } from '../commands/command.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { deletedRecently } from '../rules/deletion-wait.ts'
import { firstDifference, settingsProblem } from '../rules/settings.ts'
import { queueKey } from '../state.ts'
import type { Turn } from '../turn.ts'

/** Carries out `CreateQueue`. */
export function createQueue(turn: Turn, command: CreateQueue): Result<QueueCreated> {
  const key = queueKey(turn.state.namespace, command.queue)
  const existing = turn.state.queues.get(key)
  if (existing) {
    const setting = firstDifference(turn.state.namespace, existing.settings, command.mustMatch, command.defaults)
    return setting ? refuse({ kind: 'queueAlreadyExists', setting }) : accept({ queue: existing, created: false })
  }
  if (turn.rules.deleteCoolDown && deletedRecently(turn.state.deletedAtMs.get(key), turn.nowMs))
    return refuse({ kind: 'queueDeletedRecently' })
  const problem = settingsProblem(turn.state, command.queue, command.settings, command.settings)
  if (problem) return refuse(problem)

  const id = turn.sequence - turn.state.origin
  turn.emit({
    kind: 'queueCreated',
    queue: id,
    address: command.queue,
    settings: command.settings,
    tags: command.tags,
    atMs: turn.nowMs,
  })
  return accept({ queue: turn.state.queuesById.get(id)!, created: true })
}
