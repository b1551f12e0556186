import type { ListMoveTasks } from '../../../src/core/commands/command.ts'
import type { MoveTask, MoveTaskFailure, MoveTaskStatus } from '../../../src/core/move-task.ts'
import { isWireError } from '../../aws/errors.ts'
import { integer, list, object, optional, text } from '../../schema.ts'
import { action, type Context, step } from '../action.ts'
import { arnShown, countProblem, queueNamed } from '../move-tasks.ts'
import { printTaskHandle } from '../task-handles.ts'

const mostTasks = 10

const statuses: { readonly [S in MoveTaskStatus]: string } = {
  running: 'RUNNING',
  completed: 'COMPLETED',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
}

const failureReasons: { readonly [F in MoveTaskFailure]: string } = {
  queueNotFound: 'AWS.SimpleQueueService.NonExistentQueue',
  sourceUnknown: 'CouldNotDetermineMessageSource',
}

const taskEntry = object({
  TaskHandle: optional(text),
  Status: text,
  SourceArn: text,
  DestinationArn: optional(text),
  MaxNumberOfMessagesPerSecond: optional(integer),
  ApproximateNumberOfMessagesMoved: integer,
  ApproximateNumberOfMessagesToMove: integer,
  FailureReason: optional(text),
  /** Epoch milliseconds. */
  StartedTimestamp: integer,
})

/** Lists the newest move tasks out of a queue. */
export const listMessageMoveTasks = action({
  name: 'ListMessageMoveTasks',
  source: 'SQS API Reference, ListMessageMoveTasks',
  input: object({ SourceArn: text, MaxResults: optional(integer) }),
  output: object({ Results: optional(list(taskEntry, 'ListMessageMoveTasksResultEntry')) }),
  decide({ SourceArn, MaxResults: most }, context) {
    const source = queueNamed('SourceArn', SourceArn, context)
    if (isWireError(source)) return source
    const problem = countProblem('MaxResults', most, mostTasks)
    if (problem) return problem
    return step<ListMoveTasks>({ kind: 'listMoveTasks', source, limit: most ?? 1 }, (tasks) =>
      tasks.length === 0 ? {} : { Results: tasks.map((task) => entryOf(task, context)) },
    )
  },
})

/** A task that can no longer be cancelled has no handle. */
function entryOf(task: MoveTask, context: Context) {
  const sourceArn = arnShown(task.source, context)
  return {
    ...(task.status === 'running' && { TaskHandle: printTaskHandle(task.id, sourceArn) }),
    Status: statuses[task.status],
    SourceArn: sourceArn,
    ...(task.destination && { DestinationArn: arnShown(task.destination, context) }),
    ...(task.ratePerSecond !== undefined && { MaxNumberOfMessagesPerSecond: task.ratePerSecond }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(task.failure !== undefined && { FailureReason: failureReasons[task.failure] }),
    StartedTimestamp: task.startedAtMs,
  }
}
