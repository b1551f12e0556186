import { action, noInput } from '../action.ts'
import { noContent } from '../responses.ts'

/** Ends a subscription and what is on its way to it; that there is none is as good. */
export const unsubscribe = action<'unsubscribe', undefined>({
  name: 'Unsubscribe',
  source: 'MNS API, Unsubscribe',
  input: noInput,
  command: (_input, { topic, subscription }) => ({ kind: 'unsubscribe', topic, subscription }),
  output: () => noContent,
  refused: ({ kind }) => (kind === 'topicNotFound' || kind === 'subscriptionNotFound' ? noContent : undefined),
})
