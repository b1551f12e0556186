import type { ListTopics } from '../../../src/core/commands/topic-command.ts'
import { action } from '../action.ts'
import { isError } from '../errors.ts'
import { answerPage, readPage } from '../lists.ts'
import { topicUrl } from '../names.ts'
import { topicContent, topicValues } from '../topics.ts'
import { answerDocument, part } from '../xml-codec.ts'

const listDocument = answerDocument('Topics', { '#text': '{{{entries}}}' })
const topicPart = part('Topic', { TopicURL: '{{TopicURL}}', ...topicContent })

/** Lists topics by name. Entries always carry all attributes, as those of queues do. */
export const listTopic = action<'listTopics', ListTopics>({
  name: 'ListTopic',
  source: 'MNS API, ListTopic',
  input: (request) => {
    const page = readPage(request, '/topics/')
    const { account, region } = request.topic
    return isError(page) ? page : { kind: 'listTopics', account, region, ...page }
  },
  command: (input) => input,
  output: ({ topics, next }, { wire }) => {
    const entries = topics.map((description) =>
      topicPart.fill({
        ...topicValues(description),
        TopicURL: topicUrl(wire.base, description.topic.address.name),
      }),
    )
    return answerPage(listDocument, '/topics/', entries, next)
  },
})
