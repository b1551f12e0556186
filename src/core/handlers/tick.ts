import type { Done } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import { stepDeliveries } from '../rules/deliveries.ts'
import { stepMoveTasks } from '../rules/move-tasks.ts'
import { settle } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `Tick`. */
export function tick(turn: Turn): Result<Done> {
  for (const queue of turn.state.queues.values()) settle(turn, queue)
  stepMoveTasks(turn)
  stepDeliveries(turn)
  return accept({})
}
