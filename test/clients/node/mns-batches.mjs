import { strict as assert } from 'node:assert'
import { countsOf, statusIs } from './mns-queues.mjs'

const sixteen = Array.from({ length: 16 }, (_unused, index) => `message ${index + 1}`)

const bodiesOf = (messages) => messages.map((message) => message.body)

/** Scenarios about batches for the MNS clients for JavaScript. */
export const batchScenarios = {
  'send-batch': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    const { entries } = await mns.sendBatch('orders', sixteen)
    assert.equal(entries.length, 16)
    for (const entry of entries) assert.match(entry.MessageId, /^[0-9A-F]{32}$/)
    await refused('InvalidArgument', () => mns.sendBatch('orders', [...sixteen, 'one more']))
    const received = await mns.receiveBatch('orders', 16)
    assert.deepEqual(bodiesOf(received), sixteen)
    assert.deepEqual(
      received.map((message) => message.MessageId),
      entries.map((entry) => entry.MessageId),
    )
    await refused('MessageNotExist', () => mns.receiveBatch('orders', 16))
  },

  'send-batch-part': async ({ mns }) => {
    await mns.createQueue('orders', { MaximumMessageSize: 1024 })
    const { status, entries } = await mns.sendBatch('orders', ['a', 'x'.repeat(1_100), 'b'])
    statusIs(status, 500)
    assert.deepEqual(
      entries.map((entry) => Object.keys(entry).toSorted()),
      [
        ['MessageBodyMD5', 'MessageId'],
        ['ErrorCode', 'ErrorMessage'],
        ['MessageBodyMD5', 'MessageId'],
      ],
    )
    assert.equal(entries[1].ErrorCode, 'InvalidArgument')
    assert.deepEqual(bodiesOf(await mns.receiveBatch('orders', 16)), ['a', 'b'])
  },

  'peek-batch': async ({ mns }) => {
    await mns.createQueue('orders')
    await mns.sendBatch('orders', ['a', 'b', 'c'])
    assert.deepEqual(bodiesOf(await mns.peekBatch('orders', 16)), ['a', 'b', 'c'])
    assert.deepEqual(bodiesOf(await mns.peekBatch('orders', 2)), ['a', 'b'])
    assert.deepEqual(await countsOf(mns, 'orders'), [3, 0, 0])
  },

  'delete-batch': async ({ mns }) => {
    await mns.createQueue('orders')
    await mns.sendBatch('orders', ['a', 'b', 'c'])
    const handles = (await mns.receiveBatch('orders', 3)).map((message) => message.ReceiptHandle)
    assert.deepEqual(await mns.deleteBatch('orders', [handles[0]]), [])
    const failed = await mns.deleteBatch('orders', handles)
    assert.equal(failed.length, 1)
    assert.deepEqual(Object.keys(failed[0]).toSorted(), ['ErrorCode', 'ErrorMessage', 'ReceiptHandle'])
    assert.equal(failed[0].ErrorCode, 'MessageNotExist')
    assert.equal(failed[0].ReceiptHandle, handles[0])
    assert.deepEqual(await countsOf(mns, 'orders'), [0, 0, 0])
  },
}
