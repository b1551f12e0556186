import type { CancelMoveTask, ListMoveTasks, StartMoveTask } from '../commands/command.ts'
import type { MoveTask } from '../move-task.ts'
import { randomId } from '../random.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { newestTasks, startProblem } from '../rules/move-task-requests.ts'
import { queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `StartMoveTask`. */
export function startMoveTask(turn: Turn, command: StartMoveTask): Result<MoveTask> {
  const source = queueAt(turn, command.source)
  if (!source) return refuse({ kind: 'moveSourceNotFound' })
  const problem = startProblem(turn, source, command)
  if (problem) return refuse(problem)

  const id = randomId(turn.random)
  const task: MoveTask = {
    id,
    source: source.address,
    sourceId: source.id,
    destination: command.destination,
    ratePerSecond: command.ratePerSecond,
    startedAtMs: turn.nowMs,
    toMove: source.messages.counts.ready,
    moved: 0,
    status: 'running',
    nextAtMs: turn.nowMs,
  }
  turn.emit({ kind: 'moveTaskStarted', queue: source.id, task })
  return accept(turn.state.moveTasks.get(id)!)
}

/** Carries out `CancelMoveTask`. */
export function cancelMoveTask(turn: Turn, command: CancelMoveTask): Result<MoveTask> {
  const source = queueAt(turn, command.source)
  if (!source) return refuse({ kind: 'moveSourceNotFound' })
  const task = turn.state.moveTasks.get(command.taskId)
  if (!task || task.sourceId !== source.id) return refuse({ kind: 'moveTaskNotFound' })
  if (task.status !== 'running') return refuse({ kind: 'moveTaskNotRunning' })

  turn.emit({ kind: 'moveTaskEnded', queue: source.id, task: task.id, status: 'cancelled' })
  return accept(task)
}

/** Carries out `ListMoveTasks`. */
export function listMoveTasks(turn: Turn, command: ListMoveTasks): Result<readonly MoveTask[]> {
  const source = queueAt(turn, command.source)
  if (!source) return refuse({ kind: 'moveSourceNotFound' })
  return accept(newestTasks(turn.state, source, command.limit))
}
