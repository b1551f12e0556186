import { missingParameter } from '../../aws/errors.ts'
import { alias, expected, object } from '../../schema.ts'
import { action, queueOf, silentStep, stepToError } from '../action.ts'
import { queueUrl, tagMap } from '../shapes.ts'
import { namedTexts, tagsError } from '../tags.ts'

/** Adds tags to a queue, or replaces their values. */
export const tagQueue = action({
  name: 'TagQueue',
  source: 'SQS API Reference, TagQueue',
  input: object({ QueueUrl: queueUrl, Tags: expected(tagMap), tags: alias(tagMap) }),
  decide(input, context) {
    const tags = input.Tags ?? input.tags ?? {}
    if (Object.keys(tags).length === 0) return missingParameter('Tags')
    const queue = queueOf(input, context)
    const wrong = tagsError(queue.name, tags)
    return wrong ? stepToError(queue, wrong) : silentStep({ kind: 'tagQueue', queue, tags: namedTexts(tags) })
  },
})
