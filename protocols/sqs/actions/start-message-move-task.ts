import type { StartMoveTask } from '../../../src/core/commands/command.ts'
import { isWireError } from '../../aws/errors.ts'
import { integer, object, optional, text } from '../../schema.ts'
import { action, step } from '../action.ts'
import { arnShown, countProblem, queueNamed } from '../move-tasks.ts'
import { printTaskHandle } from '../task-handles.ts'

const highestRate = 500

/** Starts to move the messages of a dead-letter queue: to another queue, or each back to where it came from. */
export const startMessageMoveTask = action({
  name: 'StartMessageMoveTask',
  source: 'SQS API Reference, StartMessageMoveTask',
  input: object({
    SourceArn: text,
    DestinationArn: optional(text),
    MaxNumberOfMessagesPerSecond: optional(integer),
  }),
  output: object({ TaskHandle: text }),
  decide({ SourceArn, DestinationArn, MaxNumberOfMessagesPerSecond: ratePerSecond }, context) {
    const source = queueNamed('SourceArn', SourceArn, context)
    if (isWireError(source)) return source
    const destination = DestinationArn === undefined ? undefined : queueNamed('DestinationArn', DestinationArn, context)
    if (destination && isWireError(destination)) return destination
    const problem = countProblem('MaxNumberOfMessagesPerSecond', ratePerSecond, highestRate)
    if (problem) return problem
    const command: StartMoveTask = {
      kind: 'startMoveTask',
      source,
      ...(destination && { destination }),
      ...(ratePerSecond !== undefined && { ratePerSecond }),
    }
    return step(command, (task) => ({ TaskHandle: printTaskHandle(task.id, arnShown(task.source, context)) }))
  },
})
