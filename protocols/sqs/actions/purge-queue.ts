import { object } from '../../schema.ts'
import { action, queueOf, silentStep } from '../action.ts'
import { queueUrl } from '../shapes.ts'

/** Removes every message of a queue. */
export const purgeQueue = action({
  name: 'PurgeQueue',
  source: 'SQS API Reference, PurgeQueue',
  input: object({ QueueUrl: queueUrl }),
  decide: (input, context) => silentStep({ kind: 'purgeQueue', queue: queueOf(input, context) }),
})
