import type { QueueSettingsChange } from '../../../src/core/model.ts'
import { object, optional } from '../../schema.ts'
import { action, queueOf, silentStep, stepToError } from '../action.ts'
import { takeAttributes } from '../attributes.ts'
import { isWireError, missingParameter } from '../errors.ts'
import { isFifoName } from '../names.ts'
import { attributeMap, queueUrl } from '../shapes.ts'

/** Changes attributes of a queue, all or none. */
export const setQueueAttributes = action({
  name: 'SetQueueAttributes',
  source: 'SQS API Reference, SetQueueAttributes',
  input: object({ QueueUrl: queueUrl, Attributes: optional(attributeMap) }),
  decide(input, context) {
    const attributes = input.Attributes ?? {}
    if (Object.keys(attributes).length === 0) return missingParameter('Attribute.Name')
    const queue = queueOf(input, context)
    const asked = takeAttributes(attributes, {
      queue,
      namespace: context.namespace,
      fifo: isFifoName(queue.name),
      creating: false,
      shortRetention: context.shortRetention,
    })
    if (isWireError(asked)) return stepToError(queue, asked)
    const settings: QueueSettingsChange = { ...asked.settings }
    for (const name of asked.removed) settings[name] = null
    return silentStep({ kind: 'setQueueSettings', queue, settings }, { redrivePolicy: attributes.RedrivePolicy })
  },
})
