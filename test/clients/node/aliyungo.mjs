// The tests that the Go package aliyungo/mns has of its own, unmodified: `node aliyungo.mjs <compiled tests>`
import { strict as assert } from 'node:assert'
import MNS from '@alicloud/mns'
import { runGoTest } from './aliyungo-tests.mjs'
import { runProgram, url } from './harness.mjs'

const [program] = process.argv.slice(2)
const client = new MNS('000000000000', { endpoint: url, accessKeyId: 'test', accessKeySecret: 'test' })

async function counts() {
  const { ActiveMessages, InactiveMessages } = (await client.getQueueAttributes('orders')).body
  return [Number(ActiveMessages), Number(InactiveMessages)]
}

/** Runs a test on a queue with one message, and asserts how many it left. */
function leaving(name, expected) {
  return async () => {
    await client.createQueue('orders')
    await client.sendMessage('orders', { MessageBody: 'MessageBody' })
    const printed = await runGoTest(program, name, { id: 'test', secret: 'test' })
    assert.ok(printed.includes(`--- PASS: ${name} `), printed)
    assert.deepEqual(await counts(), expected)
  }
}

await runProgram({
  TestNewClient: leaving('TestNewClient', [2, 0]),
  TestNewClientForAssumeRole: leaving('TestNewClientForAssumeRole', [2, 0]),
  TestReceiveClient: leaving('TestReceiveClient', [0, 0]),
})
