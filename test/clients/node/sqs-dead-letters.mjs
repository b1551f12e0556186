import { strict as assert } from 'node:assert'
import { advance } from './harness.mjs'
import { receiveNone, receiveOne } from './sqs-messages.mjs'
import { countsOf } from './sqs-queues.mjs'

const arnStart = 'arn:aws:sqs:us-east-1:000000000000:'

/** The ARN of a queue by its name. */
export const arnOf = (name) => `${arnStart}${name}`

/** The attribute that sends messages to a dead-letter queue after so many receives. */
function redriveTo(name, maxReceiveCount) {
  return { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf(name), maxReceiveCount }) }
}

/** Makes a queue and the dead-letter queue `dead` of its kind, and returns both URLs. */
async function newPair(sqs, maxReceiveCount, { ending = '', ...attributes } = {}) {
  const own = Object.keys(attributes).length > 0 ? { Attributes: attributes } : {}
  const dead = (await sqs.createQueue({ QueueName: `dead${ending}`, ...own })).QueueUrl
  const Attributes = { ...attributes, ...redriveTo(`dead${ending}`, maxReceiveCount) }
  return { source: (await sqs.createQueue({ QueueName: `orders${ending}`, Attributes })).QueueUrl, dead }
}

/** Makes a pair of queues whose dead-letter queue holds these bodies, in order; the source is empty. */
export async function newDeadLetters(sqs, bodies) {
  const { source, dead } = await newPair(sqs, 1)
  for (const MessageBody of bodies) await sqs.sendMessage({ QueueUrl: source, MessageBody })
  await sqs.receiveMessage({ QueueUrl: source, MaxNumberOfMessages: 10, VisibilityTimeout: 1 })
  await advance('1s')
  await receiveNone(sqs, source)
  assert.deepEqual(await countsOf(sqs, dead), [bodies.length, 0, 0])
  return { source, dead }
}

async function attributeOf(sqs, QueueUrl, name) {
  return (await sqs.getQueueAttributes({ QueueUrl, AttributeNames: [name] })).Attributes?.[name]
}

async function sourcesOf(sqs, QueueUrl, options) {
  const answer = await sqs.listDeadLetterSourceQueues({ QueueUrl, ...options })
  return { urls: (answer.queueUrls ?? []).toSorted(), token: answer.NextToken }
}

/** Scenarios about dead-letter queues, for the AWS SDKs for JavaScript. */
export const deadLetterScenarios = {
  'redrive-policy': async ({ sqs }) => {
    const { source } = await newPair(sqs, 3)
    const policy = JSON.parse(await attributeOf(sqs, source, 'RedrivePolicy'))
    assert.deepEqual(policy, { deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 3 })
    await sqs.setQueueAttributes({ QueueUrl: source, Attributes: redriveTo('dead', 5) })
    assert.equal(JSON.parse(await attributeOf(sqs, source, 'RedrivePolicy')).maxReceiveCount, 5)
    await sqs.setQueueAttributes({ QueueUrl: source, Attributes: { RedrivePolicy: '' } })
    assert.equal(await attributeOf(sqs, source, 'RedrivePolicy'), undefined)
  },

  'redrive-refused': async ({ sqs, refused }) => {
    const { source } = await newPair(sqs, 3)
    const set = (Attributes) => () => sqs.setQueueAttributes({ QueueUrl: source, Attributes })
    const missing = await refused('InvalidParameterValue', set(redriveTo('nowhere', 3)))
    assert.match(missing.message, /Dead letter target does not exist/)
    await refused('InvalidParameterValue', set(redriveTo('dead', 0)))
    await refused('InvalidParameterValue', set(redriveTo('dead', undefined)))
    assert.equal(JSON.parse(await attributeOf(sqs, source, 'RedrivePolicy')).maxReceiveCount, 3)
  },

  'redrive-allow': async ({ sqs, refused }) => {
    const { source, dead } = await newPair(sqs, 3)
    const allow = async (policy) => {
      const Attributes = { RedriveAllowPolicy: JSON.stringify(policy) }
      await sqs.setQueueAttributes({ QueueUrl: dead, Attributes })
      assert.deepEqual(JSON.parse(await attributeOf(sqs, dead, 'RedriveAllowPolicy')), policy)
    }
    const redrive = { QueueUrl: source, Attributes: redriveTo('dead', 4) }
    await allow({ redrivePermission: 'denyAll' })
    await refused('InvalidParameterValue', () => sqs.setQueueAttributes(redrive))
    await allow({ redrivePermission: 'byQueue', sourceQueueArns: [arnOf('orders')] })
    await sqs.setQueueAttributes(redrive)
  },

  'dead-letter': async ({ sqs }) => {
    const { source, dead } = await newPair(sqs, 2)
    const { MessageId } = await sqs.sendMessage({ QueueUrl: source, MessageBody: 'a' })
    const first = await receiveOne(sqs, source, { VisibilityTimeout: 1, AttributeNames: ['All'] })
    await advance('1s')
    await receiveOne(sqs, source, { VisibilityTimeout: 1 })
    await advance('1s')
    assert.deepEqual(await countsOf(sqs, dead), [0, 0, 0])
    await receiveNone(sqs, source)
    assert.deepEqual(await countsOf(sqs, source), [0, 0, 0])
    const letter = await receiveOne(sqs, dead, { AttributeNames: ['All'] })
    assert.equal(letter.MessageId, MessageId)
    assert.equal(letter.Body, 'a')
    assert.equal(letter.Attributes.DeadLetterQueueSourceArn, arnOf('orders'))
    assert.equal(letter.Attributes.ApproximateReceiveCount, '3')
    assert.equal(letter.Attributes.SentTimestamp, first.Attributes.SentTimestamp)
  },

  'dead-letter-fifo': async ({ sqs }) => {
    const fifo = { ending: '.fifo', FifoQueue: 'true', ContentBasedDeduplication: 'true' }
    const { source, dead } = await newPair(sqs, 1, fifo)
    for (const MessageBody of ['a', 'b']) {
      await sqs.sendMessage({ QueueUrl: source, MessageBody, MessageGroupId: 'g1' })
    }
    await receiveOne(sqs, source, { VisibilityTimeout: 1 })
    await advance('1s')
    assert.equal((await receiveOne(sqs, source)).Body, 'b')
    const letter = await receiveOne(sqs, dead, { AttributeNames: ['All'] })
    assert.equal(letter.Body, 'a')
    assert.equal(letter.Attributes.MessageGroupId, 'g1')
    assert.equal(letter.Attributes.MessageDeduplicationId, letter.MessageId)
    assert.equal(letter.Attributes.DeadLetterQueueSourceArn, arnOf('orders.fifo'))
  },

  'dead-letter-sources': async ({ sqs }) => {
    const { source, dead } = await newPair(sqs, 1)
    assert.deepEqual((await sourcesOf(sqs, source)).urls, [])
    const urls = [source]
    for (const QueueName of ['second', 'third']) {
      urls.push((await sqs.createQueue({ QueueName, Attributes: redriveTo('dead', 1) })).QueueUrl)
    }
    assert.deepEqual((await sourcesOf(sqs, dead)).urls, urls.toSorted())
    const first = await sourcesOf(sqs, dead, { MaxResults: 2 })
    assert.equal(first.urls.length, 2)
    const rest = await sourcesOf(sqs, dead, { MaxResults: 2, NextToken: first.token })
    assert.equal(rest.token, undefined)
    assert.deepEqual([...first.urls, ...rest.urls].toSorted(), urls.toSorted())
  },
}
