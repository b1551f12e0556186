import { action } from '../action.ts'
import { readSettings } from '../attributes.ts'
import type { AskedSettings } from '../redrive.ts'
import { noContent } from '../responses.ts'

/** Changes the attributes that are named and leaves the others. */
export const setQueueAttributes = action<'setQueueSettings', AskedSettings>({
  name: 'SetQueueAttributes',
  source: 'MNS API, SetQueueAttributes',
  input: readSettings,
  command: (settings, { queue }) => ({ kind: 'setQueueSettings', queue, settings }),
  output: () => noContent,
})
