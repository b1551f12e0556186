import type { CreateQueue } from '../../../src/core/commands/command.ts'
import { invalidParameter, isWireError } from '../../aws/errors.ts'
import { object, optional, text } from '../../schema.ts'
import { action, step } from '../action.ts'
import { settingDefaults, takeAttributes } from '../attributes.ts'
import { queueNameError } from '../names.ts'
import { queueUrl } from '../queue-urls.ts'
import { attributeMap, tagMap } from '../shapes.ts'
import { namedTexts, tagsError } from '../tags.ts'

/** Makes a queue, or finds the one that is there and agrees with the attributes given. */
export const createQueue = action({
  name: 'CreateQueue',
  source: 'SQS API Reference, CreateQueue',
  onlyAtRoot: true,
  input: object({
    QueueName: optional(text),
    Attributes: optional(attributeMap),
    tags: optional(tagMap),
    Tags: optional(tagMap),
  }),
  output: object({ QueueUrl: text }),
  decide({ QueueName: name, Attributes: attributes = {}, tags, Tags = {} }, context) {
    const { scope, request, namespace, queueUrls, shortRetention } = context
    if (name === undefined)
      return invalidParameter('Value for parameter QueueName is invalid. Reason: Must specify a queue name.')
    if (name === '') return invalidParameter('Queue name cannot be empty')
    const fifo = attributes.FifoQueue?.toLowerCase() === 'true'
    const wrong = queueNameError(name, fifo)
    if (wrong) return wrong
    const queue = { ...scope, name }
    const asked = takeAttributes(attributes, { queue, namespace, fifo, shortRetention })
    if (isWireError(asked)) return asked
    const given = tags ?? Tags

    const command: CreateQueue = {
      kind: 'createQueue',
      queue,
      settings: asked.settings,
      tags: namedTexts(given),
      mustMatch: asked.mustMatch,
      defaults: settingDefaults,
    }
    return (
      tagsError(name, given) ??
      step(command, () => ({ QueueUrl: queueUrl(queue, request, queueUrls) }), {
        redrivePolicy: attributes.RedrivePolicy,
      })
    )
  },
})
