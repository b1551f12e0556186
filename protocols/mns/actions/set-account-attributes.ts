import type { AccountSettings } from '../../../src/core/topic.ts'
import { action } from '../action.ts'
import { isError, type MnsError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { MnsRequest } from '../request.ts'
import { noContent } from '../responses.ts'
import { childNumber, childText, type NumberField } from '../xml-codec.ts'

const traceEnabled: NumberField = { element: 'TraceEnabled', range: limits.trace }

/** Changes the attributes that are named and leaves the others. Any bucket is taken: twinmq writes no logs there. */
export const setAccountAttributes = action<'setAccount', AccountSettings>({
  name: 'SetAccountAttributes',
  source: 'MNS API, SetAccountAttributes',
  input: readSettings,
  command: (settings, { topic: { account } }) => ({ kind: 'setAccount', account, settings }),
  output: () => noContent,
})

function readSettings({ document }: MnsRequest): AccountSettings | MnsError {
  if (!document) return {}
  const trace = childNumber(document, traceEnabled)
  if (isError(trace)) return trace
  const loggingBucket = childText(document, 'LoggingBucket')
  return {
    ...(loggingBucket !== undefined && { loggingBucket }),
    ...(trace !== undefined && { traceEnabled: trace }),
  }
}
