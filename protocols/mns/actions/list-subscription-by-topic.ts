import type { ListSubscriptions } from '../../../src/core/commands/topic-command.ts'
import { action } from '../action.ts'
import { isError } from '../errors.ts'
import { answerPage, readPage } from '../lists.ts'
import { type ListPath, subscriptionUrl } from '../names.ts'
import type { MnsRequest } from '../request.ts'
import { subscriptionContent, subscriptionValues } from '../subscriptions.ts'
import { answerDocument, part } from '../xml-codec.ts'

const listDocument = answerDocument('Subscriptions', { '#text': '{{{entries}}}' })
const subscriptionPart = part('Subscription', { SubscriptionURL: '{{SubscriptionURL}}', ...subscriptionContent })

/** Lists the subscriptions to a topic by name. Entries always carry all attributes, as those of queues do. */
export const listSubscriptionByTopic = action<'listSubscriptions', ListSubscriptions>({
  name: 'ListSubscriptionByTopic',
  source: 'MNS API, ListSubscriptionByTopic',
  input: (request) => {
    const page = readPage(request, listPath(request))
    return isError(page) ? page : { kind: 'listSubscriptions', topic: request.topic, ...page }
  },
  command: (input) => input,
  output: ({ topic, subscriptions, next }, request) => {
    const entries = subscriptions.map((subscription) =>
      subscriptionPart.fill({
        ...subscriptionValues(topic, subscription, request),
        SubscriptionURL: subscriptionUrl(request.wire.base, topic.address.name, subscription.name),
      }),
    )
    return answerPage(listDocument, listPath(request), entries, next)
  },
})

function listPath({ topic }: MnsRequest): ListPath {
  return `/topics/${topic.name}/subscriptions/`
}
