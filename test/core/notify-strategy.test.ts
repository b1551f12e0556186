import { describe, expect, test } from 'vitest'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import { nextDue } from '../../src/core/rules/due.ts'
import { retryWaitMs } from '../../src/core/rules/notify-strategy.ts'
import { freshEngine } from '../support/given.ts'
import { createTopic, publish, subscribe, topicAddress, toQueue } from '../support/topics.ts'

const { engine, clock } = freshEngine()
const news = topicAddress('news')

function run<C extends Command>(command: C): ReplyTo<C> {
  const result = engine.run(command)
  if (!result.ok) throw new Error(result.refusal.kind)
  return result.value
}

const pending = () => [...engine.state.topics.deliveries.values()].map(({ id, attempts }) => [id.slice(33), attempts])

/** A source of chance that draws this number. */
const drawing = (number: number) => ({ drawn: false, next: () => number })

describe('BACKOFF_RETRY', () => {
  test.each([
    [0, 10_000],
    [10_000, 20_000],
    [10_001, 10_000],
  ])('waits 10 to 20 seconds, both ends included: chance %i gives %i ms', (number, waitMs) => {
    expect(retryWaitMs('backoff', 1, drawing(number))).toBe(waitMs)
  })

  test('tries three times more', () => {
    expect([1, 2, 3, 4].map((attempts) => retryWaitMs('backoff', attempts, drawing(0)))).toEqual([
      10_000,
      10_000,
      10_000,
      undefined,
    ])
  })

  test('a push whose queue never comes is given up after three retries, each ten to twenty seconds after the last', () => {
    run(createTopic('news'))
    run(subscribe('news', 'a', toQueue('inbox')))
    run(publish('news', 'hello'))
    for (let retry = 1; retry <= 3; retry++) {
      const dueMs = nextDue(engine.state, engine.nowMs)!
      const waitMs = dueMs - engine.nowMs
      expect(waitMs).toBeGreaterThanOrEqual(10_000)
      expect(waitMs).toBeLessThanOrEqual(20_000)
      clock.advance(waitMs - 1)
      clock.tick()
      expect(pending()).toEqual([['a', retry]])
      clock.advance(1)
      clock.tick()
    }
    expect(pending()).toEqual([])
    expect(engine.entries.at(-1)?.events).toMatchObject([{ kind: 'deliveryEnded', end: 'givenUp' }])
  })
})

describe('EXPONENTIAL_DECAY_RETRY', () => {
  const settled = (attempt: number) => {
    const [delivery] = engine.state.topics.deliveries.keys()
    return run({ kind: 'settleDelivery', delivery: delivery ?? '', attempt, delivered: false }).nextAtMs
  }

  test('tries 176 times more', () => {
    expect(retryWaitMs('exponentialDecay', 176, drawing(0))).toBe(512_000)
    expect(retryWaitMs('exponentialDecay', 177, drawing(0))).toBeUndefined()
  })

  test('waits 1, 2, 4 … 512, and 512 seconds until the day is over', () => {
    run(createTopic('news'))
    run(subscribe('news', 'a', { strategy: 'exponentialDecay' }))
    run(publish('news', 'hello'))
    const waits: number[] = []
    for (let attempt = 1; ; attempt++) {
      const nextAtMs = settled(attempt)
      if (nextAtMs === undefined) break
      waits.push((nextAtMs - engine.nowMs) / 1_000)
      clock.advance(nextAtMs - engine.nowMs)
    }
    expect(waits.slice(0, 12)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 512])
    expect(new Set(waits.slice(9))).toEqual(new Set([512]))
    // 1 + 2 + … + 256 are 511 seconds; of the day of 86,400 seconds 167 times 512 fit into the rest.
    expect(waits).toHaveLength(9 + 167)
    expect(pending()).toEqual([])
  })

  test('gives way to the strategy that the subscription has by then', () => {
    run(createTopic('news'))
    run(subscribe('news', 'a', { strategy: 'exponentialDecay' }))
    run(publish('news', 'hello'))
    settled(1)
    settled(2)
    settled(3)
    run({ kind: 'setSubscriptionSettings', topic: news, subscription: 'a', strategy: 'backoff' })
    expect(settled(4)).toBeUndefined()
  })
})
