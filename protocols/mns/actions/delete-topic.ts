import { action, noInput } from '../action.ts'
import { noContent } from '../responses.ts'

/** Deletes a topic and its subscriptions; that there is none is as good. */
export const deleteTopic = action<'deleteTopic', undefined>({
  name: 'DeleteTopic',
  source: 'MNS API, DeleteTopic',
  input: noInput,
  command: (_input, { topic }) => ({ kind: 'deleteTopic', topic }),
  output: () => noContent,
  refused: ({ kind }) => (kind === 'topicNotFound' ? noContent : undefined),
})
