import { strict as assert } from 'node:assert'
import { createHash } from 'node:crypto'
import { advance, longPoll, nowMs } from './harness.mjs'
import { countsOf, statusIs } from './mns-queues.mjs'

/** MNS prints digests in upper case, over the body as it stands on the wire. Source: MNS API, SendMessage. */
function md5(text) {
  return createHash('md5').update(text).digest('hex').toUpperCase()
}

const byName = (one, other) => one.Name.localeCompare(other.Name)

async function receivedBodies(mns, count) {
  const bodies = []
  for (let index = 0; index < count; index++) bodies.push((await mns.receive('orders')).body)
  return bodies
}

/** Scenarios about single messages for the MNS clients for JavaScript. */
export const messageScenarios = {
  'send-receive-delete': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    const sent = await mns.send('orders', { body: 'hello' })
    assert.match(sent.MessageId, /^[0-9A-F]{32}$/)
    assert.equal(sent.ReceiptHandle, undefined)
    const received = await mns.receive('orders')
    const now = String(await nowMs())
    assert.equal(received.MessageId, sent.MessageId)
    assert.equal(received.MessageBodyMD5, sent.MessageBodyMD5)
    assert.equal(received.body, 'hello')
    assert.equal(received.DequeueCount, '1')
    assert.equal(received.Priority, '8')
    assert.equal(received.EnqueueTime, now)
    assert.equal(received.FirstDequeueTime, now)
    assert.equal(received.NextVisibleTime, String(Number(now) + 30_000))
    statusIs(await mns.deleteMessage('orders', received.ReceiptHandle), 204)
    assert.deepEqual(await countsOf(mns, 'orders'), [0, 0, 0])
    await refused('MessageNotExist', () => mns.deleteMessage('orders', received.ReceiptHandle))
  },

  'base64-body': async ({ mns }) => {
    await mns.createQueue('orders')
    const body = 'I am 测试字符串.'
    const sent = await mns.send('orders', { body, base64: true })
    assert.equal(sent.MessageBodyMD5, md5(Buffer.from(body).toString('base64')))
    const received = await mns.receive('orders', { base64: true })
    assert.equal(received.MessageBodyMD5, sent.MessageBodyMD5)
    assert.equal(received.body, body)
  },

  'plain-body': async ({ mns }) => {
    await mns.createQueue('orders')
    for (const body of ['I am 测试字符串. 🎉', `<a b="c">'&amp;]]></a>`]) {
      const sent = await mns.send('orders', { body })
      assert.equal(sent.MessageBodyMD5, md5(body))
      const received = await mns.receive('orders')
      assert.equal(received.MessageBodyMD5, md5(body))
      assert.equal(received.body, body)
    }
  },

  'large-body': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    const body = mns.bodyOfBytes(65_536)
    await mns.send('orders', { body })
    assert.equal((await mns.receive('orders')).body, body)
    await refused('InvalidArgument', () => mns.send('orders', { body: mns.bodyOfBytes(65_540) }))
  },

  properties: async ({ mns }) => {
    await mns.createQueue('orders')
    const properties = [
      { Name: 'kind', Value: 'greeting', Type: 'STRING' },
      { Name: 'size', Value: '12.5', Type: 'NUMBER' },
      { Name: 'urgent', Value: 'true', Type: 'BOOLEAN' },
      { Name: 'raw', Value: mns.binaryValue ?? 'AAEC/w==', Type: 'BINARY' },
    ]
    await mns.send('orders', { body: 'a', properties })
    const received = await mns.receive('orders')
    assert.deepEqual(received.properties.toSorted(byName), properties.toSorted(byName)) // some clients hold them in a map
  },

  priorities: async ({ mns }) => {
    await mns.createQueue('orders')
    for (const priority of [9, 1, undefined, 16, 8]) await mns.send('orders', { body: `p${priority}`, priority })
    assert.deepEqual(await receivedBodies(mns, 5), ['p1', 'pundefined', 'p8', 'p9', 'p16'])
  },

  delay: async ({ mns, refused }) => {
    await mns.createQueue('orders', { DelaySeconds: 5 })
    await mns.send('orders', { body: 'own', delay: 10 })
    await mns.send('orders', { body: "queue's" })
    await advance('5s')
    assert.equal((await mns.receive('orders')).body, "queue's")
    await advance('4999ms')
    await refused('MessageNotExist', () => mns.receive('orders'))
    await advance('1ms')
    assert.equal((await mns.receive('orders')).body, 'own')
  },

  'delay-handle': async ({ mns }) => {
    await mns.createQueue('orders')
    const sent = await mns.send('orders', { body: 'a', delay: 10 })
    assert.ok(sent.ReceiptHandle)
    statusIs(await mns.deleteMessage('orders', sent.ReceiptHandle), 204)
    assert.deepEqual(await countsOf(mns, 'orders'), [0, 0, 0])
  },

  'visibility-end': async ({ mns, refused }) => {
    await mns.createQueue('orders', { VisibilityTimeout: 20 })
    await mns.send('orders', { body: 'a' })
    const first = await mns.receive('orders')
    await advance('19999ms')
    await refused('MessageNotExist', () => mns.receive('orders'))
    await advance('1ms')
    const second = await mns.receive('orders')
    assert.equal(second.MessageId, first.MessageId)
    assert.equal(second.DequeueCount, '2')
    assert.equal(second.FirstDequeueTime, first.FirstDequeueTime)
    assert.notEqual(second.ReceiptHandle, first.ReceiptHandle)
  },

  'visibility-change': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    await mns.send('orders', { body: 'a' })
    const { ReceiptHandle } = await mns.receive('orders')
    const changed = await mns.changeVisibility('orders', ReceiptHandle, 100)
    assert.notEqual(changed.ReceiptHandle, ReceiptHandle)
    assert.equal(changed.NextVisibleTime, String((await nowMs()) + 100_000))
    await refused('MessageNotExist', () => mns.deleteMessage('orders', ReceiptHandle))
    await refused('InvalidArgument', () => mns.changeVisibility('orders', changed.ReceiptHandle, 43_201))
    await advance('99999ms')
    statusIs(await mns.deleteMessage('orders', changed.ReceiptHandle), 204)
    assert.deepEqual(await countsOf(mns, 'orders'), [0, 0, 0])
  },

  'receipt-handle': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    await refused('ReceiptHandleError', () => mns.deleteMessage('orders', 'garbage'))
    await refused('ReceiptHandleError', () => mns.changeVisibility('orders', 'garbage', 5))
  },

  'handle-expired': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    await mns.send('orders', { body: 'a' })
    const { ReceiptHandle } = await mns.receive('orders')
    await advance('30s')
    await refused('MessageNotExist', () => mns.deleteMessage('orders', ReceiptHandle))
    await refused('MessageNotExist', () => mns.changeVisibility('orders', ReceiptHandle, 5))
    assert.deepEqual(await countsOf(mns, 'orders'), [1, 0, 0])
  },

  'empty-receive': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    await refused('MessageNotExist', () => mns.receive('orders'))
  },

  'long-poll-send': async ({ mns }) => {
    await mns.createQueue('orders')
    const poll = await longPoll(() => mns.receive('orders', { wait: 30 }), 30_000)
    const sent = await mns.send('orders', { body: 'a' })
    assert.equal((await poll.answer).MessageId, sent.MessageId)
  },

  'long-poll-end': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    const poll = await longPoll(() => mns.receive('orders', { wait: 2 }), 2_000)
    await advance('1999ms')
    assert.ok(poll.isOpen())
    await advance('1ms')
    await refused('MessageNotExist', () => poll.answer)
  },

  peek: async ({ mns, refused }) => {
    await mns.createQueue('orders')
    await refused('MessageNotExist', () => mns.peek('orders'))
    const sent = await mns.send('orders', { body: 'a' })
    const peeked = await mns.peek('orders')
    assert.equal(peeked.MessageId, sent.MessageId)
    assert.equal(peeked.body, 'a')
    assert.equal(peeked.DequeueCount, '0')
    assert.equal(peeked.FirstDequeueTime, peeked.EnqueueTime)
    assert.equal(peeked.ReceiptHandle, undefined)
    assert.deepEqual(await countsOf(mns, 'orders'), [1, 0, 0])
  },
}
