// @alicloud/mns and topics. Its calls about subscriptions are there by name and do nothing, and so is deleteTopic.
import { strict as assert } from 'node:assert'
import MNS from '@alicloud/mns'
import { inexpressible, rejectionOf, runProgram, url } from './harness.mjs'
import { publishScenarios } from './mns-pushes.mjs'
import { topicScenarios } from './mns-topics.mjs'
import { startReceiver } from './receiver.mjs'

const client = new MNS('000000000000', { endpoint: url, accessKeyId: 'test', accessKeySecret: 'test' })

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The SDK puts texts into its documents as they are. */
function escaped(text) {
  return text.replace(/[&<>]/g, (character) => entities[character])
}

function propertiesXml(properties) {
  const values = properties.map(({ Name, Value, Type }) => {
    return `<PropertyValue><Name>${Name}</Name><Value>${Value}</Value><Type>${Type}</Type></PropertyValue>`
  })
  return values.join('')
}

const mns = {
  addressOf: (queue) => `acs:mns:cn-hangzhou:000000000000:queues/${queue}`,
  createQueue: (name) => client.createQueue(name),

  async receive(name) {
    const { MessageBody, UserProperties, ...message } = (await client.receiveMessage(name)).body
    return { ...message, body: MessageBody, properties: UserProperties?.[0].PropertyValue }
  },

  async createTopic(name, attributes) {
    const { code, headers } = await client.createTopic(name, attributes)
    assert.equal(headers.location, `${url}/topics/${name}`)
    return code
  },

  getTopic: async (name) => (await client.getTopicAttributes(name)).body,
  setTopic: (name, attributes) => client.setTopicAttributes(name, attributes),

  async listTopics({ prefix, limit }) {
    const { body } = await client.listTopic(undefined, limit, prefix)
    return { urls: (body ?? []).map((topic) => topic.TopicURL) }
  },

  async publish(name, { body, tag, base64, properties, phone }) {
    const { code, body: sent } = await client.publishMessage(name, {
      MessageBody: base64 ? Buffer.from(body).toString('base64') : escaped(body),
      ...(tag && { MessageTag: tag }),
      ...(properties && { UserProperties: propertiesXml(properties) }),
      ...(phone && { MessageAttributes: `<DirectSMS>${JSON.stringify({ Receiver: phone })}</DirectSMS>` }),
    })
    assert.equal(code, 201)
    return sent
  },

  /** Made by hand, so that what the SDK publishes goes somewhere. */
  async subscribe(topic, { name, endpoint, tag = '', format = 'XML', strategy = 'BACKOFF_RETRY' }) {
    const elements = { Endpoint: endpoint, FilterTag: tag, NotifyContentFormat: format, NotifyStrategy: strategy }
    const lines = Object.entries(elements).map(([key, value]) => value && `<${key}>${escaped(value)}</${key}>`)
    const body = `<Subscription>${lines.join('')}</Subscription>`
    const { status } = await fetch(`${url}/topics/${topic}/subscriptions/${name}`, { method: 'PUT', body })
    assert.equal(status, 201)
  },

  async unsubscribe(topic, name) {
    const { status } = await fetch(`${url}/topics/${topic}/subscriptions/${name}`, { method: 'DELETE' })
    assert.equal(status, 204)
  },
}

/** The refusal, which the SDK names after the code of the service. */
async function refused(code, call) {
  const error = await rejectionOf(call)
  assert.equal(error.name, `MNS${code}Error`, error.message)
  return error
}

const stub = inexpressible('@alicloud/mns has no code for subscriptions, nor for deleting a topic')

await runProgram(
  {
    ...topicScenarios,
    ...publishScenarios,
    'list-topic-pages': inexpressible('listTopic of @alicloud/mns throws the marker of the next page away'),
    'delete-topic': stub,
    subscribe: stub,
    'subscribe-refused': stub,
    'subscription-attributes': stub,
    'subscription-missing': stub,
    'list-subscriptions': stub,
    unsubscribe: stub,
    'push-queue-local': inexpressible('the client makes no addresses of queues'),
    account: inexpressible('the client has no calls about the account'),
    'open-service': inexpressible('the client has no calls about the account'),
  },
  { mns, refused, receiver: startReceiver() },
)
