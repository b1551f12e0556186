import type { QueueSettings } from '../../../src/core/model.ts'
import { action } from '../action.ts'
import { readSettings } from '../attributes.ts'
import { noContent } from '../responses.ts'

/** Changes the attributes that are named and leaves the others. */
export const setQueueAttributes = action<'setQueueSettings', QueueSettings>({
  name: 'SetQueueAttributes',
  source: 'MNS API, SetQueueAttributes',
  input: ({ document }) => readSettings(document),
  command: (settings, { queue }) => ({ kind: 'setQueueSettings', queue, settings }),
  output: () => noContent,
})
