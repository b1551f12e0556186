import type { GetQueue } from '../../../src/core/commands/command.ts'
import { object, optional } from '../../schema.ts'
import { action, queueOf, step, stepToError } from '../action.ts'
import { attributeNamesError, readAttributes } from '../attributes.ts'
import { attributeMap, attributeNames, queueUrl } from '../shapes.ts'

/** Shows the attributes asked for; none when none are. */
export const getQueueAttributes = action({
  name: 'GetQueueAttributes',
  source: 'SQS API Reference, GetQueueAttributes',
  input: object({ QueueUrl: queueUrl, AttributeNames: optional(attributeNames) }),
  output: object({ Attributes: optional(attributeMap) }),
  decide(input, context) {
    const address = queueOf(input, context)
    const names = input.AttributeNames ?? []
    const wrong = attributeNamesError(names)
    if (wrong) return stepToError(address, wrong)
    return step<GetQueue>({ kind: 'getQueue', queue: address }, ({ queue, counts }) => {
      const attributes = readAttributes({ queue, counts, address, namespace: context.namespace }, names)
      return attributes ? { Attributes: attributes } : {}
    })
  },
})
