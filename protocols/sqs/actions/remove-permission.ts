import { object, text } from '../../schema.ts'
import { action, queueOf, silentStep } from '../action.ts'
import { queueUrl } from '../shapes.ts'

/** Removes a statement of a queue's policy by its label. */
export const removePermission = action({
  name: 'RemovePermission',
  source: 'SQS API Reference, RemovePermission',
  input: object({ QueueUrl: queueUrl, Label: text }),
  decide: (input, context) =>
    silentStep({ kind: 'removePolicyStatement', queue: queueOf(input, context), label: input.Label }),
})
