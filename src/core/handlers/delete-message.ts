import type { DeleteMessage, Done } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import { messageHeld, noMessage } from '../rules/receipt.ts'
import type { Turn } from '../turn.ts'

/** Carries out `DeleteMessage`. */
export function deleteMessage(turn: Turn, command: DeleteMessage): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const held = messageHeld(queue, command.receipt, command.rule, turn.nowMs)
  if (!held.ok) return held
  if (held.value === undefined) return command.rule === 'reusable' ? accept({}) : noMessage(queue, command.receipt)

  turn.emit({ kind: 'messageDeleted', queue: queue.id, sequence: held.value.sequence })
  return accept({})
}
