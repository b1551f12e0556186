import { describe, expect, test } from 'vitest'
import type { ListQueues } from '../../src/core/commands/command.ts'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import { emptyState } from '../../src/core/state.ts'
import { addressOf, freshEngine, granted } from '../support/given.ts'
import { createTopic, subscribe, topicAddress } from '../support/topics.ts'

const { given, clock, engine } = freshEngine()

function create(name: string, account = '000000000000', region = 'us-east-1'): void {
  const asked = { settings: {}, tags: [], mustMatch: {}, defaults: {} }
  granted(engine.run({ kind: 'createQueue', queue: { account, region, name }, ...asked }))
}

function list(asked: Partial<ListQueues> = {}) {
  return granted(engine.run({ kind: 'listQueues', prefix: '', limit: 1_000, ...asked }))
}

const names = (asked: Partial<ListQueues> = {}): string[] => list(asked).queues.map(({ queue }) => queue.address.name)

test('queues are listed by name, whatever the order in which they were made', () => {
  for (const name of ['b', 'a-b', 'a', 'B', 'a_b', 'ab']) create(name)
  expect(names()).toEqual(['B', 'a', 'a-b', 'a_b', 'ab', 'b'])
})

test('a prefix is case-sensitive', () => {
  for (const name of ['orders', 'Orders', 'order', 'invoices']) create(name)
  expect(names({ prefix: 'order' })).toEqual(['order', 'orders'])
  expect(names({ prefix: 'x' })).toEqual([])
})

test('account and region choose; without them all are listed', () => {
  create('a')
  create('b', '111122223333')
  create('c', '000000000000', 'eu-west-1')
  expect(names()).toEqual(['a', 'b', 'c'])
  expect(names({ account: '000000000000' })).toEqual(['a', 'c'])
  expect(names({ account: '000000000000', region: 'us-east-1' })).toEqual(['a'])
  expect(names({ region: 'eu-west-1' })).toEqual(['c'])
})

test('in the shared namespace all are listed to everyone', () => {
  engine.state = emptyState('shared')
  create('a', '111122223333', 'cn-hangzhou')
  expect(names({ account: '000000000000', region: 'us-east-1' })).toEqual(['a'])
})

test('pages follow each other without gap or repeat, and the last one names no next', () => {
  for (let count = 0; count < 12; count++) create(`q${String(count).padStart(2, '0')}`)
  create('other')
  const seen: string[] = []
  let page = list({ prefix: 'q', limit: 5 })
  for (;;) {
    seen.push(...page.queues.map(({ queue }) => queue.address.name))
    if (page.next === undefined) break
    page = list({ prefix: 'q', limit: 5, after: page.next })
  }
  expect(page.queues).toHaveLength(2)
  expect(seen).toEqual(names({ prefix: 'q' }))
})

test('a page that ends with the last queue names no next', () => {
  for (const name of ['a', 'b']) create(name)
  expect(list({ limit: 2 }).next).toBeUndefined()
})

test('a page goes on behind a queue that was deleted meanwhile', () => {
  for (const name of ['a', 'b', 'c']) create(name)
  const { next } = list({ limit: 2 })
  engine.run({ kind: 'deleteQueue', queue: addressOf('b') })
  expect(names({ after: next! })).toEqual(['c'])
})

test('queues of one name in several accounts are all listed, page by page', () => {
  for (const account of ['000000000000', '111122223333', '222233334444']) create('same', account)
  const first = list({ limit: 2 })
  const second = list({ limit: 2, after: first.next! })
  const accounts = [...first.queues, ...second.queues].map(({ queue }) => queue.address.account)
  expect(accounts).toEqual(['000000000000', '111122223333', '222233334444'])
})

test('the counts of a list are those of now', () => {
  const orders = given.queue({ visibilityTimeoutMs: 1_000, retentionMs: 60_000 }).holding('a')
  orders.receive()
  expect(list().queues[0]?.counts).toEqual({ ready: 0, delayed: 0, inFlight: 1 })
  clock.advance(1_000)
  expect(list().queues[0]?.counts).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
  clock.advance(59_000)
  expect(list().queues[0]?.counts).toEqual({ ready: 0, delayed: 0, inFlight: 0 })
})

const news = topicAddress('news')

const run = <C extends Command>(command: C): ReplyTo<C> => granted(engine.run(command))

const topics = (prefix = '', limit = 10, after?: string) =>
  run({ kind: 'listTopics', account: news.account, region: news.region, prefix, limit, after })

const subscriptions = (prefix = '', limit = 10, after?: string) =>
  run({ kind: 'listSubscriptions', topic: news, prefix, limit, after })

test('topics are listed by name with those of their account and region, a page at a time', () => {
  for (const name of ['b', 'news', 'a', 'new']) run(createTopic(name))
  run({ ...createTopic('news'), topic: { ...news, account: '111111111111' } })
  expect(topics().topics.map(({ topic }) => topic.address.name)).toEqual(['a', 'b', 'new', 'news'])
  expect(topics('new').topics).toHaveLength(2)
  const first = topics('', 3)
  expect(first.topics.map(({ topic }) => topic.address.name)).toEqual(['a', 'b', 'new'])
  const second = topics('', 3, first.next)
  expect(second.topics.map(({ topic }) => topic.address.name)).toEqual(['news'])
  expect(second.next).toBeUndefined()
})

test('subscriptions are listed by name, a page at a time', () => {
  run(createTopic('news'))
  for (const name of ['b', 'c', 'a', 'x']) run(subscribe('news', name))
  const first = subscriptions('', 3)
  expect(first.subscriptions.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  const second = subscriptions('', 3, first.next)
  expect(second.subscriptions.map(({ name }) => name)).toEqual(['x'])
  expect(second.next).toBeUndefined()
  expect(subscriptions('b').subscriptions).toHaveLength(1)
})

describe('the sources of a dead-letter queue', () => {
  test('are the queues whose redrive names it, by name, page by page', () => {
    const dlq = given.queue({}, 'dlq')
    for (const name of ['c', 'a', 'b']) given.queue({ redrive: { deadLetterQueue: dlq.address, maxReceives: 1 } }, name)
    given.queue({}, 'other')
    const list = (limit: number, after?: string) =>
      granted(engine.run({ kind: 'listDeadLetterSources', queue: dlq.address, limit, ...(after && { after }) }))
    const names = ({ queues }: ReturnType<typeof list>) => queues.map(({ queue }) => queue.address.name)
    const first = list(2)
    expect([names(first), names(list(2, first.next)), list(2, first.next).next]).toEqual([['a', 'b'], ['c'], undefined])
    expect(list(3).next).toBeUndefined()
  })

  test('of a queue that is not there are not known', () => {
    const result = engine.run({ kind: 'listDeadLetterSources', queue: addressOf('dlq'), limit: 10 })
    expect(result).toMatchObject({ refusal: { kind: 'queueNotFound' } })
  })
})
