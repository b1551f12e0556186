import { strict as assert } from 'node:assert'
import { advance, longPoll } from './harness.mjs'
import { receiveNone, receiveOne } from './sqs-messages.mjs'
import { countsOf } from './sqs-queues.mjs'

/** Makes a FIFO queue and returns its URL. Its senders name no deduplication ids. */
export async function newFifoQueue(sqs, attributes) {
  const Attributes = { FifoQueue: 'true', ContentBasedDeduplication: 'true', ...attributes }
  return (await sqs.createQueue({ QueueName: 'orders.fifo', Attributes })).QueueUrl
}

/** Sends bodies such as `g1-a`: what stands before the dash is the message group. */
async function sendAll(sqs, QueueUrl, bodies) {
  const sent = []
  for (const MessageBody of bodies) {
    sent.push(await sqs.sendMessage({ QueueUrl, MessageBody, MessageGroupId: groupOf(MessageBody) }))
  }
  return sent
}

async function receiveAll(sqs, QueueUrl, options) {
  const { Messages } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, ...options })
  return Messages ?? []
}

const groupOf = (body) => body.split('-')[0]
const bodiesOf = (messages) => messages.map((message) => message.Body)

/** Scenarios about message groups and their order, for the AWS SDKs for JavaScript. */
export const fifoScenarios = {
  'fifo-attributes': async ({ sqs, refused }) => {
    const QueueUrl = await newFifoQueue(sqs)
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] })
    assert.equal(Attributes.QueueArn, 'arn:aws:sqs:us-east-1:000000000000:orders.fifo')
    assert.equal(Attributes.FifoQueue, 'true')
    assert.equal(Attributes.ContentBasedDeduplication, 'true')
    assert.equal(Attributes.DeduplicationScope, 'queue')
    assert.equal(Attributes.FifoThroughputLimit, 'perQueue')
    const fifo = { FifoQueue: 'true' }
    await refused('InvalidParameterValue', () => sqs.createQueue({ QueueName: 'orders', Attributes: fifo }))
    await refused('InvalidParameterValue', () => sqs.createQueue({ QueueName: 'bare.fifo' }))
  },

  'fifo-order': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    const sent = await sendAll(sqs, QueueUrl, ['g1-a', 'g1-b', 'g1-c'])
    const numbers = sent.map((answer) => answer.SequenceNumber)
    for (const number of numbers) assert.match(number, /^\d{20}$/)
    assert.deepEqual(numbers.toSorted(), numbers)
    const messages = await receiveAll(sqs, QueueUrl, { AttributeNames: ['All'] })
    assert.deepEqual(bodiesOf(messages), ['g1-a', 'g1-b', 'g1-c'])
    const told = messages.map((message) => message.Attributes)
    assert.deepEqual(
      told.map((attributes) => attributes.SequenceNumber),
      numbers,
    )
    assert.ok(told.every((attributes) => attributes.MessageGroupId === 'g1'))
    assert.match(told[0].MessageDeduplicationId, /^[0-9a-f]{64}$/)
  },

  'fifo-lock': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    await sendAll(sqs, QueueUrl, ['g1-a', 'g1-b', 'g2-a'])
    const first = await receiveOne(sqs, QueueUrl)
    assert.equal(first.Body, 'g1-a')
    assert.deepEqual(bodiesOf(await receiveAll(sqs, QueueUrl)), ['g2-a'])
    await sendAll(sqs, QueueUrl, ['g1-c'])
    await receiveNone(sqs, QueueUrl)
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: first.ReceiptHandle })
    assert.deepEqual(bodiesOf(await receiveAll(sqs, QueueUrl)), ['g1-b', 'g1-c'])
  },

  'fifo-return': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    await sendAll(sqs, QueueUrl, ['g1-a', 'g1-b', 'g1-c'])
    const held = await receiveAll(sqs, QueueUrl, { MaxNumberOfMessages: 2 })
    const back = { QueueUrl, ReceiptHandle: held[0].ReceiptHandle, VisibilityTimeout: 0 }
    await sqs.changeMessageVisibility(back)
    assert.deepEqual(bodiesOf(await receiveAll(sqs, QueueUrl)), ['g1-a'])
    await advance('30s')
    assert.deepEqual(bodiesOf(await receiveAll(sqs, QueueUrl)), ['g1-a', 'g1-b', 'g1-c'])
  },

  'fifo-batch': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    const bodies = ['g1-a', 'g2-a', 'g1-b', 'g1-c']
    const Entries = bodies.map((body) => ({ Id: body, MessageBody: body, MessageGroupId: groupOf(body) }))
    const answer = await sqs.sendMessageBatch({ QueueUrl, Entries })
    assert.equal(answer.Successful.length, 4)
    assert.ok(answer.Successful.every((entry) => /^\d{20}$/.test(entry.SequenceNumber)))
    assert.deepEqual(bodiesOf(await receiveAll(sqs, QueueUrl)), ['g1-a', 'g1-b', 'g1-c', 'g2-a'])
  },

  'fifo-long-poll': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    await sendAll(sqs, QueueUrl, ['g1-a', 'g1-b'])
    const first = await receiveOne(sqs, QueueUrl)
    const poll = await longPoll(() => sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 }), 20_000)
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: first.ReceiptHandle })
    assert.deepEqual(bodiesOf((await poll.answer).Messages), ['g1-b'])
  },

  'fifo-attempt': async ({ sqs }) => {
    const QueueUrl = await newFifoQueue(sqs)
    await sendAll(sqs, QueueUrl, ['g1-a', 'g1-b'])
    const attempt = { ReceiveRequestAttemptId: 'try-1' }
    const first = await receiveAll(sqs, QueueUrl, attempt)
    const again = await receiveAll(sqs, QueueUrl, attempt)
    assert.deepEqual(bodiesOf(again), ['g1-a', 'g1-b'])
    assert.deepEqual(
      again.map((message) => message.ReceiptHandle),
      first.map((message) => message.ReceiptHandle),
    )
    assert.deepEqual(await receiveAll(sqs, QueueUrl, { ReceiveRequestAttemptId: 'try-2' }), [])
  },

  'fifo-handle-expired': async ({ sqs, refused }) => {
    const QueueUrl = await newFifoQueue(sqs)
    await sendAll(sqs, QueueUrl, ['g1-a'])
    const { ReceiptHandle } = await receiveOne(sqs, QueueUrl, { VisibilityTimeout: 5 })
    await advance('5s')
    const error = await refused('InvalidParameterValue', () => sqs.deleteMessage({ QueueUrl, ReceiptHandle }))
    assert.match(error.message, /The receipt handle has expired/)
    assert.deepEqual(await countsOf(sqs, QueueUrl), [1, 0, 0])
  },

  'fifo-refused': async ({ sqs, refused }) => {
    const QueueUrl = await newFifoQueue(sqs)
    const message = { QueueUrl, MessageBody: 'a' }
    const missing = await refused('MissingParameter', () => sqs.sendMessage(message))
    assert.match(missing.message, /MessageGroupId/)
    const grouped = { ...message, MessageGroupId: 'g1' }
    await refused('InvalidParameterValue', () => sqs.sendMessage({ ...grouped, DelaySeconds: 1 }))
    await refused('InvalidParameterValue', () => sqs.sendMessage({ ...message, MessageGroupId: 'a group' }))
    await refused('InvalidParameterValue', () => sqs.sendMessage({ ...grouped, MessageDeduplicationId: 'an id' }))
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 0, 0])
  },

  'fair-groups': async ({ sqs, refused }) => {
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders' })
    for (const answer of await sendAll(sqs, QueueUrl, ['g1-a', 'g1-b'])) assert.equal(answer.SequenceNumber, undefined)
    await receiveOne(sqs, QueueUrl)
    const { Body, Attributes } = await receiveOne(sqs, QueueUrl, { AttributeNames: ['MessageGroupId'] })
    assert.equal(Body, 'g1-b')
    assert.deepEqual({ ...Attributes }, { MessageGroupId: 'g1' })
    const named = { QueueUrl, MessageBody: 'a', MessageDeduplicationId: 'd1' }
    await refused('InvalidParameterValue', () => sqs.sendMessage(named))
  },
}
