import type { QueueSettings } from '../../../src/core/model.ts'
import { action } from '../action.ts'
import { mnsDefaults, readSettings } from '../attributes.ts'
import { errors } from '../errors.ts'
import { queueNameError, queueUrl } from '../names.ts'
import type { AskedSettings } from '../redrive.ts'

/**
 * Creates a queue. One that is there already must have the same six attributes, where an element left out stands for
 * its default, whatever the queue has now. Our extensions are compared only when they are named.
 */
export const createQueue = action<'createQueue', AskedSettings>({
  name: 'CreateQueue',
  source: 'MNS API, CreateQueue',
  input: (request, context) => queueNameError(request.queue.name) ?? readSettings(request, context),
  command: (asked, { queue }) => {
    const settings = withoutNulls(asked)
    return {
      kind: 'createQueue',
      queue,
      settings,
      tags: [],
      mustMatch: { ...mnsDefaults, ...settings },
      defaults: mnsDefaults,
    }
  },
  output: ({ created, queue }, { wire }, { redrive, fifo }) => {
    if ((redrive === null && queue.settings.redrive) || (fifo === null && queue.settings.fifo))
      return errors.queueAlreadyExist
    return { status: created ? 201 : 204, location: queueUrl(wire.base, queue.address.name) }
  },
})

function withoutNulls({ redrive, fifo, ...settings }: AskedSettings): QueueSettings {
  return { ...settings, ...(redrive && { redrive }), ...(fifo && { fifo }) }
}
