import type { Done, SetQueueSettings } from '../command.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { encryptionConflicts } from '../rules/encryption.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `SetQueueSettings`. */
export function setQueueSettings(turn: Turn, command: SetQueueSettings): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const { kmsMasterKeyId = queue.settings.kmsMasterKeyId, managedEncryption = queue.settings.managedEncryption } =
    command.settings
  if (
    encryptionConflicts({
      ...(kmsMasterKeyId !== null && kmsMasterKeyId !== undefined && { kmsMasterKeyId }),
      ...(managedEncryption !== null && managedEncryption !== undefined && { managedEncryption }),
    })
  )
    return refuse({ kind: 'encryptionConflict' })

  turn.emit({ kind: 'queueSettingsChanged', queue: queue.id, settings: command.settings, atMs: turn.nowMs })
  return accept({})
}
