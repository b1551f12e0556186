import type { QueueSettings } from '../../../src/core/model.ts'
import { action } from '../action.ts'
import { mnsDefaults, readSettings } from '../attributes.ts'
import { queueNameError, queueUrl } from '../names.ts'

/**
 * Creates a queue. One that is there already must have the same six attributes, where an element left out stands for
 * its default, whatever the queue has now.
 */
export const createQueue = action<'createQueue', QueueSettings>({
  name: 'CreateQueue',
  source: 'MNS API, CreateQueue',
  input: ({ document, queue }) => queueNameError(queue.name) ?? readSettings(document),
  command: (settings, { queue }) => ({
    kind: 'createQueue',
    queue,
    settings,
    tags: [],
    mustMatch: { ...mnsDefaults, ...settings },
    defaults: mnsDefaults,
  }),
  output: ({ created, queue }, { wire }) => ({
    status: created ? 201 : 204,
    location: queueUrl(wire.base, queue.address.name),
  }),
})
