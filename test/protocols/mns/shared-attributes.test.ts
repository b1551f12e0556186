import { afterEach, beforeEach, expect, test } from 'vitest'
import { bodyMd5 } from '../../../protocols/mns/digests.ts'
import { type Mns, startMns } from './client.ts'

/** An attribute of a message in the words of SQS. */
type Attribute = { readonly DataType: string; readonly StringValue?: string; readonly BinaryValue?: string }

type SqsMessage = {
  readonly MessageId: string
  readonly ReceiptHandle: string
  readonly MD5OfBody: string
  readonly MD5OfMessageAttributes?: string
  readonly MessageAttributes?: Readonly<Record<string, Attribute>>
}

const QueueUrl = 'http://127.0.0.1:4566/000000000000/orders'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
})
afterEach(() => mns.app.close())

async function sqs(action: string, input: object): Promise<Record<string, unknown>> {
  const headers = { 'x-amz-target': `AmazonSQS.${action}`, 'content-type': 'application/x-amz-json-1.0' }
  const { status, body } = await mns.app.request({ headers, body: JSON.stringify({ QueueUrl, ...input }) })
  expect(status, body).toBe(200)
  return body === '' ? {} : JSON.parse(body)
}

async function sqsReceive(): Promise<SqsMessage> {
  const { Messages } = await sqs('ReceiveMessage', { MessageAttributeNames: ['All'], VisibilityTimeout: 0 })
  return (Messages as readonly SqsMessage[])[0]!
}

const property = ([name, type, value]: readonly string[]) =>
  `<PropertyValue><Name>${name}</Name><Value>${value}</Value><Type>${type}</Type></PropertyValue>`
const properties = [
  ['text', 'STRING', 'é &lt;'],
  ['number', 'NUMBER', '1.50'],
  ['bytes', 'BINARY', 'AAEC'],
  ['flag', 'BOOLEAN', 'True'],
] as const
const userProperties = `<UserProperties>${properties.map(property).join('')}</UserProperties>`

const attributes: Readonly<Record<string, Attribute>> = {
  text: { DataType: 'String', StringValue: 'é <' },
  number: { DataType: 'Number', StringValue: '1.50' },
  bytes: { DataType: 'Binary', BinaryValue: 'AAEC' },
  flag: { DataType: 'String', StringValue: 'True' },
}

test('user properties of MNS are message attributes of SQS, under the digest SQS would have given them', async () => {
  const sent = await mns.send('orders', 'body', userProperties)
  const received = await sqsReceive()
  expect(received.MessageAttributes).toEqual(attributes)
  expect(received.MD5OfBody).toBe('841a2d689ad86bd1611447453c22c6fc')
  expect([sent.text('MessageBodyMD5'), bodyMd5('body')]).toEqual([
    '841A2D689AD86BD1611447453C22C6FC',
    '841A2D689AD86BD1611447453C22C6FC',
  ])
  expect(received.MessageId.replaceAll('-', '').toUpperCase()).toBe(sent.text('MessageId'))
  const { MD5OfMessageAttributes } = await sqs('SendMessage', { MessageBody: 'body', MessageAttributes: attributes })
  expect(received.MD5OfMessageAttributes).toBe(MD5OfMessageAttributes)
})

test('types that SQS does not know come back to MNS, in their order, after SQS looked', async () => {
  await mns.send('orders', 'body', userProperties)
  await sqsReceive()
  const { texts } = await mns.receive('orders')
  expect(texts('Name')).toEqual(properties.map(([name]) => name))
  expect(texts('Type')).toEqual(properties.map(([, type]) => type))
  expect(texts('Value')).toEqual(['é <', '1.50', 'AAEC', 'True'])
})

test('message attributes of SQS are user properties of MNS by their base type, and keep their labels for SQS', async () => {
  const labelled: Readonly<Record<string, Attribute>> = {
    bytes: { DataType: 'Binary.png', BinaryValue: 'AAEC' },
    number: { DataType: 'Number.int', StringValue: '7' },
    text: { DataType: 'String.name', StringValue: 'é' },
  }
  const sent = await sqs('SendMessage', { MessageBody: 'body', MessageAttributes: labelled })
  const { texts, text } = await mns.receive('orders')
  expect(texts('Name')).toEqual(['bytes', 'number', 'text'])
  expect(texts('Type')).toEqual(['BINARY', 'NUMBER', 'STRING'])
  expect(texts('Value')).toEqual(['AAEC', '7', 'é'])
  expect(text('MessageBodyMD5')).toBe(String(sent.MD5OfMessageBody).toUpperCase())
  await mns.change('orders', text('ReceiptHandle'), 1)
  await mns.app.clock.advance(1_000)
  const again = await sqsReceive()
  expect(again.MessageAttributes).toEqual(labelled)
  expect(again.MD5OfMessageAttributes).toBe(sent.MD5OfMessageAttributes)
})

test('a priority of MNS is kept while SQS has the message, and goes before it', async () => {
  await sqs('SendMessage', { MessageBody: 'plain' })
  await mns.send('orders', 'urgent', '<Priority>2</Priority>')
  const { Messages } = await sqs('ReceiveMessage', { VisibilityTimeout: 0 })
  expect((Messages as readonly { Body: string }[])[0]!.Body).toBe('urgent')
  const again = await mns.receive('orders')
  expect([again.text('MessageBody'), again.text('Priority')]).toEqual(['urgent', '2'])
  expect((await mns.receive('orders')).text('Priority')).toBe('8')
})

test('what a topic publishes has the same attributes for both clouds', async () => {
  await mns.call('PUT /topics/news')
  await mns.call(
    'PUT /topics/news/subscriptions/s',
    '<Subscription><Endpoint>acs:mns:us-east-1:127:queues/orders</Endpoint><NotifyContentFormat>SIMPLIFIED</NotifyContentFormat></Subscription>',
  )
  await mns.call('POST /topics/news/messages', `<Message><MessageBody>body</MessageBody>${userProperties}</Message>`)
  const received = await sqsReceive()
  expect(received.MessageAttributes).toEqual(attributes)
  expect((await mns.receive('orders')).texts('Type')).toEqual(properties.map(([, type]) => type))
})
