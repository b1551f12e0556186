import { strict as assert } from 'node:assert'
import { nowMs } from './harness.mjs'

/** Attributes of a standard queue that was told nothing. Source: SQS API Reference, GetQueueAttributes. */
const attributesOfEveryQueue = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesDelayed',
  'ApproximateNumberOfMessagesNotVisible',
  'CreatedTimestamp',
  'DelaySeconds',
  'LastModifiedTimestamp',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'QueueArn',
  'ReceiveMessageWaitTimeSeconds',
  'SqsManagedSseEnabled',
  'VisibilityTimeout',
]

/** Makes a queue and returns its URL. */
export async function newQueue(sqs, attributes) {
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders', ...(attributes && { Attributes: attributes }) })
  return QueueUrl
}

/** The counts of a queue: `[ready, in flight, delayed]`. */
export async function countsOf(sqs, QueueUrl) {
  const names = ['', 'NotVisible', 'Delayed'].map((state) => `ApproximateNumberOfMessages${state}`)
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: names })
  return names.map((name) => Number(Attributes[name]))
}

/** One ready, two in flight, one delayed. */
async function queueOfFour(sqs) {
  const QueueUrl = await newQueue(sqs)
  for (const MessageBody of ['a', 'b', 'c']) await sqs.sendMessage({ QueueUrl, MessageBody })
  await sqs.sendMessage({ QueueUrl, MessageBody: 'later', DelaySeconds: 60 })
  const { Messages } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 2 })
  assert.equal(Messages.length, 2)
  return QueueUrl
}

/** Scenarios about queues for the AWS SDKs for JavaScript: both take the same input and give the same output. */
export const queueScenarios = {
  'create-queue': async ({ sqs }) => {
    const first = await newQueue(sqs, { VisibilityTimeout: '45', DelaySeconds: '0' })
    assert.match(first, /^http:\/\/.*\/orders$/)
    assert.equal(await newQueue(sqs), first)
    assert.equal(await newQueue(sqs, { VisibilityTimeout: '45' }), first)
  },

  'create-conflict': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs, { VisibilityTimeout: '45' })
    const error = await refused('QueueNameExists', () => newQueue(sqs, { VisibilityTimeout: '46' }))
    assert.match(error.message, /VisibilityTimeout/)
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['VisibilityTimeout'] })
    assert.deepEqual(Attributes, { VisibilityTimeout: '45' })
  },

  'queue-url': async ({ sqs }) => {
    const created = await newQueue(sqs)
    const { QueueUrl } = await sqs.getQueueUrl({ QueueName: 'orders' })
    assert.equal(QueueUrl, created)
  },

  'queue-missing': async ({ sqs, refused }) => {
    const QueueUrl = (await newQueue(sqs)).replace(/orders$/, 'nowhere')
    await refused('QueueDoesNotExist', () => sqs.getQueueUrl({ QueueName: 'nowhere' }))
    await refused('QueueDoesNotExist', () => sqs.sendMessage({ QueueUrl, MessageBody: 'a' }))
    await refused('QueueDoesNotExist', () => sqs.receiveMessage({ QueueUrl }))
    await refused('QueueDoesNotExist', () => sqs.deleteQueue({ QueueUrl }))
  },

  'list-queues': async ({ sqs }) => {
    const urls = []
    for (const name of ['page-1', 'page-2', 'page-3', 'page-4', 'page-5', 'other']) {
      urls.push((await sqs.createQueue({ QueueName: name })).QueueUrl)
    }
    const whole = await sqs.listQueues({ QueueNamePrefix: 'page-' })
    assert.deepEqual(whole.QueueUrls.toSorted(), urls.slice(0, 5))
    assert.equal(whole.NextToken, undefined)
    const none = await sqs.listQueues({ QueueNamePrefix: 'Page-' })
    assert.ok(!none.QueueUrls?.length)

    const pages = []
    let NextToken
    do {
      const page = await sqs.listQueues({ QueueNamePrefix: 'page-', MaxResults: 2, ...(NextToken && { NextToken }) })
      pages.push(page.QueueUrls)
      NextToken = page.NextToken
    } while (NextToken && pages.length < 9)
    assert.deepEqual(
      pages.map((page) => page.length),
      [2, 2, 1],
    )
    assert.deepEqual(pages.flat().toSorted(), urls.slice(0, 5))
  },

  'queue-attributes': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs, { DelaySeconds: '7' })
    await sqs.setQueueAttributes({ QueueUrl, Attributes: { ReceiveMessageWaitTimeSeconds: '5', DelaySeconds: '8' } })
    const AttributeNames = ['DelaySeconds', 'ReceiveMessageWaitTimeSeconds', 'VisibilityTimeout']
    const some = await sqs.getQueueAttributes({ QueueUrl, AttributeNames })
    assert.deepEqual(some.Attributes, {
      DelaySeconds: '8',
      ReceiveMessageWaitTimeSeconds: '5',
      VisibilityTimeout: '30',
    })
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] })
    assert.deepEqual(Object.keys(Attributes).toSorted(), attributesOfEveryQueue)
    assert.equal(Attributes.QueueArn, 'arn:aws:sqs:us-east-1:000000000000:orders')
    assert.equal(Attributes.MaximumMessageSize, '1048576')
    assert.equal(Attributes.MessageRetentionPeriod, '345600')
    assert.equal(Attributes.CreatedTimestamp, String(Math.floor((await nowMs()) / 1000)))
  },

  'attribute-name': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    const Attributes = { Colour: 'green' }
    await refused('InvalidAttributeName', () => sqs.setQueueAttributes({ QueueUrl, Attributes }))
    await refused('InvalidAttributeName', () => sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['Colour'] }))
    await refused('InvalidAttributeName', () => sqs.createQueue({ QueueName: 'green', Attributes }))
  },

  'attribute-value': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    for (const [name, value] of [
      ['DelaySeconds', '901'],
      ['VisibilityTimeout', '-1'],
      ['MaximumMessageSize', '1023'],
      ['MessageRetentionPeriod', 'long'],
    ]) {
      const Attributes = { [name]: value }
      const error = await refused('InvalidAttributeValue', () => sqs.setQueueAttributes({ QueueUrl, Attributes }))
      assert.match(error.message, new RegExp(name))
    }
  },

  'queue-counts': async ({ sqs }) => {
    const QueueUrl = await queueOfFour(sqs)
    assert.deepEqual(await countsOf(sqs, QueueUrl), [1, 2, 1])
  },

  'queue-tags': async ({ sqs }) => {
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders', tags: { team: 'pay', tier: '1' } })
    await sqs.tagQueue({ QueueUrl, Tags: { tier: '2', Empty: '' } })
    assert.deepEqual((await sqs.listQueueTags({ QueueUrl })).Tags, { team: 'pay', tier: '2', Empty: '' })
    await sqs.untagQueue({ QueueUrl, TagKeys: ['team', 'never'] })
    assert.deepEqual((await sqs.listQueueTags({ QueueUrl })).Tags, { tier: '2', Empty: '' })
  },

  'purge-queue': async ({ sqs }) => {
    const QueueUrl = await queueOfFour(sqs)
    await sqs.purgeQueue({ QueueUrl })
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 0, 0])
    await sqs.sendMessage({ QueueUrl, MessageBody: 'after' })
    assert.deepEqual(await countsOf(sqs, QueueUrl), [1, 0, 0])
  },

  'delete-queue': async ({ sqs, refused }) => {
    const QueueUrl = await queueOfFour(sqs)
    await sqs.deleteQueue({ QueueUrl })
    await refused('QueueDoesNotExist', () => sqs.getQueueUrl({ QueueName: 'orders' }))
    await refused('QueueDoesNotExist', () => sqs.receiveMessage({ QueueUrl }))
    assert.equal(await newQueue(sqs), QueueUrl)
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 0, 0])
  },
}
