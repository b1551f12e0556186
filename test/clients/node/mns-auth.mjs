import { strict as assert } from 'node:assert'

/** The key of `keys.json`, which twinmq checks signatures with, two that it refuses, and a temporary one with its token and another. */
export const keys = {
  right: { id: 'test-key', secret: 'test-secret' },
  wrong: { id: 'test-key', secret: 'test-secret-not' },
  unknown: { id: 'nobody', secret: 'test-secret' },
  temporary: { id: 'test-temporary-key', secret: 'test-secret', token: 'test-token' },
  outdated: { id: 'test-temporary-key', secret: 'test-secret', token: 'test-token-not' },
}

/** A call of each method, with and without body and query. */
async function refusesAll(connect, key, code) {
  const { mns, refused } = await connect(key)
  await refused(code, () => mns.createQueue('orders'))
  await refused(code, () => mns.listQueues({ prefix: 'o', limit: 10 }))
  await refused(code, () => mns.send('orders', { body: 'a' }))
  await refused(code, () => mns.receive('orders'))
  await refused(code, () => mns.deleteMessage('orders', '8-000000000000000000000000000000000000=='))
}

/** Scenarios of signatures: `connect(key)` gives the calls of a client with that key, and how it is refused. */
export const authScenarios = {
  'right-secret': async ({ connect }) => {
    const { mns, refused } = await connect(keys.right)
    await mns.createQueue('orders', { VisibilityTimeout: 45 })
    assert.equal((await mns.listQueues({ prefix: 'o', limit: 10 })).urls.length, 1)
    await mns.send('orders', { body: 'I am 测试字符串.' })
    const received = await mns.receive('orders', { wait: 1 })
    assert.equal(received.body, 'I am 测试字符串.')
    const changed = await mns.changeVisibility('orders', received.ReceiptHandle, 60)
    await mns.deleteMessage('orders', changed.ReceiptHandle)
    await refused('MessageNotExist', () => mns.receive('orders'))
  },

  'wrong-secret': async ({ connect }) => {
    await refusesAll(connect, keys.wrong, 'SignatureDoesNotMatch')
    const { mns } = await connect(keys.right)
    assert.deepEqual((await mns.listQueues({ prefix: 'o', limit: 10 })).urls, [])
  },

  'unknown-key': async ({ connect }) => {
    await refusesAll(connect, keys.unknown, 'InvalidAccessKeyId')
  },

  'temporary-key': async ({ connect }) => {
    const { mns } = await connect(keys.temporary)
    await mns.createQueue('orders')
    await mns.send('orders', { body: 'a' })
    await refusesAll(connect, keys.outdated, 'InvalidAccessKeyId')
    assert.equal((await mns.receive('orders')).body, 'a')
  },
}
