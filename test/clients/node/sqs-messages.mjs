import { strict as assert } from 'node:assert'
import { createHash } from 'node:crypto'
import { advance, nowMs } from './harness.mjs'
import { countsOf, newQueue } from './sqs-queues.mjs'

/** Attributes and their digests as AWS computed them. Source: SQS Developer Guide, calculating the MD5 message digest. */
const digests = [
  { attributes: { Foo: text('Bar') }, md5: 'ae7155c6026991b6d54b11589678bf9c' },
  {
    attributes: { timestamp: { DataType: 'Number', StringValue: '1493147359900' } },
    md5: '235c5c510d26fb653d073faed50ae77c',
  },
  {
    attributes: {
      attr1: {
        DataType: 'Binary',
        BinaryValue: Buffer.from('traceparent\x1e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01'),
      },
    },
    md5: '8cbe4db156db8a94db8b801b7addb984',
  },
  {
    attributes: { UserId: { DataType: 'Number.bigint', StringValue: '1234567890123456789012' } },
    md5: '797ab158d73dcb5242dedc4412c8e855',
  },
]

const greetings = { Hello: text('There'), General: text('Kenobi'), 'Help.Me': text('Me') }

/** What each choice of attribute names returns, with the digest of what is returned. */
const selections = [
  { names: ['All'], returned: ['General', 'Hello', 'Help.Me'], md5: '4c360f3fdafd970e05fae2f149d997f5' },
  { names: ['Hel.*'], returned: ['Hello', 'Help.Me'], md5: '83fee93c1bcd8b9a5a923ffacdc636c7' },
  { names: ['Hello', 'General'], returned: ['General', 'Hello'], md5: 'fca026605781cb4126a1e9044df24232' },
  { names: ['Help'], returned: [], md5: undefined },
]

const traceHeader = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1'

function text(value) {
  return { DataType: 'String', StringValue: value }
}

function md5(body) {
  return createHash('md5').update(body).digest('hex')
}

/** The one message that a receive finds. */
export async function receiveOne(sqs, QueueUrl, options) {
  const { Messages } = await sqs.receiveMessage({ QueueUrl, ...options })
  assert.equal(Messages?.length, 1)
  return Messages[0]
}

/** Asserts that nothing can be received. */
export async function receiveNone(sqs, QueueUrl) {
  const { Messages } = await sqs.receiveMessage({ QueueUrl })
  assert.ok(!Messages?.length, `received ${JSON.stringify(Messages)}`)
}

function sameAttribute(actual, expected) {
  assert.equal(actual.DataType, expected.DataType)
  assert.equal(actual.StringValue, expected.StringValue)
  if (expected.BinaryValue) assert.ok(Buffer.from(actual.BinaryValue).equals(expected.BinaryValue))
}

/** Scenarios about single messages for the AWS SDKs for JavaScript. */
export const messageScenarios = {
  'send-receive-delete': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    const sent = await sqs.sendMessage({ QueueUrl, MessageBody: 'message' })
    assert.equal(sent.MD5OfMessageBody, '78e731027d8fd50ed642340b7c9a63b3')
    assert.match(sent.MessageId, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const received = await receiveOne(sqs, QueueUrl)
    assert.equal(received.MessageId, sent.MessageId)
    assert.equal(received.Body, 'message')
    assert.equal(received.MD5OfBody, sent.MD5OfMessageBody)
    assert.deepEqual(Object.keys(received.Attributes ?? {}), [])
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: received.ReceiptHandle })
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 0, 0])
  },

  'message-attributes': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    for (const { attributes, md5: digest } of digests) {
      const sent = await sqs.sendMessage({ QueueUrl, MessageBody: 'a', MessageAttributes: attributes })
      assert.equal(sent.MD5OfMessageAttributes, digest)
      const received = await receiveOne(sqs, QueueUrl, { MessageAttributeNames: ['All'] })
      assert.equal(received.MD5OfMessageAttributes, digest)
      const [[name, attribute]] = Object.entries(attributes)
      assert.deepEqual(Object.keys(received.MessageAttributes), [name])
      sameAttribute(received.MessageAttributes[name], attribute)
      await sqs.deleteMessage({ QueueUrl, ReceiptHandle: received.ReceiptHandle })
    }
  },

  'attribute-selection': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a', MessageAttributes: greetings })
    for (const { names, returned, md5: digest } of selections) {
      const options = { MessageAttributeNames: names, VisibilityTimeout: 1 }
      const message = await receiveOne(sqs, QueueUrl, options)
      await advance('1s')
      assert.deepEqual(Object.keys(message.MessageAttributes ?? {}).toSorted(), returned)
      assert.equal(message.MD5OfMessageAttributes, digest)
    }
  },

  'empty-selection': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a', MessageAttributes: greetings })
    const message = await receiveOne(sqs, QueueUrl, { AttributeNames: [], MessageAttributeNames: [] })
    assert.deepEqual(Object.keys({ ...message.Attributes, ...message.MessageAttributes }), [])
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: [] })
    assert.deepEqual(Object.keys(Attributes ?? {}), [])
  },

  'system-attributes': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    const MessageSystemAttributes = { AWSTraceHeader: text(traceHeader) }
    const sent = await sqs.sendMessage({ QueueUrl, MessageBody: 'a', MessageSystemAttributes })
    assert.equal(sent.MD5OfMessageSystemAttributes, '5ae4d5d7636402d80f4eb6d213245a88')
    const { Attributes } = await receiveOne(sqs, QueueUrl, { AttributeNames: ['All'] })
    const now = String(await nowMs())
    assert.deepEqual(
      { ...Attributes },
      {
        SenderId: '000000000000',
        SentTimestamp: now,
        ApproximateReceiveCount: '1',
        ApproximateFirstReceiveTimestamp: now,
        AWSTraceHeader: traceHeader,
      },
    )
  },

  'unicode-body': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    for (const body of [
      'héllo 世界 🎉 \u{10ffff}\ufffd',
      'one\r\ntwo\rthree\n\tfour ',
      `<a b="c">'&amp;&quot;]]></a>`,
    ]) {
      const sent = await sqs.sendMessage({ QueueUrl, MessageBody: body })
      assert.equal(sent.MD5OfMessageBody, md5(body))
      const received = await receiveOne(sqs, QueueUrl)
      assert.equal(received.Body, body)
      assert.equal(received.MD5OfBody, md5(body))
    }
  },

  'large-body': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    const MessageBody = 'é'.repeat(524_288)
    await sqs.sendMessage({ QueueUrl, MessageBody })
    assert.equal((await receiveOne(sqs, QueueUrl)).Body, MessageBody)
    await refused('InvalidParameterValue', () => sqs.sendMessage({ QueueUrl, MessageBody: `${MessageBody}a` }))
  },

  'forbidden-characters': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    for (const MessageBody of ['bell \u0007', 'not a character \uffff']) {
      await refused('InvalidMessageContents', () => sqs.sendMessage({ QueueUrl, MessageBody }))
    }
    await receiveNone(sqs, QueueUrl)
  },

  'receive-limits': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    for (const MessageBody of ['a', 'b', 'c', 'd']) await sqs.sendMessage({ QueueUrl, MessageBody })
    assert.equal((await receiveOne(sqs, QueueUrl)).Body, 'a')
    const { Messages } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 2 })
    assert.deepEqual(
      Messages.map((message) => message.Body),
      ['b', 'c'],
    )
    await refused('InvalidParameterValue', () => sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 11 }))
    await refused('InvalidParameterValue', () => sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 21 }))
  },

  'receipt-handle': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    await refused('ReceiptHandleIsInvalid', () => sqs.deleteMessage({ QueueUrl, ReceiptHandle: 'garbage' }))
    const change = { QueueUrl, ReceiptHandle: 'garbage', VisibilityTimeout: 5 }
    await refused('ReceiptHandleIsInvalid', () => sqs.changeMessageVisibility(change))
  },

  'delete-again': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a' })
    const first = await receiveOne(sqs, QueueUrl, { VisibilityTimeout: 1 })
    await advance('1s')
    const second = await receiveOne(sqs, QueueUrl, { VisibilityTimeout: 1 })
    await advance('1s')
    assert.notEqual(second.ReceiptHandle, first.ReceiptHandle)
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: first.ReceiptHandle })
    await receiveNone(sqs, QueueUrl)
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: first.ReceiptHandle })
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: second.ReceiptHandle })
  },
}
