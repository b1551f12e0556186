import type { ChangeVisibility, VisibilityChanged } from '../commands/command.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import { messageHeld, noMessage } from '../rules/receipt.ts'
import { exceedsCeiling } from '../rules/visibility.ts'
import type { Turn } from '../turn.ts'

/** Carries out `ChangeVisibility`. */
export function changeVisibility(turn: Turn, command: ChangeVisibility): Result<VisibilityChanged> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const held = messageHeld(queue, command.receipt, command.rule, turn.nowMs)
  if (!held.ok) return held
  const message = held.value
  if (message === undefined) return noMessage(queue, command.receipt)
  const { rule, timeoutMs } = command
  if (rule === 'reusable' && exceedsCeiling(message, timeoutMs, turn.nowMs))
    return refuse({ kind: 'visibilityCeilingExceeded', timeoutMs })

  turn.emit({
    kind: 'visibilityChanged',
    queue: queue.id,
    sequence: message.sequence,
    delivery: rule === 'singleUse' ? message.receiptNumber + 1 : message.receiptNumber,
    visibleAtMs: turn.nowMs + timeoutMs,
  })
  return accept({ queueId: queue.id, message })
}
