import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contentId } from '../../src/core/rules/deduplication.ts'
import type { Queue, State } from '../../src/core/state.ts'
import { messagesOf, plainState, stateText } from '../store/plain-state.ts'
import { contextAt, readText } from '../store/read-text.ts'

const nowMs = Date.UTC(2026, 10, 30, 12)
const here = { account: '000000000000', region: 'us-east-1' }
const there = { account: '1234567890123456', region: 'cn-hangzhou' }
const example = readFileSync(new URL('../../fixtures/snapshots/by-hand.json', import.meta.url), 'utf8')

async function stateOf(document: string | object): Promise<State> {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  return (await readText(text, contextAt(nowMs))).snapshot.state
}

async function queueOf(queue: object): Promise<Queue> {
  const state = await stateOf({ queues: [{ name: 'orders', ...queue }, { name: 'dlq' }] })
  return [...state.queues.values()][0]!
}

async function messageOf(message: object) {
  return messagesOf(await queueOf({ messages: [message] }))[0]!
}

describe('a document that people write', () => {
  test('needs no more than names', async () => {
    const { snapshot, completed, madeIds, notices, savedAtMs } = await readText(
      '{"queues":[{"name":"orders"}],"topics":[{"name":"news"}]}',
      contextAt(nowMs),
    )
    const { state } = snapshot
    expect(plainState(state)).toMatchObject({
      changedAtMs: nowMs,
      queues: [{ id: 1, address: { ...here, name: 'orders' }, settings: [], createdAtMs: nowMs, messages: [] }],
      topics: [{ id: 2, address: { ...here, name: 'news' }, createdAtMs: nowMs }],
    })
    expect([state.sequence, snapshot.journalFrom]).toEqual([2, 3])
    expect([completed, madeIds.size, notices.length, savedAtMs]).toEqual([true, 0, 0, undefined])
  })

  test('gives the same state each time, and other ids where a command comes after', async () => {
    const [first, second] = await Promise.all([stateOf(example), stateOf(example)])
    expect(stateText(first)).toBe(stateText(second))
    const ids = [...first.queues.values()].flatMap((queue) => messagesOf(queue).map(({ id }) => id))
    expect(new Set(ids).size).toBe(10)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  })

  test('makes ids of the chance of a number that no later command has', async () => {
    const streams: number[] = []
    const context = contextAt(nowMs, {
      random: (stream) => {
        streams.push(stream)
        return { next: () => 7, drawn: true }
      },
    })
    const text = '{"sequence":9,"origin":4,"queues":[{"name":"a","messages":[{"body":"x"}]},{"name":"b","id":20}]}'
    const { state } = (await readText(text, context)).snapshot
    const ids = [...state.queues.values()].map(({ id }) => id)
    expect(ids).toEqual([21, 20])
    expect(streams).toEqual([22])
    expect(state.sequence - state.origin).toBe(22)
  })

  test('has queues by the names of either cloud', async () => {
    const { settings } = await queueOf({
      attributes: {
        VisibilityTimeout: '45s',
        PollingWaitSeconds: '20',
        MessageRetentionPeriod: '4d',
        DelaySeconds: '1m30s',
        LoggingEnabled: 'True',
        Policy: { Statement: [] },
        DlqPolicy: { DeadLetterTargetQueue: 'dlq', MaxReceiveCount: '3' },
      },
    })
    expect(settings).toEqual({
      visibilityTimeoutMs: 45_000,
      receiveWaitMs: 20_000,
      retentionMs: 345_600_000,
      delayMs: 90_000,
      loggingEnabled: true,
      policy: '{"Statement":[]}',
      redrive: { deadLetterQueue: { ...here, name: 'dlq' }, maxReceives: 3 },
    })
  })

  test('is encrypted by its key alone, as a queue that is created with one', async () => {
    const { settings } = await queueOf({ attributes: { KmsMasterKeyId: 'alias/k' } })
    expect(settings).toEqual({ kmsMasterKeyId: 'alias/k', managedEncryption: false })
  })

  test.each([
    [{ deadLetterQueue: 'dlq', maxReceiveCount: 3 }],
    ['{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:dlq","maxReceiveCount":"3"}'],
    [{ deadLetterTargetArn: 'arn:aws-cn:sqs:us-east-1:000000000000:dlq', maxReceiveCount: 3 }],
    [{ deadLetterTargetArn: 'acs:mns:us-east-1:000000000000:queues/dlq', maxReceiveCount: 3 }],
    [{ deadLetterQueue: { name: 'dlq' }, maxReceiveCount: 3 }],
    [{ Enabled: 'true', DeadLetterTargetQueue: 'dlq', MaxReceiveCount: 3 }],
  ])('names a dead-letter queue in any form: %j', async (RedrivePolicy) => {
    const { settings } = await queueOf({ attributes: { RedrivePolicy } })
    expect(settings.redrive).toEqual({ deadLetterQueue: { ...here, name: 'dlq' }, maxReceives: 3 })
  })

  test('may switch redrive off as MNS does', async () => {
    expect((await queueOf({ attributes: { DlqPolicy: { Enabled: false } } })).settings).toEqual({})
  })

  test('may let in sources that are not there', async () => {
    const RedriveAllowPolicy = { redrivePermission: 'byQueue', sourceQueues: ['later'] }
    const { settings } = await queueOf({ attributes: { RedriveAllowPolicy } })
    expect(settings.redriveAllow?.sources).toEqual([{ ...here, name: 'later' }])
  })
})

describe('a message that people write', () => {
  test.each([
    [{ body: 'plain' }, 'plain'],
    [{ json: { order: 7, tags: ['a'] } }, '{"order":7,"tags":["a"]}'],
    [{ json: null }, 'null'],
    [{ base64: 'Z3LDvMOfZQ==' }, 'grüße'],
  ])('has its body in one of three forms: %j', async (message, body) => {
    expect((await messageOf(message)).body).toBe(body)
  })

  test('has attributes in full or in short', async () => {
    const attributes = { a: 'x', n: 7, b: true, c: { type: 'String.x', value: 'y' } }
    expect((await messageOf({ body: 'x', attributes })).attributes).toEqual([
      { name: 'a', type: 'String', value: 'x' },
      { name: 'n', type: 'Number', value: '7' },
      { name: 'b', type: 'String', value: 'true', boolean: true },
      { name: 'c', type: 'String', label: 'x', value: 'y' },
    ])
  })

  test('may leave out the padding of bytes, as senders may', async () => {
    const typed = (value: string) => ({ type: 'Binary', value })
    const { attributes } = await messageOf({
      body: 'x',
      attributes: { a: typed('123'), b: typed('AA=='), c: typed('AB') },
    })
    expect(attributes?.map(({ value }) => value)).toEqual(['123/', 'AA==', 'AB//'])
  })

  test('is of the present, and ready', async () => {
    const message = await messageOf({ body: 'x' })
    expect(message).toMatchObject({ sequence: 1, sentAtMs: nowMs, visibleAtMs: nowMs, senderId: here.account })
    expect(message).not.toHaveProperty('receiveCount')
  })

  test.each([
    ['-5m', -300_000],
    ['-1h30m', -5_400_000],
    ['-0s', 0],
    ['now', 0],
    ['-1.5s', -1_500],
    ['2026-11-30T13:00:00+01:00', 0],
    ['2026-11-30T11:59:59.5Z', -500],
    ['2026-11-30', -43_200_000],
    [nowMs - 1, -1],
  ])('was sent at %s', async (sent, offsetMs) => {
    expect((await messageOf({ body: 'x', sent })).sentAtMs - nowMs).toBe(offsetMs)
  })

  test('is delayed for as long as it says', async () => {
    const queue = await queueOf({ messages: [{ body: 'x', sent: '-1m', visibleIn: '30s' }] })
    expect(queue.messages.counts).toEqual({ ready: 0, delayed: 1, inFlight: 0 })
    expect(queue.messages.nextVisibleAtMs).toBe(nowMs + 30_000)
  })

  test.each([
    [{ inFlightFor: '20s' }, 1, 0],
    [{ inFlightFor: '20s', receives: 2 }, 2, -60_000],
    [{ visibleIn: '20s', receives: 2 }, 2, -60_000],
    [{ inFlightFor: '20s', receivedAt: '-10s' }, 1, -10_000],
  ])('is in flight: %j', async (words, receiveCount, firstMs) => {
    const queue = await queueOf({ messages: [{ body: 'x', sent: '-1m', ...words }] })
    expect(queue.messages.counts).toEqual({ ready: 0, delayed: 0, inFlight: 1 })
    expect(messagesOf(queue)[0]).toMatchObject({
      visibleAtMs: nowMs + 20_000,
      receiveCount,
      delivery: receiveCount,
      firstReceivedAtMs: nowMs + firstMs,
    })
  })

  test('was first received when it was sent, and is ready again', async () => {
    const queue = await queueOf({ messages: [{ body: 'x', sent: '-1m', receives: 2 }] })
    expect(queue.messages.counts.ready).toBe(1)
    expect(messagesOf(queue)[0]).toMatchObject({ receiveCount: 2, delivery: 2, firstReceivedAtMs: nowMs - 60_000 })
  })
})

describe('a FIFO queue that people write', () => {
  const fifoOf = async (queue: object) => (await stateOf({ queues: [{ name: 'q.fifo', ...queue }] })).queuesById.get(1)!

  test.each([
    [{ name: 'a.fifo' }],
    [{ name: 'a', attributes: { FifoQueue: true } }],
    [{ name: 'a', attributes: { QueueType: 'fifo' } }],
  ])('is one by its name, or as it says: %j', async (queue) => {
    expect((await fifoOf(queue)).settings.fifo).toBe(true)
  })

  test('is locked in the group of a message in flight', async () => {
    const messages = [
      { body: '1', group: 'a', inFlightFor: '20s' },
      { body: '2', group: 'a' },
      { body: '3', group: 'b' },
    ]
    const queue = await fifoOf({ messages })
    expect(queue.messages.peekReady(10).map(({ body }) => body)).toEqual(['3'])
    queue.messages.release(nowMs + 20_000)
    expect(queue.messages.peekReady(10)).toHaveLength(3)
  })

  test('gives a message the deduplication id that a send would', async () => {
    const [message] = messagesOf(await fifoOf({ messages: [{ body: 'x', group: 'a' }] }))
    expect(message!.extras?.deduplicationId).toBe(message!.id)
    const attributes = { ContentBasedDeduplication: true }
    const [byContent] = messagesOf(await fifoOf({ attributes, messages: [{ body: 'x', group: 'a' }] }))
    expect(byContent!.extras?.deduplicationId).toBe(contentId('x'))
  })

  test('knows the sends of the last five minutes', async () => {
    const messages = [
      { body: '1', group: 'a', deduplicationId: 'old', sent: '-5m' },
      { body: '2', group: 'a', deduplicationId: 'new', sent: '-299.999s' },
      { body: '3', group: 'a' },
    ]
    expect([...(await fifoOf({ messages })).recentSends.keys()]).toEqual(['new'])
  })
})

test('a topic that people write delivers to a queue where it lives', async () => {
  const topics = [{ ...there, name: 'news', subscriptions: [{ name: 's', endpoint: 'queue:inbox' }] }]
  const state = await stateOf({ queues: [{ ...there, name: 'inbox' }], topics })
  const [topic] = state.topics.byId.values()
  expect(topic?.subscriptions.get('s')).toEqual({
    name: 's',
    subscriber: there.account,
    settings: {
      endpointText: 'acs:mns:cn-hangzhou:1234567890123456:queues/inbox',
      endpoint: { kind: 'queue', queue: { ...there, name: 'inbox' } },
      strategy: 'backoff',
      format: 'xml',
    },
    createdAtMs: nowMs,
    modifiedAtMs: nowMs,
  })
})

test('what twinmq wrote may name queues that are gone, and says so', async () => {
  const queues = [{ name: 'a', attributes: { RedrivePolicy: { deadLetterQueue: 'gone', maxReceiveCount: 1 } } }]
  const topics = [{ name: 't', subscriptions: [{ name: 's', endpoint: 'queue:lost' }] }]
  const text = JSON.stringify({ savedAt: '2026-11-30T12:00:00.000Z', queues, topics })
  expect((await readText(text, contextAt(nowMs))).notices).toEqual([
    'queues[0].attributes.RedrivePolicy: there is no queue gone of account 000000000000 in region us-east-1',
    'topics[0].subscriptions[0].endpoint: there is no queue lost of account 000000000000 in region us-east-1',
  ])
})
