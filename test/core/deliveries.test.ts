import { describe, expect, test } from 'vitest'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import { freshEngine } from '../support/given.ts'
import { createTopic, publish, subscribe, topicAddress, toQueue } from '../support/topics.ts'

const { engine, clock, given } = freshEngine()
const inbox = topicAddress('inbox')

function run<C extends Command>(command: C): ReplyTo<C> {
  const result = engine.run(command)
  if (!result.ok) throw new Error(result.refusal.kind)
  return result.value
}

const pending = () => [...engine.state.topics.deliveries.values()].map(({ id, attempts }) => [id.slice(33), attempts])

const bodiesIn = (queue = inbox) =>
  run({ kind: 'peekMessages', queue, which: 'all', limit: 100 }).messages.map(({ message }) => message.body)

describe('a push to a queue', () => {
  test('is in the queue in the command of the publish, in the format that was asked for', () => {
    given.queue({}, 'inbox')
    run(createTopic('news'))
    run(subscribe('news', 'a', { ...toQueue('inbox'), format: 'json' }))
    run(publish('news', 'hello'))
    expect(bodiesIn()).toEqual(['json:hello'])
    expect(engine.entries.at(-1)?.events.map(({ kind }) => kind)).toEqual(['messageSent'])
  })

  test('is a message of its own, with the attributes of the published one and the delay of the queue', () => {
    given.queue({ delayMs: 30_000 }, 'inbox')
    run(createTopic('news'))
    run(subscribe('news', 'a', toQueue('inbox')))
    const attributes = [{ name: 'kind', type: 'String', value: 'x' }] as const
    const systemProperties = [{ name: 'p', value: 'q' }]
    const { messageId } = run({ ...publish('news', 'hello'), attributes, systemProperties, groupId: 'g' })
    const [peeked] = run({ kind: 'peekMessages', queue: inbox, which: 'all', limit: 1 }).messages
    expect(peeked).toMatchObject({
      state: 'delayed',
      message: { attributes, groupId: 'g', extras: { systemProperties } },
    })
    expect(peeked?.message.id).toMatch(/^[0-9a-f]{32}$/)
    expect(peeked?.message.id).not.toBe(messageId)
  })

  test('that is too large for the queue has failed, and is tried again once there is room', () => {
    given.queue({ maximumMessageBytes: 1_024 }, 'inbox')
    run(createTopic('news'))
    run({ kind: 'setTopicSettings', topic: topicAddress('news'), settings: { maximumMessageBytes: 1_024 } })
    run(subscribe('news', 'a', { ...toQueue('inbox'), strategy: 'exponentialDecay' }))
    run(publish('news', 'x'.repeat(1_014)))
    expect(bodiesIn()).toEqual([])
    expect(pending()).toEqual([['a', 1]])
    run({ kind: 'setQueueSettings', queue: inbox, settings: { maximumMessageBytes: 2_048 } })
    clock.advance(999)
    clock.tick()
    expect(bodiesIn()).toEqual([])
    clock.advance(1)
    clock.tick()
    expect(bodiesIn()).toHaveLength(1)
    expect(pending()).toEqual([])
  })

  test('that just fits is taken', () => {
    given.queue({ maximumMessageBytes: 1_024 }, 'inbox')
    run(createTopic('news'))
    run({ kind: 'setTopicSettings', topic: topicAddress('news'), settings: { maximumMessageBytes: 1_024 } })
    run(subscribe('news', 'a', toQueue('inbox')))
    run(publish('news', 'x'.repeat(1_024 - 'simplified:'.length)))
    expect(bodiesIn()).toHaveLength(1)
  })
})

describe('a delivery over HTTP', () => {
  const settled = (attempt: number, delivered: boolean) => {
    const [delivery] = engine.state.topics.deliveries.keys()
    return run({ kind: 'settleDelivery', delivery: delivery ?? '', attempt, delivered }).nextAtMs
  }

  test('is due at once, and in the tick it stays as it is', () => {
    run(createTopic('news'))
    run(subscribe('news', 'a'))
    run(publish('news', 'hello'))
    expect(engine.state.topics.nextDelivery?.nextAtMs).toBe(engine.nowMs)
    clock.tick()
    expect(pending()).toEqual([['a', 0]])
  })

  test('that was settled already is not so again', () => {
    run(createTopic('news'))
    run(subscribe('news', 'a', { strategy: 'exponentialDecay' }))
    run(publish('news', 'hello'))
    expect(settled(1, false)).toBe(engine.nowMs + 1_000)
    expect(settled(1, true)).toBeUndefined()
    expect(pending()).toEqual([['a', 1]])
    settled(2, true)
    expect(pending()).toEqual([])
  })

  test('is kept for a day, not a millisecond longer', () => {
    run(createTopic('news'))
    run(subscribe('news', 'a'))
    run(publish('news', 'hello'))
    clock.advance(86_399_999)
    clock.tick()
    expect(pending()).toHaveLength(1)
    clock.advance(1)
    clock.tick()
    expect(pending()).toEqual([])
    expect(engine.entries.at(-1)?.events).toMatchObject([{ kind: 'deliveryEnded', end: 'expired' }])
  })
})
