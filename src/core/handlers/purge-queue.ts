import type { Done, PurgeQueue } from '../commands/command.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { mustWaitToPurge } from '../rules/purge-wait.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `PurgeQueue`. */
export function purgeQueue(turn: Turn, command: PurgeQueue): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  if (mustWaitToPurge(turn, queue)) return refuse({ kind: 'purgeInProgress', queue: command.queue })
  turn.emit({ kind: 'queuePurged', queue: queue.id, throughSequence: queue.lastSequence, atMs: turn.nowMs })
  return accept({})
}
