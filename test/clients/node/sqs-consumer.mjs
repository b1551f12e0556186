// sqs-consumer: polls through @aws-sdk/client-sqs, and sends empty lists of attribute names when it wants none.
import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { SQS } from '@aws-sdk/client-sqs'
import { Consumer } from 'sqs-consumer'
import { longPoll, pollReleased, runProgram, url } from './harness.mjs'
import { countsOf, newQueue } from './sqs-queues.mjs'

const sqs = new SQS({ endpoint: url, maxAttempts: 1 })

/** Runs a consumer until `events` have all come, in any order, and returns their arguments. */
async function consume(options, events) {
  const consumer = Consumer.create({ sqs, ...options })
  const arrived = Promise.all(events.map((event) => once(consumer, event)))
  consumer.start()
  try {
    return await arrived
  } finally {
    consumer.stop({ abort: true })
  }
}

const scenarios = {
  'consume-one': async () => {
    const queueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl: queueUrl, MessageBody: 'a' })
    const handled = []
    const handleMessage = async (message) => {
      handled.push(message.Body)
      return message
    }
    await consume({ queueUrl, handleMessage }, ['message_processed'])
    assert.deepEqual(handled, ['a'])
    assert.deepEqual(await countsOf(sqs, queueUrl), [0, 0, 0])
  },

  'consume-batch': async () => {
    const queueUrl = await newQueue(sqs)
    const bodies = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
    const Entries = bodies.map((body) => ({ Id: body, MessageBody: body }))
    await sqs.sendMessageBatch({ QueueUrl: queueUrl, Entries })
    const handled = []
    const handleMessageBatch = async (messages) => {
      handled.push(messages.map((message) => message.Body))
      return messages
    }
    await consume({ queueUrl, batchSize: 10, handleMessageBatch }, ['response_processed'])
    assert.deepEqual(handled, [bodies])
    assert.deepEqual(await countsOf(sqs, queueUrl), [0, 0, 0])
  },

  'consume-failure': async () => {
    const queueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl: queueUrl, MessageBody: 'a' })
    const counts = []
    const handleMessage = async (message) => {
      counts.push(message.Attributes.ApproximateReceiveCount)
      if (counts.length === 1) throw new Error('not yet')
      return message
    }
    const options = { queueUrl, handleMessage, terminateVisibilityTimeout: true }
    options.messageSystemAttributeNames = ['ApproximateReceiveCount']
    const [[error]] = await consume(options, ['processing_error', 'message_processed'])
    assert.match(error.message, /not yet/)
    assert.deepEqual(counts, ['1', '2'])
    assert.deepEqual(await countsOf(sqs, queueUrl), [0, 0, 0])
  },

  'consume-attributes': async () => {
    const queueUrl = await newQueue(sqs)
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'greeting' } }
    await sqs.sendMessage({ QueueUrl: queueUrl, MessageBody: 'a', MessageAttributes })
    const options = { queueUrl, handleMessage: async (message) => message }
    options.messageAttributeNames = ['kind']
    options.messageSystemAttributeNames = ['SenderId']
    const [[message]] = await consume(options, ['message_processed'])
    assert.equal(message.MessageAttributes.kind.StringValue, 'greeting')
    assert.deepEqual(message.Attributes, { SenderId: '000000000000' })
  },

  'consume-long-poll': async () => {
    const queueUrl = await newQueue(sqs)
    const handleMessage = async (message) => message
    const poll = await longPoll(() => consume({ queueUrl, handleMessage }, ['message_processed']), 20_000)
    const { MessageId } = await sqs.sendMessage({ QueueUrl: queueUrl, MessageBody: 'a' })
    const [[message]] = await poll.answer
    assert.equal(message.MessageId, MessageId)
    assert.deepEqual(await countsOf(sqs, queueUrl), [0, 0, 0])
  },

  'consume-missing': async () => {
    const queueUrl = (await newQueue(sqs)).replace(/orders$/, 'nowhere')
    const consumer = Consumer.create({ sqs, queueUrl, handleMessage: async (message) => message })
    consumer.start()
    const [error] = await new Promise((resolve) => consumer.on('error', (...values) => resolve(values)))
    consumer.stop({ abort: true })
    assert.equal(error.name, 'SQSError')
    assert.equal(error.code, 'QueueDoesNotExist')
    assert.equal(error.statusCode, 400)
  },

  'consume-stop': async () => {
    const queueUrl = await newQueue(sqs)
    const consumer = Consumer.create({ sqs, queueUrl, handleMessage: async (message) => message })
    consumer.on('error', () => {}) // the aborted receive
    await longPoll(() => {
      consumer.start()
      return once(consumer, 'aborted')
    }, 20_000)
    consumer.stop({ abort: true })
    await pollReleased()
    await sqs.sendMessage({ QueueUrl: queueUrl, MessageBody: 'a' })
    assert.deepEqual(await countsOf(sqs, queueUrl), [1, 0, 0])
  },
}

await runProgram(scenarios)
