// @alicloud/mns against signatures that are checked.
import { strict as assert } from 'node:assert'
import MNS from '@alicloud/mns'
import { rejectionOf, runProgram, url } from './harness.mjs'
import { authScenarios } from './mns-auth.mjs'

function connect({ id, secret, token }) {
  const client = new MNS('000000000000', {
    endpoint: url,
    accessKeyId: id,
    accessKeySecret: secret,
    securityToken: token,
  })
  const mns = {
    createQueue: (name, attributes) => client.createQueue(name, attributes),

    async listQueues({ prefix, limit }) {
      const { body } = await client.listQueue(undefined, limit, prefix)
      return { urls: (body ?? []).map((queue) => queue.QueueURL) }
    },

    send: (name, { body }) => client.sendMessage(name, { MessageBody: body }),

    async receive(name, options) {
      const { MessageBody, ...message } = (await client.receiveMessage(name, options?.wait)).body
      return { ...message, body: MessageBody }
    },

    deleteMessage: (name, handle) => client.deleteMessage(name, handle),
    changeVisibility: async (name, handle, seconds) =>
      (await client.changeMessageVisibility(name, handle, seconds)).body,
  }
  return { mns, refused }
}

/** The refusal, which the SDK names after the code of the service. */
async function refused(code, call) {
  const error = await rejectionOf(call)
  assert.equal(error.name, `MNS${code}Error`, error.message)
}

await runProgram(authScenarios, { connect })
