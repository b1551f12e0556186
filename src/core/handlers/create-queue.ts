import type { CreateQueue, QueueCreated } from '../command.ts'
import { deletedNameMs, type QueueSettings, queueKey, settingNames } from '../model.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { encryptionConflicts } from '../rules/encryption.ts'
import type { Turn } from '../turn.ts'

/** Carries out `CreateQueue`. */
export function createQueue(turn: Turn, command: CreateQueue): Result<QueueCreated> {
  const key = queueKey(turn.state.namespace, command.queue)
  const existing = turn.state.queues.get(key)
  if (existing) {
    const setting = firstDifference(existing.settings, command)
    return setting ? refuse({ kind: 'queueAlreadyExists', setting }) : accept({ queue: existing, created: false })
  }
  const deletedAtMs = turn.state.deletedAtMs.get(key)
  if (turn.rules.deleteCoolDown && deletedAtMs !== undefined && turn.nowMs < deletedAtMs + deletedNameMs)
    return refuse({ kind: 'queueDeletedRecently' })
  if (encryptionConflicts(command.settings)) return refuse({ kind: 'encryptionConflict' })

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

function firstDifference(settings: QueueSettings, command: CreateQueue): keyof QueueSettings | undefined {
  return settingNames.find((name) => {
    const wanted = command.mustMatch[name]
    return wanted !== undefined && wanted !== (settings[name] ?? command.defaults[name])
  })
}
