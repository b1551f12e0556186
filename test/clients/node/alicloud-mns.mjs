// @alicloud/mns: sends bodies as they are, without base64 and without XML escapes, so its user does both.
import { strict as assert } from 'node:assert'
import MNS from '@alicloud/mns'
import { inexpressible, rejectionOf, runProgram, url } from './harness.mjs'
import { batchScenarios } from './mns-batches.mjs'
import { messageScenarios } from './mns-messages.mjs'
import { queueScenarios } from './mns-queues.mjs'

const client = new MNS('000000000000', { endpoint: url, accessKeyId: 'test', accessKeySecret: 'test' })

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text) {
  return text.replace(/[&<>]/g, (character) => entities[character])
}

function encoded(body, base64) {
  return base64 ? Buffer.from(body).toString('base64') : escaped(body)
}

function propertiesXml(properties) {
  const values = properties.map(({ Name, Value, Type }) => {
    return `<PropertyValue><Name>${Name}</Name><Value>${Value}</Value><Type>${Type}</Type></PropertyValue>`
  })
  return values.join('')
}

/** A message with its body under the name that both clients share, and its properties as a plain list. */
function decoded({ MessageBody, UserProperties, ...message }, base64) {
  const body = base64 ? Buffer.from(MessageBody, 'base64').toString() : MessageBody
  return { ...message, body, properties: UserProperties?.[0].PropertyValue }
}

const mns = {
  bodyOfBytes: (bytes) => 'x'.repeat(bytes),

  async createQueue(name, attributes) {
    const { code, headers } = await client.createQueue(name, attributes)
    assert.equal(headers.location, `${url}/queues/${name}`)
    return code
  },

  deleteQueue: async (name) => (await client.deleteQueue(name)).code,
  getAttributes: async (name) => (await client.getQueueAttributes(name)).body,
  setAttributes: (name, attributes) => client.setQueueAttributes(name, attributes),

  async listQueues({ prefix, limit }) {
    const { body } = await client.listQueue(undefined, limit, prefix)
    return { urls: (body ?? []).map((queue) => queue.QueueURL) }
  },

  async send(name, { body, base64, delay, priority, properties }) {
    const { code, body: sent } = await client.sendMessage(name, {
      MessageBody: encoded(body, base64),
      ...(delay !== undefined && { DelaySeconds: delay }),
      ...(priority !== undefined && { Priority: priority }),
      ...(properties && { UserProperties: propertiesXml(properties) }),
    })
    assert.equal(code, 201)
    return sent
  },

  receive: async (name, options) => decoded((await client.receiveMessage(name, options?.wait)).body, options?.base64),
  peek: async (name) => decoded((await client.peekMessage(name)).body),
  deleteMessage: async (name, handle) => (await client.deleteMessage(name, handle)).code,
  changeVisibility: async (name, handle, seconds) => (await client.changeMessageVisibility(name, handle, seconds)).body,

  async sendBatch(name, bodies) {
    const entries = bodies.map((body) => ({ MessageBody: escaped(body) }))
    const { code, body } = await client.batchSendMessage(name, entries)
    return { status: code, entries: body }
  },

  receiveBatch: async (name, count) => (await client.batchReceiveMessage(name, count)).body.map((one) => decoded(one)),
  peekBatch: async (name, count) => (await client.batchPeekMessage(name, count)).body.map((one) => decoded(one)),

  async deleteBatch(name, handles) {
    const { code, body } = await client.batchDeleteMessage(name, handles)
    assert.equal(code, body ? 404 : 204)
    return body ?? []
  },
}

/** The refusal, which the SDK names after the code of the service. */
async function refused(code, call) {
  const error = await rejectionOf(call)
  assert.equal(error.name, `MNS${code}Error`, error.message)
  assert.match(error.message, /requestid: [0-9A-F]{24}, hostid: http/)
  return error
}

await runProgram(
  {
    ...queueScenarios,
    ...messageScenarios,
    ...batchScenarios,
    'list-pages': inexpressible('listQueue of @alicloud/mns throws the marker of the next page away'),
  },
  { mns, refused },
)
