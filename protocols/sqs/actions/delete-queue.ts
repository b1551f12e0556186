import { object } from '../../schema.ts'
import { action, queueOf, silentStep } from '../action.ts'
import { queueUrl } from '../shapes.ts'

/** Deletes a queue with its messages. */
export const deleteQueue = action({
  name: 'DeleteQueue',
  source: 'SQS API Reference, DeleteQueue',
  input: object({ QueueUrl: queueUrl }),
  decide: (input, context) => silentStep({ kind: 'deleteQueue', queue: queueOf(input, context) }),
})
