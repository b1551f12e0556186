import type { DeleteQueue, Done } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `DeleteQueue`. */
export function deleteQueue(turn: Turn, command: DeleteQueue): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  turn.emit({ kind: 'queueDeleted', queue: queue.id, atMs: turn.nowMs })
  return accept({})
}
