// ali-mns against signatures that are checked, through HTTP_PROXY: the absolute address is no part of what it signs.
import { strict as assert } from 'node:assert'
import AliMNS from 'ali-mns'
import { inexpressible, rejectionOf, runProgram } from './harness.mjs'
import { authScenarios } from './mns-auth.mjs'

function connect({ id, secret }) {
  const account = new AliMNS.Account('000000000000', id, secret) // the account of the key: it is part of the host name
  account.setGA(false) // it would report its use to an analytics service
  const service = new AliMNS.MNS(account, 'hangzhou')
  const queue = (name) => new AliMNS.MQ(name, account, 'hangzhou')
  const mns = {
    createQueue: (name, attributes) => service.createP(name, attributes),

    async listQueues({ prefix, limit }) {
      const { Queues } = await service.listP(prefix, limit)
      return { urls: [Queues.Queue ?? []].flat().map((one) => one.QueueURL) }
    },

    send: (name, { body }) => queue(name).sendP(body),

    async receive(name, options) {
      const { MessageBody, ...message } = (await queue(name).recvP(options?.wait)).Message
      return { ...message, body: MessageBody }
    },

    deleteMessage: (name, handle) => queue(name).deleteP(handle),
    changeVisibility: async (name, handle, seconds) => (await queue(name).reserveP(handle, seconds)).ChangeVisibility,
  }
  return { mns, refused }
}

/** The refusal: this client rejects with the error document of the service. */
async function refused(code, call) {
  const document = await rejectionOf(call)
  assert.equal(document.Error?.Code, code, JSON.stringify(document))
}

await runProgram({ ...authScenarios, 'temporary-key': inexpressible('ali-mns knows no temporary keys') }, { connect })
