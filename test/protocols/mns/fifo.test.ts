import { afterEach, beforeEach, expect, test } from 'vitest'
import { bodyMd5 } from '../../../protocols/mns/digests.ts'
import { type Mns, startMns } from './client.ts'

/** The queue is made by SQS, which alone knows FIFO queues; both clouds use it. */
const name = 'orders.fifo'
const QueueUrl = `http://127.0.0.1:4566/000000000000/${name}`

type SqsMessage = {
  readonly Body: string
  readonly MessageId: string
  readonly ReceiptHandle: string
  readonly Attributes: Readonly<Record<string, string>>
}

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

async function sqs(action: string, input: object): Promise<Record<string, unknown>> {
  const headers = { 'x-amz-target': `AmazonSQS.${action}`, 'content-type': 'application/x-amz-json-1.0' }
  const { status, body } = await mns.app.request({ headers, body: JSON.stringify(input) })
  if (status !== 200) throw new Error(`${action}: ${status} ${body}`)
  return body === '' ? {} : JSON.parse(body)
}

async function sqsCreates(attributes: Readonly<Record<string, string>> = {}, queue = name): Promise<void> {
  await sqs('CreateQueue', { QueueName: queue, Attributes: { FifoQueue: 'true', ...attributes } })
}

function sqsSends(MessageBody: string, MessageGroupId: string, MessageDeduplicationId = MessageBody) {
  return sqs('SendMessage', { QueueUrl, MessageBody, MessageGroupId, MessageDeduplicationId })
}

async function sqsReceives(options: object = {}): Promise<readonly SqsMessage[]> {
  const input = { QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'], ...options }
  const { Messages = [] } = await sqs('ReceiveMessage', input)
  return Messages as readonly SqsMessage[]
}

async function mnsReceives(): Promise<readonly string[]> {
  return (await mns.receive(name, '?numOfMessages=16')).texts('MessageBody')
}

const group = (id: string) => `<MessageGroupId>${id}</MessageGroupId>`

test('messages of both clouds stand in one order within a group', async () => {
  await sqsCreates()
  await sqsSends('one', 'g')
  expect((await mns.send(name, 'two', group('g'))).status).toBe(201)
  await sqsSends('three', 'g')
  expect((await sqsReceives()).map(({ Body }) => Body)).toEqual(['one', 'two', 'three'])
})

test('a message of MNS without a group is in the group "mns"', async () => {
  await sqsCreates()
  expect((await mns.send(name, 'a')).status).toBe(201)
  expect((await mns.send(name, 'b', group(''))).status).toBe(201)
  expect((await mns.send(name, 'c', group('own'))).status).toBe(201)
  const received = await sqsReceives()
  expect(received.map(({ Body, Attributes }) => [Body, Attributes.MessageGroupId])).toEqual([
    ['a', 'mns'],
    ['b', 'mns'],
    ['c', 'own'],
  ])
})

test('on a standard queue a message of MNS has no group but its own', async () => {
  await mns.create('orders')
  await mns.send('orders', 'a')
  expect((await mns.receive('orders')).text('MessageGroupId')).toBe('')
})

test('a group in flight in one cloud is locked for the other', async () => {
  await sqsCreates()
  await sqsSends('one', 'g')
  await sqsSends('two', 'g')
  await sqsSends('other', 'h')
  const received = await mns.receive(name)
  expect(received.text('MessageBody')).toBe('one')
  const [other, ...none] = await sqsReceives()
  expect([other?.Body, none]).toEqual(['other', []])
  expect((await mns.receive(name)).text('Code')).toBe('MessageNotExist')
  expect((await mns.delete(name, received.text('ReceiptHandle'))).status).toBe(204)
  expect((await sqsReceives()).map(({ Body }) => Body)).toEqual(['two'])
})

test('a delete over SQS frees the group for a long poll over MNS', async () => {
  await sqsCreates()
  await sqsSends('one', 'g')
  await sqsSends('two', 'g')
  const [one] = await sqsReceives({ MaxNumberOfMessages: 1 })
  const { reply } = mns.open(`GET /queues/${name}/messages?waitseconds=20`)
  await sqs('DeleteMessage', { QueueUrl, ReceiptHandle: one!.ReceiptHandle })
  expect((await reply).text('MessageBody')).toBe('two')
})

test('a change of visibility over MNS makes the first of a group ready again, and nothing before it passes', async () => {
  await sqsCreates()
  await sqsSends('one', 'g')
  await sqsSends('two', 'g')
  const { text } = await mns.receive(name)
  expect((await mns.change(name, text('ReceiptHandle'), 1)).status).toBe(200)
  expect(await sqsReceives()).toEqual([])
  await mns.app.clock.advance(1_000)
  expect((await sqsReceives()).map(({ Body }) => Body)).toEqual(['one', 'two'])
})

test('a batch receive over MNS takes a group in order', async () => {
  await sqsCreates()
  for (const body of ['one', 'two', 'three']) await sqsSends(body, 'g')
  expect(await mnsReceives()).toEqual(['one', 'two', 'three'])
})

test('with deduplication by content a body is taken once in five minutes, whichever cloud sends it', async () => {
  await sqsCreates({ ContentBasedDeduplication: 'true' })
  const { MessageId } = await sqs('SendMessage', { QueueUrl, MessageBody: 'same', MessageGroupId: 'g' })
  const { status, text } = await mns.send(name, 'same', group('h'))
  expect(status).toBe(201)
  expect(text('MessageId')).toBe(String(MessageId).replaceAll('-', '').toUpperCase())
  expect(text('MessageBodyMD5')).toBe(bodyMd5('same'))
  expect(await mnsReceives()).toEqual(['same'])
  await mns.app.clock.advance(299_999)
  expect((await mns.send(name, 'same')).text('MessageId')).toBe(text('MessageId'))
  await mns.app.clock.advance(1)
  expect((await mns.send(name, 'same')).text('MessageId')).not.toBe(text('MessageId'))
})

test('without deduplication by content every message of MNS is one of its own', async () => {
  await sqsCreates()
  const first = await mns.send(name, 'same')
  const second = await mns.send(name, 'same')
  expect(second.text('MessageId')).not.toBe(first.text('MessageId'))
  expect(await mnsReceives()).toEqual(['same', 'same'])
})

test('an id that SQS named counts as the content that has it, and the answer has the MD5 of the body sent now', async () => {
  await sqsCreates({ ContentBasedDeduplication: 'true' })
  const contentOfB = '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d'
  const { MessageId } = await sqsSends('a', 'g', contentOfB)
  const { text } = await mns.send(name, 'b')
  expect(text('MessageId')).toBe(String(MessageId).replaceAll('-', '').toUpperCase())
  expect(text('MessageBodyMD5')).toBe(bodyMd5('b'))
  expect(await mnsReceives()).toEqual(['a'])
})

test('a batch send over MNS is deduplicated message by message, and answers for each', async () => {
  await sqsCreates({ ContentBasedDeduplication: 'true' })
  const messages = ['a', 'b', 'a'].map((body) => `<Message><MessageBody>${body}</MessageBody></Message>`)
  const sent = await mns.call(`POST /queues/${name}/messages`, `<Messages>${messages.join('')}</Messages>`)
  expect(sent.status).toBe(201)
  const [a, b, again] = sent.texts('MessageId')
  expect([again, b === a]).toEqual([a, false])
  expect(sent.texts('MessageBodyMD5')).toEqual(['a', 'b', 'a'].map(bodyMd5))
  expect(await mnsReceives()).toEqual(['a', 'b'])
})

test('a delay of its own is passed over on a FIFO queue, that of the queue is kept', async () => {
  await sqsCreates({ DelaySeconds: '5' })
  const sent = await mns.send(name, 'a', '<DelaySeconds>60</DelaySeconds>')
  expect(sent.status).toBe(201)
  expect(await mnsReceives()).toEqual([])
  await mns.app.clock.advance(4_999)
  expect(await mnsReceives()).toEqual([])
  await mns.app.clock.advance(1)
  expect(await mnsReceives()).toEqual(['a'])
})

test('the receipt of a delayed send deletes the message', async () => {
  await sqsCreates({ DelaySeconds: '5' })
  const { text } = await mns.send(name, 'a')
  expect((await mns.delete(name, text('ReceiptHandle'))).status).toBe(204)
  await mns.app.clock.advance(5_000)
  expect(await mnsReceives()).toEqual([])
})

test('priority does not count on a FIFO queue', async () => {
  await sqsCreates()
  await mns.send(name, 'first', '<Priority>16</Priority>')
  await mns.send(name, 'second', '<Priority>1</Priority>')
  expect(await mnsReceives()).toEqual(['first', 'second'])
})

test('receives over MNS count for the dead-letter queue, and a dead letter is received with the id it had', async () => {
  await sqsCreates({}, 'dlq.fifo')
  const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:000000000000:dlq.fifo'
  await sqsCreates({
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 }),
    VisibilityTimeout: '1',
  })
  await sqsSends('spent', 'g')
  await sqsSends('next', 'g')
  const first = await mns.receive(name)
  await mns.app.clock.advance(1_000)
  expect((await mns.receive(name)).text('MessageBody')).toBe('next')
  const letter = await mns.receive('dlq.fifo')
  expect(letter.text('MessageId')).toBe(first.text('MessageId'))
  expect([letter.text('DequeueCount'), letter.text('MessageGroupId')]).toEqual(['2', 'g'])
  expect(letter.text('FirstDequeueTime')).toBe(first.text('FirstDequeueTime'))
  expect(letter.texts('Name')).toEqual(['DLQMessageType', 'DLQSourceArn', 'DLQOriginMessageId'])
  expect(letter.texts('Value')).toEqual([
    'DLQ',
    `acs:mns:us-east-1:000000000000:queues/${name}`,
    letter.text('MessageId'),
  ])
  expect((await mns.delete(name, first.text('ReceiptHandle'))).text('Code')).toBe('MessageNotExist')
  expect((await mns.delete('dlq.fifo', letter.text('ReceiptHandle'))).status).toBe(204)
})

test('SQS sets and shows the attributes of a FIFO queue that MNS made under a name of its own', async () => {
  const made = await mns.create('plain', '<QueueType>fifo</QueueType>')
  expect(made.status).toBe(201)
  const url = 'http://127.0.0.1:4566/000000000000/plain'
  const attributes = {
    FifoQueue: 'true',
    ContentBasedDeduplication: 'true',
    DeduplicationScope: 'messageGroup',
    FifoThroughputLimit: 'perMessageGroupId',
  }
  await sqs('SetQueueAttributes', { QueueUrl: url, Attributes: attributes })
  const asked = { QueueUrl: url, AttributeNames: Object.keys(attributes) }
  expect(await sqs('GetQueueAttributes', asked)).toEqual({ Attributes: attributes })
  await expect(sqs('SetQueueAttributes', { QueueUrl: url, Attributes: { FifoQueue: 'false' } })).rejects.toThrow(
    'Modifying queue type is not supported.',
  )
  const bad = { DeduplicationScope: 'neither', DelaySeconds: '1' }
  await expect(sqs('SetQueueAttributes', { QueueUrl: url, Attributes: bad })).rejects.toThrow(
    'Invalid value for the parameter DeduplicationScope.',
  )

  const sent = await sqs('SendMessage', { QueueUrl: url, MessageBody: 'x', MessageGroupId: 'g' })
  expect(sent.SequenceNumber).toBe('18849496460467696128')
  const [received] = await sqsReceives({ QueueUrl: url })
  expect(received!.Attributes).toMatchObject({ SequenceNumber: sent.SequenceNumber, MessageGroupId: 'g' })
})
