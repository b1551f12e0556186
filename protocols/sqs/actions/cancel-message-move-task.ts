import type { CancelMoveTask } from '../../../src/core/commands/command.ts'
import { invalidParameter, isWireError } from '../../aws/errors.ts'
import { integer, object, text } from '../../schema.ts'
import { action, step } from '../action.ts'
import { queueNamed } from '../move-tasks.ts'
import { readTaskHandle } from '../task-handles.ts'

const invalidHandle = invalidParameter('Value for parameter TaskHandle is invalid.')

/** Ends a move task. What it has moved stays where it is. */
export const cancelMessageMoveTask = action({
  name: 'CancelMessageMoveTask',
  source: 'SQS API Reference, CancelMessageMoveTask',
  input: object({ TaskHandle: text }),
  output: object({ ApproximateNumberOfMessagesMoved: integer }),
  decide(input, context) {
    const handle = readTaskHandle(input.TaskHandle)
    const source = handle ? queueNamed('SourceArn', handle.sourceArn, context) : invalidHandle
    if (!handle || isWireError(source)) return invalidHandle
    return step<CancelMoveTask>({ kind: 'cancelMoveTask', source, taskId: handle.taskId }, ({ moved }) => ({
      ApproximateNumberOfMessagesMoved: moved,
    }))
  },
})
