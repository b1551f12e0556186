/**
 * Rule: A thousand move tasks are remembered; beyond that the oldest that have ended are forgotten, and running ones stay.
 * Source: SQS API Reference, ListMessageMoveTasks, which lists at most ten for a queue.
 */

import type { MoveTask } from '../move-task.ts'

const rememberedTasks = 1_000

/** Forgets the oldest ended tasks when there are too many. */
export function forgetOldTasks(moveTasks: Map<string, MoveTask>): void {
  for (const [id, task] of moveTasks) {
    if (moveTasks.size <= rememberedTasks) return
    if (task.status !== 'running') moveTasks.delete(id)
  }
}
