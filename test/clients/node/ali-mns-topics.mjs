// ali-mns and topics: through HTTP_PROXY, since it knows only the cloud's own host names.
import { strict as assert } from 'node:assert'
import AliMNS from 'ali-mns'
import { inexpressible, rejectionOf, runProgram } from './harness.mjs'
import { publishScenarios } from './mns-pushes.mjs'
import { subscriptionScenarios, topicScenarios } from './mns-topics.mjs'
import { startReceiver } from './receiver.mjs'

const account = new AliMNS.Account('123456', 'test', 'test')
account.setGA(false) // it would report its use to an analytics service

const service = new AliMNS.MNSTopic(account, 'hangzhou')
const topicOf = (name) => new AliMNS.Topic(name, account, 'hangzhou')
const subscriptionOf = (topic, name) => new AliMNS.Subscription(name, topicOf(topic))
const listOf = (value) => (value === undefined ? [] : [value].flat())

/** What the client adds to documents it parsed: attributes of the root element. */
function withoutAttributes({ $, ...elements }) {
  return elements
}

const mns = {
  addressOf: (queue) => `acs:mns:cn-hangzhou:123456:queues/${queue}`,
  createQueue: (name) => service.createP(name),

  /** The client decodes every body it receives as base64, so this undoes it where that was none. */
  async receive(name) {
    const queue = new AliMNS.MQ(name, account, 'hangzhou')
    queue.base64ToUtf8 = (text) => text
    const { MessageBody, ...message } = (await queue.recvP()).Message
    return withoutAttributes({ ...message, body: MessageBody })
  },

  createTopic: (name, attributes) => service.createTopicP(name, attributes),
  getTopic: async (name) => withoutAttributes((await topicOf(name).getAttrsP()).Topic),
  setTopic: (name, attributes) => topicOf(name).setAttrsP(attributes),
  deleteTopic: (name) => service.deleteTopicP(name),

  async listTopics({ prefix, limit, marker }) {
    const { Topics } = await service.listTopicP(prefix, limit, marker)
    return { urls: listOf(Topics.Topic).map((topic) => topic.TopicURL), next: Topics.NextMarker }
  },

  async publish(name, { body, tag, base64 = false, phone }) {
    const attributes = phone && { DirectSMS: JSON.stringify({ Receiver: phone }) }
    return withoutAttributes((await topicOf(name).publishP(body, base64, tag, attributes)).Message)
  },

  subscribe: (topic, { name, endpoint, strategy, format, tag }) =>
    topicOf(topic).subscribeP(name, endpoint, strategy, format, tag),

  getSubscription: async (topic, name) =>
    withoutAttributes((await subscriptionOf(topic, name).getAttrsP()).Subscription),
  setSubscription: (topic, { name, strategy }) => subscriptionOf(topic, name).setAttrsP({ NotifyStrategy: strategy }),
  unsubscribe: (topic, name) => topicOf(topic).unsubscribeP(name),

  async listSubscriptions(topic, { prefix, limit, marker }) {
    const { Subscriptions } = await topicOf(topic).listP(prefix, limit, marker)
    const urls = listOf(Subscriptions.Subscription).map((subscription) => subscription.SubscriptionURL)
    return { urls, next: Subscriptions.NextMarker }
  },
}

/** The refusal: this client rejects with the error document of the service. */
async function refused(code, call) {
  const document = await rejectionOf(call)
  assert.equal(document.Error?.Code, code, JSON.stringify(document))
  assert.match(document.Error.RequestId, /^[0-9A-F]{24}$/)
  return document
}

await runProgram(
  {
    ...topicScenarios,
    ...subscriptionScenarios,
    ...publishScenarios,
    'push-properties': inexpressible('ali-mns knows no user properties'),
    'push-queue-local': inexpressible('the client makes no addresses of queues'),
    account: inexpressible('the client has no calls about the account'),
    'open-service': inexpressible('the client has no calls about the account'),
  },
  { mns, refused, receiver: startReceiver() },
)
