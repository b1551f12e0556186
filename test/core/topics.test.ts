import { describe, expect, test } from 'vitest'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import type { TopicSettings } from '../../src/core/topic.ts'
import { addressOf, endingOf, freshEngine } from '../support/given.ts'
import { publish, subscribe, topicAddress } from '../support/topics.ts'

const { engine, clock, given } = freshEngine()
const news = topicAddress('news')
const defaults = { maximumMessageBytes: 65_536, loggingEnabled: false }

function run<C extends Command>(command: C): ReplyTo<C> {
  const result = engine.run(command)
  if (!result.ok) throw new Error(result.refusal.kind)
  return result.value
}

const ending = (command: Command) => endingOf(engine.run(command))

const create = (settings: TopicSettings = {}) =>
  ({ kind: 'createTopic', topic: news, settings, mustMatch: { ...defaults, ...settings }, defaults }) as const

const pending = () => [...engine.state.topics.deliveries.values()].map(({ id, attempts }) => [id.slice(33), attempts])

const newsInfo = () => run({ kind: 'getTopic', topic: news })

const subscriptionsListed = (prefix = '', limit = 10, after?: string) =>
  run({ kind: 'listSubscriptions', topic: news, prefix, limit, after })

describe('a topic', () => {
  test('is created once; the same again is found, another with its name is refused', () => {
    expect(run(create({ maximumMessageBytes: 2_048 })).created).toBe(true)
    expect(run(create({ maximumMessageBytes: 2_048 })).created).toBe(false)
    expect(ending(create())).toBe('topicAlreadyExists')
    expect(ending(create({ maximumMessageBytes: 2_048, loggingEnabled: true }))).toBe('topicAlreadyExists')
  })

  test('that was made with defaults is the same as one that names them', () => {
    run(create())
    expect(run(create({ ...defaults })).created).toBe(false)
    expect(newsInfo().topic.settings).toEqual({})
  })

  test('takes the settings that are named, keeps the others, and knows when', () => {
    run(create({ loggingEnabled: true }))
    clock.advance(5_000)
    run({ kind: 'setTopicSettings', topic: news, settings: { maximumMessageBytes: 1_024 } })
    const { settings, createdAtMs, modifiedAtMs } = newsInfo().topic
    expect(settings).toEqual({ loggingEnabled: true, maximumMessageBytes: 1_024 })
    expect(modifiedAtMs - createdAtMs).toBe(5_000)
  })

  test('that is deleted is gone, with its subscriptions and what was not delivered', () => {
    run(create())
    run(subscribe('news', 'a'))
    run(publish('news', 'hello'))
    run({ kind: 'deleteTopic', topic: news })
    expect(ending({ kind: 'getTopic', topic: news })).toBe('topicNotFound')
    expect(pending()).toEqual([])
    run(create())
    expect(subscriptionsListed().subscriptions).toEqual([])
  })

  test.each<Command>([
    { kind: 'getTopic', topic: news },
    { kind: 'setTopicSettings', topic: news, settings: {} },
    { kind: 'deleteTopic', topic: news },
    subscribe('news', 'a'),
    { kind: 'getSubscription', topic: news, subscription: 'a' },
    { kind: 'setSubscriptionSettings', topic: news, subscription: 'a' },
    { kind: 'unsubscribe', topic: news, subscription: 'a' },
    { kind: 'listSubscriptions', topic: news, prefix: '', limit: 1 },
    publish('news', 'hello'),
  ])('that is not there refuses $kind', (command) => {
    expect(ending(command)).toBe('topicNotFound')
  })

  test('has a name space apart from that of queues', () => {
    given.queue({}, 'news')
    expect(ending(create())).toBe('done')
  })

  test('counts the messages that are not yet delivered to all', () => {
    run(create())
    for (const name of ['a', 'b']) run(subscribe('news', name))
    run(publish('news', 'one'))
    run(publish('news', 'two'))
    expect(newsInfo().messageCount).toBe(2)
    const [ofA, ofB] = engine.state.topics.deliveries.keys()
    run({ kind: 'settleDelivery', delivery: ofA!, attempt: 1, delivered: true })
    expect(newsInfo().messageCount).toBe(2)
    run({ kind: 'settleDelivery', delivery: ofB!, attempt: 1, delivered: true })
    expect(newsInfo().messageCount).toBe(1)
  })
})

describe('an account', () => {
  test('has what it was told, member by member, apart from others', () => {
    const of = (account: string) => run({ kind: 'getAccount', account })
    expect(of('1')).toEqual({})
    run({ kind: 'setAccount', account: '1', settings: { loggingBucket: 'logs' } })
    run({ kind: 'setAccount', account: '1', settings: { traceEnabled: 1 } })
    expect(of('1')).toEqual({ loggingBucket: 'logs', traceEnabled: 1 })
    expect(of('2')).toEqual({})
  })
})

test('a reset takes topics, deliveries and accounts with it', () => {
  given.queue()
  run(create())
  run(subscribe('news', 'a'))
  run(publish('news', 'hello'))
  run({ kind: 'setAccount', account: '1', settings: { loggingBucket: 'logs' } })
  run({ kind: 'reset' })
  const { byKey, byId, deliveries, accounts, nextDelivery } = engine.state.topics
  expect([byKey.size, byId.size, deliveries.size, accounts.size, nextDelivery]).toEqual([0, 0, 0, 0, undefined])
  expect(ending({ kind: 'getQueue', queue: addressOf('orders') })).toBe('queueNotFound')
})
