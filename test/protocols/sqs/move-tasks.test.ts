import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts'
import { type Fields, jsonProtocol, type Value } from '../../wire/sqs-protocols.ts'

const arn = (name: string): string => `arn:aws:sqs:us-east-1:000000000000:${name}`

let app: TestApp
beforeEach(() => start())
afterEach(() => app.close())

/** Starts with a queue `orders` and its dead-letter queue `dlq`. */
async function start(options: TestAppOptions = {}): Promise<void> {
  app = await startTestApp(options)
  await ask('CreateQueue', { QueueName: 'dlq' })
  const redrive = JSON.stringify({ deadLetterTargetArn: arn('dlq'), maxReceiveCount: 1 })
  await ask('CreateQueue', { QueueName: 'orders', Attributes: { RedrivePolicy: redrive } })
}

async function ask(action: string, input: Fields, key = 'test', region = 'us-east-1'): Promise<Fields> {
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/sqs/aws4_request, Signature=0`
  const said = jsonProtocol.read(await app.request(jsonProtocol.request(action, input, { authorization })))
  if ('error' in said) throw new Error(said.error.message)
  return said.output
}

async function send(queue: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 10) {
    const Entries = Array.from({ length: Math.min(10, count - sent) }, (_, index) => ({
      Id: String(index),
      MessageBody: String(sent + index),
    }))
    await ask('SendMessageBatch', { QueueUrl: queue, Entries })
  }
}

async function task(): Promise<{ readonly [name: string]: Value }> {
  const { Results } = await ask('ListMessageMoveTasks', { SourceArn: arn('dlq') })
  return (Results as readonly Fields[])[0]!
}

async function moved(): Promise<Value | undefined> {
  return (await task()).ApproximateNumberOfMessagesMoved
}

describe('the rate of a task', () => {
  test('is kept from its start on, and never drifts by rounding', async () => {
    await send('dlq', 7)
    await ask('StartMessageMoveTask', {
      SourceArn: arn('dlq'),
      DestinationArn: arn('orders'),
      MaxNumberOfMessagesPerSecond: 3,
    })
    const instants: number[] = []
    for (let ms = 1; ms <= 2_000; ms += 1) {
      const before = await moved()
      await app.clock.advance(1)
      if ((await moved()) !== before) instants.push(ms)
    }
    expect(instants).toEqual([334, 667, 1_000, 1_334, 1_667, 2_000])
    expect(await task()).toMatchObject({ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 7 })
  })

  test('without one, thousands are moved at once, in their order', async () => {
    await send('dlq', 2_500)
    await ask('StartMessageMoveTask', { SourceArn: arn('dlq'), DestinationArn: arn('orders') })
    await app.broker.settled()
    expect(await task()).toMatchObject({ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 2_500 })
    const { Messages } = await ask('ReceiveMessage', { QueueUrl: 'orders', MaxNumberOfMessages: 10 })
    expect((Messages as readonly Fields[]).map(({ Body }) => Body)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ])
  })
})

describe('what a task moves', () => {
  test('has a new message id in its destination, and no receipt of the source reaches it', async () => {
    const sent = await ask('SendMessage', { QueueUrl: 'orders', MessageBody: 'a' })
    const input = { QueueUrl: 'orders', VisibilityTimeout: 0 }
    await ask('ReceiveMessage', input)
    await ask('ReceiveMessage', input)
    const dead = (await ask('ReceiveMessage', { QueueUrl: 'dlq', VisibilityTimeout: 0 })).Messages as readonly Fields[]
    await ask('StartMessageMoveTask', { SourceArn: arn('dlq') })
    await app.broker.settled()
    await ask('DeleteMessage', { QueueUrl: 'dlq', ReceiptHandle: dead[0]!.ReceiptHandle! })
    const { Messages } = await ask('ReceiveMessage', { QueueUrl: 'orders' })
    expect(dead[0]!.MessageId).toBe(sent.MessageId)
    expect(Messages).toMatchObject([{ Body: 'a', MessageId: expect.not.stringMatching(String(sent.MessageId)) }])
  })

  test('is what can be received: in flight and delayed messages stay', async () => {
    await send('dlq', 2)
    await ask('ReceiveMessage', { QueueUrl: 'dlq' })
    await ask('SendMessage', { QueueUrl: 'dlq', MessageBody: 'late', DelaySeconds: 60 })
    await ask('StartMessageMoveTask', { SourceArn: arn('dlq'), DestinationArn: arn('orders') })
    await app.clock.advance(1)
    expect(await task()).toMatchObject({
      Status: 'COMPLETED',
      ApproximateNumberOfMessagesMoved: 1,
      ApproximateNumberOfMessagesToMove: 1,
    })
  })
})

test('in the shared namespace each is shown the ARNs of its own account and region', async () => {
  await app.close()
  await start({ namespace: 'shared' })
  const own = (name: string): string => `arn:aws:sqs:eu-west-1:222222222222:${name}`
  const input = { SourceArn: arn('dlq'), DestinationArn: own('orders'), MaxNumberOfMessagesPerSecond: 1 }
  await send('dlq', 2)
  const { TaskHandle } = await ask('StartMessageMoveTask', input, '222222222222', 'eu-west-1')
  const listed = await ask('ListMessageMoveTasks', { SourceArn: own('dlq') }, '222222222222', 'eu-west-1')
  expect(listed).toMatchObject({ Results: [{ TaskHandle, SourceArn: own('dlq'), DestinationArn: own('orders') }] })
  expect(await task()).toMatchObject({ SourceArn: arn('dlq'), DestinationArn: arn('orders') })
  expect(await ask('CancelMessageMoveTask', { TaskHandle: TaskHandle! })).toEqual({
    ApproximateNumberOfMessagesMoved: 1,
  })
})
