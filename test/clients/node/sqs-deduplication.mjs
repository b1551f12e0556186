import { strict as assert } from 'node:assert'
import { createHash } from 'node:crypto'
import { advance } from './harness.mjs'
import { newFifoQueue } from './sqs-fifo.mjs'
import { receiveNone, receiveOne } from './sqs-messages.mjs'
import { countsOf } from './sqs-queues.mjs'

const explicit = { ContentBasedDeduplication: 'false' }

function send(sqs, QueueUrl, MessageBody, MessageDeduplicationId, MessageGroupId = 'g1') {
  return sqs.sendMessage({
    QueueUrl,
    MessageBody,
    MessageGroupId,
    ...(MessageDeduplicationId && { MessageDeduplicationId }),
  })
}

function sameSend(duplicate, original) {
  assert.equal(duplicate.MessageId, original.MessageId)
  assert.equal(duplicate.SequenceNumber, original.SequenceNumber)
}

/** Scenarios about duplicates on FIFO queues, for the AWS SDKs for JavaScript. */
export const deduplicationScenarios = {
  'dedup-explicit': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs, explicit)
    const first = await send(sqs, QueueUrl, 'a', 'd1')
    sameSend(await send(sqs, QueueUrl, 'b', 'd1'), first)
    assert.notEqual((await send(sqs, QueueUrl, 'a', 'd2')).MessageId, first.MessageId)
    assert.deepEqual(await countsOf(sqs, QueueUrl), [2, 0, 0])
    const { Body, Attributes } = await receiveOne(sqs, QueueUrl, { AttributeNames: ['MessageDeduplicationId'] })
    assert.equal(Body, 'a')
    assert.equal(Attributes.MessageDeduplicationId, 'd1')
  },

  'dedup-content': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    const first = await send(sqs, QueueUrl, 'a')
    sameSend(await send(sqs, QueueUrl, 'a'), first)
    sameSend(await send(sqs, QueueUrl, 'c', createHash('sha256').update('a').digest('hex')), first)
    await send(sqs, QueueUrl, 'b')
    await send(sqs, QueueUrl, 'a', 'another')
    assert.deepEqual(await countsOf(sqs, QueueUrl), [3, 0, 0])
  },

  'dedup-missing': async ({ sqs, refused }) => {
    const QueueUrl = await newFifoQueue(sqs, explicit)
    const error = await refused('InvalidParameterValue', () => send(sqs, QueueUrl, 'a'))
    assert.match(error.message, /ContentBasedDeduplication enabled or MessageDeduplicationId provided/)
  },

  'dedup-scope': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs, { ...explicit, DeduplicationScope: 'messageGroup' })
    const first = await send(sqs, QueueUrl, 'a', 'd1')
    assert.notEqual((await send(sqs, QueueUrl, 'a', 'd1', 'g2')).MessageId, first.MessageId)
    sameSend(await send(sqs, QueueUrl, 'a', 'd1'), first)
    await sqs.deleteQueue({ QueueUrl })
    await newFifoQueue(sqs, explicit)
    sameSend(await send(sqs, QueueUrl, 'a', 'd1', 'g2'), await send(sqs, QueueUrl, 'a', 'd1'))
  },

  'dedup-window': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    const first = await send(sqs, QueueUrl, 'a')
    const { ReceiptHandle } = await receiveOne(sqs, QueueUrl)
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle })
    await advance('299999ms')
    sameSend(await send(sqs, QueueUrl, 'a'), first)
    await receiveNone(sqs, QueueUrl)
    await advance('1ms')
    const second = await send(sqs, QueueUrl, 'a')
    assert.notEqual(second.MessageId, first.MessageId)
    assert.equal((await receiveOne(sqs, QueueUrl)).MessageId, second.MessageId)
  },

  'dedup-purge': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    await send(sqs, QueueUrl, 'a')
    await sqs.purgeQueue({ QueueUrl })
    const { MessageId } = await send(sqs, QueueUrl, 'a')
    assert.equal((await receiveOne(sqs, QueueUrl)).MessageId, MessageId)
  },
}
