import { action, noInput } from '../action.ts'
import { topicContent, topicValues } from '../topics.ts'
import { answerDocument } from '../xml-codec.ts'

const topicDocument = answerDocument('Topic', topicContent)

/** Tells the attributes of a topic and how many of its messages are still on their way. */
export const getTopicAttributes = action<'getTopic', undefined>({
  name: 'GetTopicAttributes',
  source: 'MNS API, GetTopicAttributes',
  input: noInput,
  command: (_input, { topic }) => ({ kind: 'getTopic', topic }),
  output: (description) => ({ status: 200, body: topicDocument.fill(topicValues(description)) }),
})
