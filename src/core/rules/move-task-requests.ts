/**
 * Rule: A move task starts from a dead-letter queue to another queue of its type, one at a time; the newest tasks are listed first.
 * Source: SQS API Reference, StartMessageMoveTask, CancelMessageMoveTask and ListMessageMoveTasks.
 */

import type { StartMoveTask } from '../commands/command.ts'
import type { MoveTask } from '../move-task.ts'
import type { Refusal } from '../refusal.ts'
import type { Queue, State } from '../state.ts'
import type { Turn } from '../turn.ts'
import { queueAt, sameQueue } from './queues.ts'

/** Why a move task cannot start. */
export function startProblem(turn: Turn, source: Queue, command: StartMoveTask): Refusal | undefined {
  if (!isDeadLetterQueue(turn.state, source)) return { kind: 'notADeadLetterQueue' }
  if (command.destination) {
    const destination = queueAt(turn, command.destination)
    if (!destination) return { kind: 'moveDestinationNotFound' }
    if (destination === source) return { kind: 'moveDestinationIsSource' }
    if (destination.settings.fifo !== source.settings.fifo) return { kind: 'moveDestinationOfOtherType' }
  }
  return hasRunningTask(turn.state, source) ? { kind: 'moveTaskRunning' } : undefined
}

/** Whether some queue's redrive names this one. */
function isDeadLetterQueue(state: State, queue: Queue): boolean {
  for (const { settings } of state.queues.values())
    if (settings.redrive && sameQueue(state, settings.redrive.deadLetterQueue, queue.address)) return true
  return false
}

function hasRunningTask(state: State, queue: Queue): boolean {
  for (const task of state.moveTasks.values()) if (task.status === 'running' && task.sourceId === queue.id) return true
  return false
}

/** Tasks out of a queue, newest first. */
export function newestTasks(state: State, source: Queue, limit: number): MoveTask[] {
  const tasks = [...state.moveTasks.values()].filter(({ sourceId }) => sourceId === source.id)
  return tasks.reverse().slice(0, limit)
}
