import type { QueueSettingsChange } from '../../../src/core/model.ts'
import { isWireError, missingParameter } from '../../aws/errors.ts'
import { expected, object } from '../../schema.ts'
import { action, queueOf, silentStep, step } from '../action.ts'
import { takeAttributes } from '../attributes.ts'
import { attributeMap, queueUrl } from '../shapes.ts'

/** Changes attributes of a queue, all or none. */
export const setQueueAttributes = action({
  name: 'SetQueueAttributes',
  source: 'SQS API Reference, SetQueueAttributes',
  input: object({ QueueUrl: queueUrl, Attributes: expected(attributeMap) }),
  decide(input, context) {
    const attributes = input.Attributes ?? {}
    if (Object.keys(attributes).length === 0) return missingParameter('Attribute.Name')
    const queue = queueOf(input, context)
    const { namespace, shortRetention } = context
    const takenOn = (fifo: boolean) => takeAttributes(attributes, { queue, namespace, fifo, shortRetention })
    // A queue that MNS made may be a FIFO queue under any name, so the core refuses what a standard one does not take.
    const asked = takenOn(true)
    if (isWireError(asked))
      return step({ kind: 'getQueue', queue }, ({ queue: { settings } }) => takenOn(settings.fifo === true))
    const settings: QueueSettingsChange = { ...asked.settings }
    for (const name of asked.removed) settings[name] = null
    return silentStep({ kind: 'setQueueSettings', queue, settings }, { redrivePolicy: attributes.RedrivePolicy })
  },
})
