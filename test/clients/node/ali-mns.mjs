// ali-mns: knows only the cloud's own host names, so it comes through HTTP_PROXY; it always encodes bodies in base64.
import { strict as assert } from 'node:assert'
import AliMNS from 'ali-mns'
import { inexpressible, rejectionOf, runProgram } from './harness.mjs'
import { batchScenarios } from './mns-batches.mjs'
import { messageScenarios } from './mns-messages.mjs'
import { queueScenarios } from './mns-queues.mjs'

const account = new AliMNS.Account('123456', 'test', 'test')
account.setGA(false) // it would report its use to an analytics service

const service = new AliMNS.MNS(account, 'hangzhou')
const single = (name) => new AliMNS.MQ(name, account, 'hangzhou')
const batch = (name) => new AliMNS.MQBatch(name, account, 'hangzhou')

const listOf = (value) => (value === undefined ? [] : [value].flat())

/** What the client adds to documents it parsed: attributes of the root element. */
function withoutAttributes({ $, ...elements }) {
  return elements
}

function decoded({ MessageBody, ...message }) {
  return withoutAttributes({ ...message, body: MessageBody })
}

const mns = {
  /** Counted after base64, which makes four bytes of three. */
  bodyOfBytes: (bytes) => 'x'.repeat((bytes / 4) * 3),
  createQueue: (name, attributes) => service.createP(name, attributes),
  deleteQueue: (name) => service.deleteP(name),
  getAttributes: async (name) => withoutAttributes((await single(name).getAttrsP()).Queue),
  setAttributes: (name, attributes) => single(name).setAttrsP(attributes),

  async listQueues({ prefix, limit, marker }) {
    const { Queues } = await service.listP(prefix, limit, marker)
    return { urls: listOf(Queues.Queue).map((queue) => queue.QueueURL), next: Queues.NextMarker }
  },

  send: async (name, { body, priority, delay }) =>
    withoutAttributes((await single(name).sendP(body, priority, delay)).Message),
  receive: async (name, options) => decoded((await single(name).recvP(options?.wait)).Message),
  peek: async (name) => decoded((await single(name).peekP()).Message),
  deleteMessage: (name, handle) => single(name).deleteP(handle),
  changeVisibility: async (name, handle, seconds) => (await single(name).reserveP(handle, seconds)).ChangeVisibility,

  async sendBatch(name, bodies) {
    let status = 201
    const messages = bodies.map((body) => new AliMNS.Msg(body))
    const answer = await batch(name)
      .sendP(messages)
      .catch((document) => {
        status = 500 // the client rejects from 400 on, and keeps the number to itself
        return unlessPartial(document)
      })
    return { status, entries: listOf(answer.Messages.Message) }
  },

  receiveBatch: async (name, count) => (await batch(name).recvP(undefined, count)).Messages.Message.map(decoded),
  peekBatch: async (name, count) => (await batch(name).peekP(count)).Messages.Message.map(decoded),

  async deleteBatch(name, handles) {
    const answer = await batch(name).deleteP(handles).catch(unlessPartial)
    return answer === 204 ? [] : listOf(answer.Errors.Error)
  },
}

/** A batch that failed in part is rejected with its document; so is one that was refused as a whole. */
function unlessPartial(document) {
  if (document.Error) throw document
  return document
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
    ...queueScenarios,
    ...messageScenarios,
    ...batchScenarios,
    'plain-body': inexpressible('ali-mns encodes every body in base64'),
    properties: inexpressible('ali-mns knows no user properties'),
  },
  { mns, refused },
)
