import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { mnsCall } from '../support/http.ts'

const start = '2026-01-01T00:00:00.000Z'

async function twinmqWith(attributes: Record<string, string> = {}) {
  const twinmq = await TestEmulator.start()
  const QueueUrl = await twinmq.queue('orders', attributes)
  const send = (MessageBody: string, more: object = {}) => twinmq.sqs('SendMessage', { QueueUrl, MessageBody, ...more })
  return { twinmq, QueueUrl, send }
}

test('a message is shown with all that is known of it', async () => {
  const { twinmq, QueueUrl, send } = await twinmqWith({ MessageRetentionPeriod: '3600' })
  const MessageAttributes = {
    kind: { DataType: 'Number.int', StringValue: '7' },
    plain: { DataType: 'String', StringValue: 'x' },
  }
  const sent = await send('hello', { MessageAttributes, MessageGroupId: 'g' })
  await twinmq.emulator.clock.advance(1_500)
  await twinmq.sqs('ReceiveMessage', { QueueUrl, VisibilityTimeout: 60 })
  expect(await twinmq.show('/messages?queue=orders')).toEqual({
    queue: 'orders',
    account: '000000000000',
    region: 'us-east-1',
    counts: { ready: 0, delayed: 0, inFlight: 1 },
    messages: [
      {
        messageId: Object(sent).MessageId,
        sequence: 1,
        state: 'inFlight',
        body: 'hello',
        attributes: { kind: { type: 'Number.int', value: '7' }, plain: { type: 'String', value: 'x' } },
        groupId: 'g',
        priority: 8,
        sentAt: start,
        visibleAt: '2026-01-01T00:01:01.500Z',
        receiveCount: 1,
        firstReceivedAt: '2026-01-01T00:00:01.500Z',
        expiresAt: '2026-01-01T01:00:00.000Z',
      },
    ],
  })
})

test('what a message does not have is left out', async () => {
  const { twinmq, send } = await twinmqWith()
  await send('plain')
  expect(await twinmq.show('/messages?queue=orders')).toMatchObject({
    messages: [
      {
        messageId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        state: 'ready',
        receiveCount: 0,
        expiresAt: '2026-01-05T00:00:00.000Z',
      },
    ],
  })
  const [message] = Object(await twinmq.show('/messages?queue=orders')).messages
  for (const absent of ['attributes', 'groupId', 'deduplicationId', 'firstReceivedAt'])
    expect(message).not.toHaveProperty(absent)
})

test('messages of MNS are shown with their priority and properties', async () => {
  const { twinmq } = await twinmqWith()
  const property = '<PropertyValue><Name>__proto__</Name><Value>v</Value><Type>STRING</Type></PropertyValue>'
  const body = `<Message><MessageBody>m</MessageBody><Priority>3</Priority><UserProperties>${property}</UserProperties></Message>`
  expect((await twinmq.ask(mnsCall('POST', '/queues/orders/messages', body))).status).toBe(201)
  const answer = await twinmq.ask({ path: '/_twinmq/messages?queue=orders' })
  expect(JSON.parse(answer.body).messages[0]).toMatchObject({ body: 'm', priority: 3 })
  expect(answer.body).toContain('"attributes":{"__proto__":{"type":"String","value":"v"}}')
})

test('messages of a FIFO queue are shown with group and deduplication id, locked ones as ready', async () => {
  const twinmq = await TestEmulator.start()
  const QueueUrl = await twinmq.queue('orders.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' })
  const send = (MessageBody: string, more: object = {}) =>
    twinmq.sqs('SendMessage', { QueueUrl, MessageBody, MessageGroupId: 'g', ...more })
  await send('a')
  await send('b', { MessageDeduplicationId: 'second' })
  await twinmq.sqs('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 1 })
  expect(await twinmq.show('/messages?queue=orders.fifo')).toMatchObject({
    counts: { ready: 1, delayed: 0, inFlight: 1 },
    messages: [
      {
        body: 'a',
        state: 'inFlight',
        groupId: 'g',
        deduplicationId: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
      },
      { body: 'b', state: 'ready', groupId: 'g', deduplicationId: 'second' },
    ],
  })
  const [first, second] = Object(await twinmq.show('/messages?queue=orders.fifo')).messages
  expect([first.lockedBy, second.lockedBy]).toEqual([undefined, first.messageId])
  const page = Object(await twinmq.show('/messages?queue=orders.fifo&limit=1&after=1')).messages
  expect(page).toMatchObject([{ body: 'b', lockedBy: first.messageId }])
  expect(await twinmq.sqs('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 1 })).toEqual({})
})

test('a message of a FIFO queue before the hidden one of its group is not locked, and one of another group is not', async () => {
  const twinmq = await TestEmulator.start()
  const QueueUrl = await twinmq.queue('orders.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' })
  for (const [MessageBody, MessageGroupId] of ['a1 a', 'a2 a', 'a3 a', 'b1 b'].map((text) => text.split(' ')))
    await twinmq.sqs('SendMessage', { QueueUrl, MessageBody, MessageGroupId })
  const received = await twinmq.sqs('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 2 })
  const { ReceiptHandle, MessageId } = Object(received).Messages[0]
  const { MessageId: hidden } = Object(received).Messages[1]
  await twinmq.sqs('ChangeMessageVisibility', { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 })
  const { messages } = Object(await twinmq.show('/messages?queue=orders.fifo'))
  expect(messages.map(({ state, lockedBy }: Record<string, string>) => [state, lockedBy])).toEqual([
    ['ready', undefined],
    ['inFlight', undefined],
    ['ready', hidden],
    ['ready', undefined],
  ])
  expect(messages[0].messageId).toBe(MessageId)
})

test('showing messages touches nothing', async () => {
  const { twinmq, send } = await twinmqWith()
  await send('a')
  const first = await twinmq.show('/messages?queue=orders')
  expect(await twinmq.show('/messages?queue=orders')).toEqual(first)
})

test('messages come oldest first, whatever their state, in pages that follow each other', async () => {
  const { twinmq, QueueUrl, send } = await twinmqWith()
  for (const body of ['a', 'b', 'c', 'd', 'e']) await send(body, { DelaySeconds: body === 'b' ? 5 : 0 })
  await twinmq.sqs('ReceiveMessage', { QueueUrl })
  const pages: string[][] = []
  let after = ''
  for (;;) {
    const page = Object(await twinmq.show(`/messages?queue=orders&limit=2${after}`))
    pages.push(page.messages.map(({ body, state }: { body: string; state: string }) => `${body} ${state}`))
    if (page.next === undefined) break
    after = `&after=${page.next}`
  }
  expect(pages).toEqual([['a inFlight', 'b delayed'], ['c ready', 'd ready'], ['e ready']])
})

test('without a limit a page holds a hundred', async () => {
  const { twinmq, QueueUrl } = await twinmqWith()
  const Entries = Array.from({ length: 10 }, (_, index) => ({ Id: String(index), MessageBody: 'm' }))
  for (let batch = 0; batch < 11; batch++) await twinmq.sqs('SendMessageBatch', { QueueUrl, Entries })
  const page = Object(await twinmq.show('/messages?queue=orders'))
  expect(page.messages).toHaveLength(100)
  const rest = Object(await twinmq.show(`/messages?queue=orders&after=${page.next}`))
  expect(rest.messages).toHaveLength(10)
  expect(rest).not.toHaveProperty('next')
})

test('account and region say which queue of that name', async () => {
  const { twinmq } = await twinmqWith()
  const put = mnsCall('PUT', '/queues/orders')
  await twinmq.ask({ ...put, headers: { ...put.headers, Host: '1234567890123456.mns.cn-hangzhou.aliyuncs.com' } })
  const place = { account: '1234567890123456', region: 'cn-hangzhou' }
  const query = `queue=orders&account=${place.account}&region=${place.region}`
  expect(await twinmq.show(`/messages?${query}`)).toMatchObject(place)
})

for (const [query, path] of [
  ['', 'queue'],
  ['queue=', 'queue'],
  ['queue=orders&limit=0', 'limit'],
  ['queue=orders&limit=10001', 'limit'],
  ['queue=orders&limit=many', 'limit'],
  ['queue=orders&limit=1.5', 'limit'],
  ['queue=orders&after=x', 'after'],
  ['queue=orders&after=-1', 'after'],
] as const)
  test(`?${query} is refused with the name of what is wrong`, async () => {
    const { twinmq } = await twinmqWith()
    const refused = await twinmq.ask({ path: `/_twinmq/messages?${query}` })
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.body)).toEqual({ error: expect.any(String), message: expect.any(String), path })
  })

for (const query of ['queue=nowhere', 'queue=orders&region=eu-west-1', 'queue=__proto__'])
  test(`?${query} is not there`, async () => {
    const { twinmq } = await twinmqWith()
    const refused = await twinmq.ask({ path: `/_twinmq/messages?${query}` })
    expect(refused.status).toBe(404)
    expect(JSON.parse(refused.body)).toMatchObject({ error: 'queueNotFound', path: 'queue' })
  })
