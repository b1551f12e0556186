import type { GetQueue } from '../../../src/core/commands/command.ts'
import { object, optional } from '../../schema.ts'
import { action, queueOf, step } from '../action.ts'
import { queueUrl, tagMap } from '../shapes.ts'

/** Shows the tags of a queue. */
export const listQueueTags = action({
  name: 'ListQueueTags',
  source: 'SQS API Reference, ListQueueTags',
  input: object({ QueueUrl: queueUrl }),
  output: object({ Tags: optional(tagMap) }),
  decide: (input, context) =>
    step<GetQueue>({ kind: 'getQueue', queue: queueOf(input, context) }, ({ queue: { tags } }) =>
      tags.size > 0 ? { Tags: Object.fromEntries(tags) } : {},
    ),
})
