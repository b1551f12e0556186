// One emulator seen by @aws-sdk/client-sqs and @alicloud/mns at once.
import { strict as assert } from 'node:assert'
import { createHash } from 'node:crypto'
import MNS from '@alicloud/mns'
import { SQS } from '@aws-sdk/client-sqs'
import { longPoll, rejectionOf, runProgram, url } from './harness.mjs'
import { countsOf as mnsCounts } from './mns-queues.mjs'
import { receiveOne } from './sqs-messages.mjs'
import { newQueue, countsOf as sqsCounts } from './sqs-queues.mjs'

const sqs = new SQS({ endpoint: url, maxAttempts: 1 })
const mns = new MNS('000000000000', { endpoint: url, accessKeyId: 'test', accessKeySecret: 'test' })

const attributesOf = async (queue) => (await mns.getQueueAttributes(queue)).body
const md5 = (text) => createHash('md5').update(text).digest('hex')

/** The id of a message as MNS prints it, from the UUID that SQS prints. */
const mnsId = (uuid) => uuid.replaceAll('-', '').toUpperCase()

async function bothCount(QueueUrl, counts) {
  assert.deepEqual(await sqsCounts(sqs, QueueUrl), counts)
  assert.deepEqual(await mnsCounts({ getAttributes: attributesOf }, 'orders'), counts)
}

async function receiveFromMns() {
  return (await mns.receiveMessage('orders')).body
}

const mixed = {
  kind: { DataType: 'String', StringValue: 'greeting' },
  size: { DataType: 'Number.int', StringValue: '12' },
  raw: { DataType: 'Binary', BinaryValue: Buffer.from([0, 1, 2, 255]) },
}

const mixedProperties = [
  { Name: 'kind', Value: 'greeting', Type: 'STRING' },
  { Name: 'size', Value: '12', Type: 'NUMBER' },
  { Name: 'raw', Value: 'AAEC/w==', Type: 'BINARY' },
]

const urgent = '<PropertyValue><Name>urgent</Name><Value>true</Value><Type>BOOLEAN</Type></PropertyValue>'

const byName = (one, other) => (one.Name < other.Name ? -1 : 1)

const scenarios = {
  'queue-of-both': async () => {
    const QueueUrl = await newQueue(sqs, { VisibilityTimeout: '45' })
    assert.equal((await attributesOf('orders')).VisibilityTimeout, '45')
    await mns.setQueueAttributes('orders', { DelaySeconds: 3 })
    const AttributeNames = ['DelaySeconds', 'MaximumMessageSize']
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames })
    assert.deepEqual(Attributes, { DelaySeconds: '3', MaximumMessageSize: '1048576' })
    assert.equal((await attributesOf('orders')).MaximumMessageSize, '65536')
    await mns.createQueue('letters')
    await sqs.createQueue({ QueueName: 'letters' })
    assert.equal((await mns.createQueue('letters')).code, 204)
    assert.equal((await sqs.listQueues({})).QueueUrls.length, 2)
  },

  'mns-to-sqs': async () => {
    const QueueUrl = await newQueue(sqs)
    const sent = (await mns.sendMessage('orders', { MessageBody: 'grüße' })).body
    assert.equal(sent.MessageBodyMD5, md5('grüße').toUpperCase())
    const received = await receiveOne(sqs, QueueUrl)
    assert.equal(mnsId(received.MessageId), sent.MessageId)
    assert.equal(received.Body, 'grüße')
    assert.equal(received.MD5OfBody, md5('grüße'))
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: received.ReceiptHandle })
    await bothCount(QueueUrl, [0, 0, 0])
  },

  'sqs-to-mns': async () => {
    const QueueUrl = await newQueue(sqs)
    const sent = await sqs.sendMessage({ QueueUrl, MessageBody: '<grüße>&' })
    const received = await receiveFromMns()
    assert.equal(received.MessageId, mnsId(sent.MessageId))
    assert.equal(received.MessageBody, '<grüße>&')
    assert.equal(received.MessageBodyMD5, sent.MD5OfMessageBody.toUpperCase())
    assert.equal(received.Priority, '8')
    assert.equal((await mns.deleteMessage('orders', received.ReceiptHandle)).code, 204)
    await bothCount(QueueUrl, [0, 0, 0])
  },

  attributes: async () => {
    const QueueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a', MessageAttributes: mixed })
    const properties = (await receiveFromMns()).UserProperties[0].PropertyValue
    assert.deepEqual(properties.toSorted(byName), mixedProperties.toSorted(byName))
    await mns.sendMessage('orders', { MessageBody: 'b', UserProperties: urgent })
    const { MessageAttributes } = await receiveOne(sqs, QueueUrl, { MessageAttributeNames: ['All'] })
    assert.deepEqual(MessageAttributes, { urgent: { DataType: 'String', StringValue: 'true' } })
  },

  counts: async () => {
    const QueueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a' })
    await mns.sendMessage('orders', { MessageBody: 'b' })
    await mns.sendMessage('orders', { MessageBody: 'c', DelaySeconds: 60 })
    await bothCount(QueueUrl, [2, 0, 1])
    await receiveFromMns()
    await bothCount(QueueUrl, [1, 1, 1])
    await receiveOne(sqs, QueueUrl)
    await bothCount(QueueUrl, [0, 2, 1])
  },

  'receive-count': async () => {
    const QueueUrl = await newQueue(sqs)
    await mns.sendMessage('orders', { MessageBody: 'a' })
    await receiveOne(sqs, QueueUrl, { VisibilityTimeout: 0 })
    const second = await receiveFromMns()
    assert.equal(second.DequeueCount, '2')
    await mns.deleteMessage('orders', second.ReceiptHandle)
    await bothCount(QueueUrl, [0, 0, 0])
  },

  'long-poll': async () => {
    const QueueUrl = await newQueue(sqs)
    const sqsPoll = await longPoll(() => sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 }), 20_000)
    await mns.sendMessage('orders', { MessageBody: 'from MNS' })
    const { Messages } = await sqsPoll.answer
    assert.equal(Messages[0].Body, 'from MNS')
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: Messages[0].ReceiptHandle })
    const mnsPoll = await longPoll(() => mns.receiveMessage('orders', 30), 30_000)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'from SQS' })
    assert.equal((await mnsPoll.answer).body.MessageBody, 'from SQS')
  },

  'handle-stays': async () => {
    const QueueUrl = await newQueue(sqs)
    for (const MessageBody of ['a', 'b']) await sqs.sendMessage({ QueueUrl, MessageBody })
    const ofSqs = await receiveOne(sqs, QueueUrl)
    const ofMns = await receiveFromMns()
    const inMns = await rejectionOf(() => mns.deleteMessage('orders', encodeURIComponent(ofSqs.ReceiptHandle)))
    assert.equal(inMns.name, 'MNSReceiptHandleErrorError')
    const inSqs = await rejectionOf(() => sqs.deleteMessage({ QueueUrl, ReceiptHandle: ofMns.ReceiptHandle }))
    assert.equal(inSqs.name, 'ReceiptHandleIsInvalid')
    await bothCount(QueueUrl, [0, 2, 0])
  },

  'large-body': async () => {
    const QueueUrl = await newQueue(sqs)
    const MessageBody = 'x'.repeat(1_048_576)
    await sqs.sendMessage({ QueueUrl, MessageBody })
    assert.equal((await receiveFromMns()).MessageBody, MessageBody)
  },
}

await runProgram(scenarios)
