import { expect, onTestFinished, test } from 'vitest'
import {
  type PeekedMessage,
  type QueueCounts,
  type SnapshotDocument,
  startTwinmq,
  type Twinmq,
  type WhyEmpty,
} from '../../src/index.ts'

const world = {
  queues: [
    { name: 'orders', messages: [{ body: 'a' }, { body: 'b', visibleIn: '5m' }] },
    { name: 'empty' },
    {
      name: 'teams.fifo',
      attributes: { FifoQueue: true },
      messages: [
        { body: 'one', group: 'team-a', inFlightFor: '30s', receives: 1 },
        { body: 'two', group: 'team-a' },
      ],
    },
    { name: 'far', account: '111111111111', region: 'eu-west-1', messages: [{ body: 'x' }] },
  ],
}

async function start(fixture: SnapshotDocument = world): Promise<Twinmq> {
  const twinmq = await startTwinmq({ fixture, now: '2026-01-01T00:00:00Z' })
  onTestFinished(() => twinmq.stop())
  return twinmq
}

test('counts tells how many messages a queue holds, by name, URL or ARN', async () => {
  const twinmq = await start()
  const counts: QueueCounts = await twinmq.counts('orders')
  expect(counts).toEqual({ ready: 1, delayed: 1, inFlight: 0 })
  for (const queue of [
    `${twinmq.url}/000000000000/orders`,
    `${twinmq.url}/queue/us-east-1/000000000000/orders`,
    'arn:aws:sqs:us-east-1:000000000000:orders',
    `${twinmq.url}/queues/orders`,
    'acs:mns:us-east-1:000000000000:queues/orders',
  ])
    expect(await twinmq.counts(queue)).toEqual(counts)
})

test('peek shows messages, oldest first, and touches nothing', async () => {
  const twinmq = await start()
  const before = await twinmq.snapshot()
  const messages: readonly PeekedMessage[] = await twinmq.peek('orders')
  expect(messages).toMatchObject([
    { body: 'a', state: 'ready', priority: 8, receiveCount: 0, sentAt: '2026-01-01T00:00:00.000Z' },
    { body: 'b', state: 'delayed', visibleAt: '2026-01-01T00:05:00.000Z' },
  ])
  expect(await twinmq.peek('orders', { limit: 1 })).toEqual([messages[0]])
  expect(await twinmq.snapshot()).toEqual(before)
  await twinmq.clock.advance('5m')
  expect((await twinmq.peek('orders')).map(({ state }) => state)).toEqual(['ready', 'ready'])
})

test('peek shows all there are, and what those of a locked group wait for', async () => {
  const many = Array.from({ length: 150 }, (_, at) => ({ body: `${at}` }))
  const twinmq = await start({ queues: [...world.queues, { name: 'many', messages: many }] })
  expect(await twinmq.peek('many')).toHaveLength(150)
  const [holder, waiting] = await twinmq.peek('teams.fifo')
  expect([holder?.lockedBy, waiting?.lockedBy]).toEqual([undefined, holder?.messageId])
})

test('whyEmpty gives all reasons in a line and each by itself, and nothing where a message is ready', async () => {
  const twinmq = await start()
  expect(await twinmq.whyEmpty('orders')).toBeUndefined()
  const why: WhyEmpty | undefined = await twinmq.whyEmpty('empty')
  expect(why).toEqual({
    message: 'nothing can be received from empty now: it holds no messages',
    reasons: [{ kind: 'noMessages', message: 'it holds no messages' }],
  })
  expect((await twinmq.whyEmpty('teams.fifo'))?.reasons.map(({ kind }) => kind)).toEqual(['inFlight', 'groupsLocked'])
})

test('a place says where a bare name lives; an account has its own, and sees others that it names', async () => {
  const twinmq = await start()
  const far = { account: '111111111111', region: 'eu-west-1' }
  expect(await twinmq.counts('far', far)).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
  expect(await twinmq.peek('far', { ...far, limit: 5 })).toHaveLength(1)
  expect(await twinmq.whyEmpty('far', far)).toBeUndefined()
  const own = twinmq.newAccount({ region: 'eu-west-1' })
  await twinmq.load({
    queues: [{ name: 'mine', account: own.account, region: 'eu-west-1', messages: [{ body: 'x' }] }],
  })
  expect(await own.counts('mine')).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
  expect(await own.peek('mine', { region: undefined })).toHaveLength(1)
  await expect(own.whyEmpty('mine', { region: 'us-east-1' })).rejects.toMatchObject({ code: 'queueNotFound' })
  await expect(twinmq.counts('mine')).rejects.toMatchObject({ code: 'queueNotFound' })
})

test('a queue that is not there is an error that says what may be meant', async () => {
  const twinmq = await start()
  const message = 'there is no queue ordres in account 000000000000, region us-east-1; did you mean orders?'
  for (const look of [twinmq.counts('ordres'), twinmq.peek('ordres'), twinmq.whyEmpty('ordres')])
    await expect(look).rejects.toMatchObject({ name: 'TwinmqError', code: 'queueNotFound', message })
})

test.each([
  [['', {}], 'queue: a name, URL or ARN is expected, not ""'],
  [[7, {}], 'queue: a name, URL or ARN is expected, not 7'],
  [[undefined, {}], 'queue: a name, URL or ARN is expected, not undefined'],
  [['orders', { account: '7' }], 'account: 12 to 16 digits in a text are expected, not "7"'],
  [['orders', { account: 123456789012 }], 'account: 12 to 16 digits in a text are expected, not 123456789012'],
  [['orders', { region: 'Frankfurt' }], 'region: one such as \'eu-west-1\' is expected, not "Frankfurt"'],
  [['orders', { limit: 0 }], 'limit: a whole number of at least 1 is expected, not 0'],
  [['orders', { limit: '5' }], 'limit: a whole number of at least 1 is expected, not "5"'],
])('a bad argument is said: %j', async (words, message) => {
  const twinmq = await start()
  await expect(Reflect.apply(twinmq.peek, twinmq, words)).rejects.toMatchObject({ code: 'badArgument', message })
})

test('after the stop there is nothing to look at', async () => {
  const twinmq = await start()
  await twinmq.stop()
  await expect(twinmq.counts('orders')).rejects.toMatchObject({ code: 'notRunning' })
})
