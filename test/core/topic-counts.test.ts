import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Command } from '../../src/core/commands/commands.ts'
import { evolve } from '../../src/core/evolve.ts'
import { mergedState } from '../../src/core/replace-state.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import { TestEngine } from '../support/given.ts'
import { howOften, patienceMs } from '../support/how-often.ts'
import { createTopic, publish, subscribe, topicAddress, toQueue } from '../support/topics.ts'

vi.setConfig({ testTimeout: patienceMs })

const topics = ['a', 'b']
const subscriptions = ['1', '2', '3']

/** What is done to topics and their deliveries; a number picks one of the deliveries that are pending. */
type Step = Command | { readonly kind: 'settle'; readonly pick: number; readonly delivered: boolean } | { readonly kind: 'wait'; readonly ms: number } // biome-ignore format: one thought

const anyTopic = fc.constantFrom(...topics)
const anySubscription = fc.constantFrom(...subscriptions)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: anyTopic.map(createTopic) },
  { weight: 4, arbitrary: fc.tuple(anyTopic, anySubscription).map(([topic, name]) => subscribe(topic, name)) },
  {
    weight: 2,
    arbitrary: fc.tuple(anyTopic, anySubscription).map(([topic, name]) => subscribe(topic, name, toQueue('absent'))),
  },
  { weight: 6, arbitrary: anyTopic.map((topic) => publish(topic, 'hello')) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), pick: fc.nat(), delivered: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(20_000, 86_400_000) }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyTopic, anySubscription)
      .map(([topic, subscription]) => ({ kind: 'unsubscribe', topic: topicAddress(topic), subscription }) as const),
  },
  { weight: 1, arbitrary: anyTopic.map((topic) => ({ kind: 'deleteTopic', topic: topicAddress(topic) }) as const) },
)

function perform(engine: TestEngine, step: Step): void {
  if (step.kind === 'wait') {
    engine.nowMs += step.ms
    engine.run({ kind: 'tick' })
  } else if (step.kind === 'settle') {
    const pending = [...engine.state.topics.deliveries.values()]
    const { id, attempts } = pending[step.pick % pending.length] ?? { id: 'none', attempts: 0 }
    engine.run({ kind: 'settleDelivery', delivery: id, attempt: attempts + 1, delivered: step.delivered })
  } else engine.run(step)
}

/** The messages of each topic that are not yet delivered to all, counted one by one. */
function scanned(state: State): ReadonlyMap<number, number> {
  const messages = new Map([...state.topics.byId.keys()].map((id) => [id, new Set<string>()]))
  for (const { topicId, notification } of state.topics.deliveries.values())
    messages.get(topicId)!.add(notification.messageId)
  return new Map([...messages].map(([id, ids]) => [id, ids.size]))
}

function counted(state: State): ReadonlyMap<number, number> {
  return new Map([...state.topics.byId.keys()].map((id) => [id, state.topics.messageCount(id)]))
}

test('whatever is done, a topic counts the messages that a scan finds, and so does its state applied anew', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      const engine = new TestEngine()
      for (const topic of topics) {
        engine.run(createTopic(topic))
        engine.run(subscribe(topic, '1'))
      }
      for (const step of steps) {
        perform(engine, step)
        expect(counted(engine.state)).toEqual(scanned(engine.state))
      }
      const again = emptyState('isolated')
      for (let time = 1; time <= 2; time++)
        for (const entry of engine.entries) for (const event of entry.events) evolve(again, event, entry)
      expect(counted(again)).toEqual(scanned(engine.state))
      const merged = mergedState(emptyState('isolated'), engine.state, 0)
      expect(counted(merged)).toEqual(scanned(engine.state))
      engine.run({ kind: 'reset' })
      expect(engine.state.topics.messageCount(1)).toBe(0)
    }),
    howOften(200),
  )
})

test('a count costs no more with many deliveries', () => {
  const engine = new TestEngine()
  engine.run(createTopic('a'))
  for (const name of subscriptions) engine.run(subscribe('a', name))
  for (let message = 0; message < 10_000; message++) engine.run(publish('a', 'hello'))
  const listed = { account: topicAddress('a').account, region: topicAddress('a').region, prefix: '', limit: 10 }
  // A scan of 30,000 deliveries takes a millisecond at least, so 4,000 of them take seconds.
  const startedMs = performance.now()
  for (let time = 0; time < 2_000; time++) {
    engine.run({ kind: 'getTopic', topic: topicAddress('a') })
    engine.run({ kind: 'listTopics', ...listed })
  }
  expect(performance.now() - startedMs).toBeLessThan(1_000)
  const result = engine.run({ kind: 'getTopic', topic: topicAddress('a') })
  expect(result).toMatchObject({ ok: true, value: { messageCount: 10_000 } })
})
