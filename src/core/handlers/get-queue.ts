import type { GetQueue, QueueDescription } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `GetQueue`. */
export function getQueue(turn: Turn, command: GetQueue): Result<QueueDescription> {
  const queue = queueAt(turn, command.queue)
  return queue ? accept({ queue, counts: queue.messages.counts }) : noQueue(turn.state, command.queue)
}
