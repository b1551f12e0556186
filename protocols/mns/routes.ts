import type { Action } from './action.ts'
import { changeMessageVisibility } from './actions/change-message-visibility.ts'
import { createQueue } from './actions/create-queue.ts'
import { createTopic } from './actions/create-topic.ts'
import { batchDeleteMessage, deleteMessage } from './actions/delete-message.ts'
import { deleteQueue } from './actions/delete-queue.ts'
import { deleteTopic } from './actions/delete-topic.ts'
import { getAccountAttributes, getAccountId } from './actions/get-account-attributes.ts'
import { getQueueAttributes } from './actions/get-queue-attributes.ts'
import { getSubscriptionAttributes } from './actions/get-subscription-attributes.ts'
import { getTopicAttributes } from './actions/get-topic-attributes.ts'
import { listQueue } from './actions/list-queue.ts'
import { listSubscriptionByTopic } from './actions/list-subscription-by-topic.ts'
import { listTopic } from './actions/list-topic.ts'
import { openService } from './actions/open-service.ts'
import { batchPeekMessage, peekMessage } from './actions/peek-message.ts'
import { publishMessage } from './actions/publish-message.ts'
import { batchReceiveMessage, receiveMessage } from './actions/receive-message.ts'
import { batchSendMessage, sendMessage } from './actions/send-message.ts'
import { setAccountAttributes } from './actions/set-account-attributes.ts'
import { setQueueAttributes } from './actions/set-queue-attributes.ts'
import { setSubscriptionAttributes } from './actions/set-subscription-attributes.ts'
import { setTopicAttributes } from './actions/set-topic-attributes.ts'
import { subscribe } from './actions/subscribe.ts'
import { unsubscribe } from './actions/unsubscribe.ts'
import { hasDoubled } from './document-shape.ts'
import { errors, type MnsError } from './errors.ts'
import type { MnsRequest } from './request.ts'

/** Which requests an action answers. */
type Route = {
  /** Method and path. */
  readonly line: string
  /** Items that the query must have, in lower case; `true`: with that value, in any letter case. */
  readonly query?: Readonly<Record<string, 'true' | 'any'>>
  /** What the body must be: there at all, or a document of that root. */
  readonly body?: 'any' | 'Messages'
  /** Root of the document that the action takes; another is malformed. Absent: it takes none, and any is passed over. */
  readonly root?: string
  readonly action: Action
}

/** All routes: of those with the same line the first that fits is taken. Source: MNS API reference. */
const routes: readonly Route[] = [
  { line: 'GET /queues', action: listQueue },
  { line: 'PUT /queues/{queue}', query: { metaoverride: 'true' }, root: 'Queue', action: setQueueAttributes },
  { line: 'PUT /queues/{queue}', root: 'Queue', action: createQueue },
  { line: 'GET /queues/{queue}', action: getQueueAttributes },
  { line: 'DELETE /queues/{queue}', action: deleteQueue },
  { line: 'POST /queues/{queue}/messages', body: 'Messages', root: 'Messages', action: batchSendMessage },
  { line: 'POST /queues/{queue}/messages', root: 'Message', action: sendMessage },
  {
    line: 'GET /queues/{queue}/messages',
    query: { peekonly: 'true', numofmessages: 'any' },
    action: batchPeekMessage,
  },
  { line: 'GET /queues/{queue}/messages', query: { peekonly: 'true' }, action: peekMessage },
  { line: 'GET /queues/{queue}/messages', query: { numofmessages: 'any' }, action: batchReceiveMessage },
  { line: 'GET /queues/{queue}/messages', action: receiveMessage },
  { line: 'DELETE /queues/{queue}/messages', query: { receipthandle: 'any' }, action: deleteMessage },
  { line: 'DELETE /queues/{queue}/messages', body: 'any', root: 'ReceiptHandles', action: batchDeleteMessage },
  { line: 'DELETE /queues/{queue}/messages', action: deleteMessage },
  { line: 'PUT /queues/{queue}/messages', action: changeMessageVisibility },
  { line: 'GET /topics', action: listTopic },
  { line: 'PUT /topics/{topic}', query: { metaoverride: 'true' }, root: 'Topic', action: setTopicAttributes },
  { line: 'PUT /topics/{topic}', root: 'Topic', action: createTopic },
  { line: 'GET /topics/{topic}', action: getTopicAttributes },
  { line: 'DELETE /topics/{topic}', action: deleteTopic },
  { line: 'POST /topics/{topic}/messages', root: 'Message', action: publishMessage },
  { line: 'GET /topics/{topic}/subscriptions', action: listSubscriptionByTopic },
  {
    line: 'PUT /topics/{topic}/subscriptions/{subscription}',
    query: { metaoverride: 'true' },
    root: 'Subscription',
    action: setSubscriptionAttributes,
  },
  { line: 'PUT /topics/{topic}/subscriptions/{subscription}', root: 'Subscription', action: subscribe },
  { line: 'GET /topics/{topic}/subscriptions/{subscription}', action: getSubscriptionAttributes },
  { line: 'DELETE /topics/{topic}/subscriptions/{subscription}', action: unsubscribe },
  { line: 'GET /', query: { accountmeta: 'true' }, action: getAccountAttributes },
  { line: 'PUT /', query: { accountmeta: 'true' }, root: 'Account', action: setAccountAttributes },
  { line: 'GET /', query: { account: 'any' }, action: getAccountId },
  { line: 'POST /commonbuy/openservice', action: openService },
]

const byLine = new Map<string, Route[]>()
for (const route of routes) byLine.set(route.line, [...(byLine.get(route.line) ?? []), route])

/** Routes of a method and path, such as `GET /queues/{queue}`; `undefined` when the API has none. */
export function routesOf(method: string, shape: string): readonly Route[] | undefined {
  return byLine.get(`${method} ${shape}`)
}

/** The action among these that the request is for, or what is wrong with a request that is for none, or with its document. */
export function actionFor(candidates: readonly Route[], request: MnsRequest): Action | MnsError {
  const route = candidates.find((candidate) => fits(candidate, request))
  if (!route) return errors.invalidRequestUrl
  const { root, action } = route
  const { document } = request
  if (root === undefined || !document) return action
  return document.name === root && !hasDoubled(document) ? action : errors.malformedXml
}

function fits({ query, body }: Route, request: MnsRequest): boolean {
  if (body !== undefined && !request.document) return false
  if (body === 'Messages' && request.document?.name !== body) return false
  for (const name in query) {
    const value = request.query.get(name)
    if (value === undefined || (query[name] === 'true' && value.toLowerCase() !== 'true')) return false
  }
  return true
}
