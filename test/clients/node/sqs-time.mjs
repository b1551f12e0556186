import { strict as assert } from 'node:assert'
import { advance, longPoll } from './harness.mjs'
import { receiveNone, receiveOne } from './sqs-messages.mjs'
import { countsOf, newQueue } from './sqs-queues.mjs'

/** Scenarios about time for the AWS SDKs for JavaScript. The clock stands still unless it is moved. */
export const timeScenarios = {
  delay: async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a', DelaySeconds: 10 })
    await advance('9999ms')
    await receiveNone(sqs, QueueUrl)
    await advance('1ms')
    assert.equal((await receiveOne(sqs, QueueUrl)).Body, 'a')
  },

  'queue-delay': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs, { DelaySeconds: '5' })
    await sqs.sendMessage({ QueueUrl, MessageBody: 'patient' })
    await sqs.sendMessage({ QueueUrl, MessageBody: 'at once', DelaySeconds: 0 })
    assert.equal((await receiveOne(sqs, QueueUrl)).Body, 'at once')
    await receiveNone(sqs, QueueUrl)
    await advance('5s')
    assert.equal((await receiveOne(sqs, QueueUrl)).Body, 'patient')
  },

  'visibility-end': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs, { VisibilityTimeout: '20' })
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a' })
    const first = await receiveOne(sqs, QueueUrl)
    await advance('19999ms')
    await receiveNone(sqs, QueueUrl)
    await advance('1ms')
    const second = await receiveOne(sqs, QueueUrl, {
      AttributeNames: ['ApproximateReceiveCount'],
      VisibilityTimeout: 3,
    })
    assert.equal(second.MessageId, first.MessageId)
    assert.notEqual(second.ReceiptHandle, first.ReceiptHandle)
    assert.equal(second.Attributes.ApproximateReceiveCount, '2')
    await advance('3s')
    assert.equal((await receiveOne(sqs, QueueUrl)).MessageId, first.MessageId)
  },

  'visibility-change': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a' })
    const first = await receiveOne(sqs, QueueUrl)
    await sqs.changeMessageVisibility({ QueueUrl, ReceiptHandle: first.ReceiptHandle, VisibilityTimeout: 0 })
    const second = await receiveOne(sqs, QueueUrl)
    await sqs.changeMessageVisibility({ QueueUrl, ReceiptHandle: second.ReceiptHandle, VisibilityTimeout: 100 })
    await advance('99999ms')
    await receiveNone(sqs, QueueUrl)
    await advance('1ms')
    assert.equal((await receiveOne(sqs, QueueUrl)).MessageId, first.MessageId)
  },

  'long-poll-send': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    const poll = await longPoll(() => sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 }), 20_000)
    const sent = await sqs.sendMessage({ QueueUrl, MessageBody: 'a' })
    assert.equal((await poll.answer).Messages[0].MessageId, sent.MessageId)
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 1, 0])
  },

  'long-poll-delay': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs, { ReceiveMessageWaitTimeSeconds: '20' })
    const poll = await longPoll(() => sqs.receiveMessage({ QueueUrl }), 20_000)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a', DelaySeconds: 5 })
    await advance('4999ms')
    assert.ok(poll.isOpen())
    await advance('1ms')
    assert.equal((await poll.answer).Messages[0].Body, 'a')
  },

  'long-poll-end': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    const poll = await longPoll(() => sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 2 }), 2_000)
    await advance('1999ms')
    assert.ok(poll.isOpen())
    await advance('1ms')
    assert.ok(!(await poll.answer).Messages?.length)
  },
}
