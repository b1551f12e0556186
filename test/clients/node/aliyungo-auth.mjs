// The tests of aliyungo/mns against signatures that are checked: `node aliyungo-auth.mjs <compiled tests>`
import { strict as assert } from 'node:assert'
import MNS from '@alicloud/mns'
import { runGoTest } from './aliyungo-tests.mjs'
import { runProgram, url } from './harness.mjs'
import { keys } from './mns-auth.mjs'

const [program] = process.argv.slice(2)
const { id: accessKeyId, secret: accessKeySecret } = keys.right
const client = new MNS('000000000000', { endpoint: url, accessKeyId, accessKeySecret })

/** Each of its calls, on a queue with one message. */
const tests = ['TestNewClient', 'TestReceiveClient']

/** Its call with a temporary key. */
const temporaryTests = ['TestNewClientForAssumeRole']

async function printedBy(name, key) {
  await client.createQueue('orders')
  await client.sendMessage('orders', { MessageBody: 'MessageBody' })
  return runGoTest(program, name, key)
}

function accepted(key, names = tests) {
  return async () => {
    for (const name of names) {
      const printed = await printedBy(name, key)
      assert.ok(printed.includes(`--- PASS: ${name} `), printed)
    }
  }
}

/** The package has one class for errors of the service, which prints status and code. */
function refusedAs(status, code, key, names = tests) {
  return async () => {
    for (const name of names) {
      const printed = await printedBy(name, key)
      assert.ok(printed.includes(`--- FAIL: ${name} `), printed)
      assert.ok(printed.includes(`aliyun MNS API Error: Status Code: ${status} Code: ${code} `), printed)
    }
  }
}

await runProgram({
  'right-secret': accepted(keys.right),
  'wrong-secret': refusedAs(403, 'SignatureDoesNotMatch', keys.wrong),
  'unknown-key': refusedAs(403, 'InvalidAccessKeyId', keys.unknown),
  'temporary-key': async () => {
    await accepted(keys.temporary, temporaryTests)()
    await refusedAs(403, 'InvalidAccessKeyId', keys.outdated, temporaryTests)()
  },
})
