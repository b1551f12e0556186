import { missingParameter } from '../../aws/errors.ts'
import { list, object, text } from '../../schema.ts'
import { action, queueOf, silentStep } from '../action.ts'
import { queueUrl } from '../shapes.ts'

/** Takes tags off a queue; absent ones are passed over. */
export const untagQueue = action({
  name: 'UntagQueue',
  source: 'SQS API Reference, UntagQueue',
  input: object({ QueueUrl: queueUrl, TagKeys: list(text, 'TagKey') }),
  decide(input, context) {
    if (input.TagKeys.length === 0) return missingParameter('TagKeys')
    return silentStep({ kind: 'untagQueue', queue: queueOf(input, context), names: input.TagKeys })
  },
})
