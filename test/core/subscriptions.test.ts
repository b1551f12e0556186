import { describe, expect, test } from 'vitest'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import { endingOf, freshEngine } from '../support/given.ts'
import { createTopic, publish, subscribe, topicAddress, toQueue } from '../support/topics.ts'

const { engine, clock, given } = freshEngine()
const news = topicAddress('news')

function run<C extends Command>(command: C): ReplyTo<C> {
  const result = engine.run(command)
  if (!result.ok) throw new Error(result.refusal.kind)
  return result.value
}

const ending = (command: Command) => endingOf(engine.run(command))

const pending = () => [...engine.state.topics.deliveries.values()].map(({ id, attempts }) => [id.slice(33), attempts])

describe('a subscription', () => {
  test('is made once; the same again is found, another with its name is refused', () => {
    run(createTopic('news'))
    const settings = { strategy: 'backoff', format: 'xml', filterTag: 'vip' } as const
    expect(run(subscribe('news', 'a', settings)).created).toBe(true)
    expect(run(subscribe('news', 'a', settings)).created).toBe(false)
    for (const other of [{ strategy: 'exponentialDecay' }, { format: 'json' }, { filterTag: 'x' }] as const)
      expect(ending(subscribe('news', 'a', { ...settings, ...other }))).toBe('subscriptionAlreadyExists')
    expect(ending(subscribe('news', 'a', { ...settings, endpointText: 'http://127.0.0.1:2/' }))).toBe(
      'subscriptionAlreadyExists',
    )
  })

  test('takes another strategy or tag, keeps the rest, and knows when', () => {
    run(createTopic('news'))
    run(subscribe('news', 'a', { filterTag: 'vip', format: 'json' }))
    clock.advance(1_000)
    run({ kind: 'setSubscriptionSettings', topic: news, subscription: 'a', strategy: 'exponentialDecay' })
    const { subscription } = run({ kind: 'getSubscription', topic: news, subscription: 'a' })
    expect(subscription.settings).toMatchObject({ filterTag: 'vip', format: 'json', strategy: 'exponentialDecay' })
    expect(subscription.modifiedAtMs - subscription.createdAtMs).toBe(1_000)
  })

  test.each<Command>([
    { kind: 'getSubscription', topic: news, subscription: 'a' },
    { kind: 'setSubscriptionSettings', topic: news, subscription: 'a' },
    { kind: 'unsubscribe', topic: news, subscription: 'a' },
  ])('that is not there refuses $kind', (command) => {
    run(createTopic('news'))
    expect(ending(command)).toBe('subscriptionNotFound')
  })

  test('that ends takes its deliveries with it, and leaves those of others', () => {
    run(createTopic('news'))
    for (const name of ['a', 'b']) run(subscribe('news', name))
    run(publish('news', 'hello'))
    run({ kind: 'unsubscribe', topic: news, subscription: 'a' })
    expect(pending()).toEqual([['b', 0]])
  })

  test.each([
    ['vip', 'vip', true],
    ['vip', 'VIP', false],
    ['vip', undefined, false],
    [undefined, 'vip', true],
    [undefined, undefined, true],
  ])('with filter tag %s gets a message with tag %s: %s', (filterTag, tag, gets) => {
    run(createTopic('news'))
    run(subscribe('news', 'a', { filterTag }))
    expect(run(publish('news', 'hello', tag)).deliveries).toBe(gets ? 1 : 0)
    expect(pending()).toHaveLength(gets ? 1 : 0)
  })

  test('of a kind that is not delivered to drops its messages', () => {
    run(createTopic('news'))
    run(subscribe('news', 'a', { endpointText: 'mail:directmail:a@b.test', endpoint: { kind: 'unsupported' } }))
    run(publish('news', 'hello'))
    expect(pending()).toEqual([])
    expect(run({ kind: 'getTopic', topic: news }).messageCount).toBe(0)
  })
})

describe('a queue that would subscribe', () => {
  const subscribing = () => ending(subscribe('news', 'a', toQueue('inbox')))

  test('takes messages as large as those of the topic, to the byte', () => {
    run(createTopic('news'))
    run({ kind: 'setTopicSettings', topic: news, settings: { maximumMessageBytes: 2_048 } })
    const inbox = given.queue({ maximumMessageBytes: 2_047 }, 'inbox')
    expect(subscribing()).toBe('queueSmallerThanTopic')
    inbox.set({ maximumMessageBytes: 2_048 })
    expect(subscribing()).toBe('done')
  })

  test('has the default of MNS if it was told no size, and so has the topic', () => {
    run(createTopic('news'))
    const inbox = given.queue({ maximumMessageBytes: 65_535 }, 'inbox')
    expect(subscribing()).toBe('queueSmallerThanTopic')
    inbox.set({ maximumMessageBytes: null })
    expect(subscribing()).toBe('done')
  })

  test('may be made later', () => {
    run(createTopic('news'))
    expect(subscribing()).toBe('done')
  })
})
