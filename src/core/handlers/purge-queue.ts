import type { Done, PurgeQueue } from '../commands/command.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

const coolDownMs = 60_000

/** Carries out `PurgeQueue`. */
export function purgeQueue(turn: Turn, command: PurgeQueue): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  if (turn.rules.purgeCoolDown && queue.purgedAtMs > 0 && turn.nowMs < queue.purgedAtMs + coolDownMs)
    return refuse({ kind: 'purgeInProgress', queue: command.queue })
  turn.emit({ kind: 'queuePurged', queue: queue.id, throughSequence: queue.lastSequence, atMs: turn.nowMs })
  return accept({})
}
