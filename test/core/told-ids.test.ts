import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Command } from '../../src/core/commands/commands.ts'
import { evolve } from '../../src/core/evolve.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import { addressOf, freshEngine, granted, TestEngine } from '../support/given.ts'
import { howOften, patienceMs } from '../support/how-often.ts'
import { recordOf } from '../support/records.ts'
import { createTopic, publish, subscribe, toQueue } from '../support/topics.ts'

vi.setConfig({ testTimeout: patienceMs })

const { given, engine } = freshEngine()

function publishedId(topic = 'news', tag?: string): string {
  return granted(engine.run(publish(topic, 'a', tag))).messageId
}

const unsupported = { endpointText: 'sms:directsms:13800000000', endpoint: { kind: 'unsupported' } } as const

/** The state as its journal gives it, each event applied `times` over. */
function replayed({ entries, state: live }: TestEngine, times = 1): State {
  const state = emptyState('isolated')
  for (const { sequence, atMs, events } of entries) {
    for (const event of events) for (let time = 0; time < times; time++) evolve(state, event, { sequence, atMs })
    Object.assign(state, { sequence, changedAtMs: atMs })
  }
  expect(recordOf(state)).toEqual(recordOf(live))
  return state
}

/** Topics whose messages nobody takes. */
const untaken = {
  'without a subscription': [],
  'whose filter passes nothing': [subscribe('news', 's', { filterTag: 'other' })],
  'with a subscription by text message alone': [subscribe('news', 's', unsupported)],
} satisfies Record<string, readonly Command[]>

describe.each(Object.entries(untaken))('a topic %s', (_name, subscriptions) => {
  beforeEach(() => {
    for (const command of [createTopic('news'), ...subscriptions]) granted(engine.run(command))
  })

  test('tells every publish an id of its own, and the next send to a queue another', () => {
    const orders = given.queue()
    const ids = Array.from({ length: 4 }, () => publishedId())
    ids.push(orders.send('a').message.id, publishedId(), orders.send('b').message.id)
    expect(new Set(ids).size).toBe(7)
  })

  test('tells other ids after a restart', () => {
    const ids = [publishedId(), publishedId()]
    engine.state = replayed(engine)
    ids.push(publishedId(), publishedId())
    expect(new Set(ids).size).toBe(4)
  })

  test('writes down that each publish used up its number, which is all that replay takes from it', () => {
    const before = recordOf(engine.state)
    publishedId()
    expect(engine.entries.at(-1)?.events).toEqual([{ kind: 'numberTaken' }])
    expect(recordOf(engine.state)).toEqual({ ...before, sequence: before.sequence + 1 })
    expect(recordOf(replayed(engine, 2))).toEqual(recordOf(engine.state))
  })

  test('tells the same ids again after a reset, with the same seed', () => {
    const first = [publishedId(), publishedId()]
    granted(engine.run({ kind: 'reset' }))
    for (const command of [createTopic('news'), ...subscriptions]) granted(engine.run(command))
    expect([publishedId(), publishedId()]).toEqual(first)
  })
})

test('a publish that is refused uses up no number, and neither do receives that find nothing', () => {
  const orders = given.queue()
  const { sequence } = engine.state
  const ending = engine.run(publish('none', 'a'))
  expect(ending).toMatchObject({ ok: false, refusal: { kind: 'topicNotFound' } })
  for (let count = 0; count < 100; count++) orders.receive()
  orders.receive({ waitMs: 1_000 })
  expect(engine.state.sequence).toBe(sequence)
  expect(engine.entries).toHaveLength(1)
})

/** Commands that tell ids, and others in between that may change nothing. */
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ topic: fc.constantFrom('news', 'alerts', 'none'), tag: fc.constantFrom(undefined, 'vip', 'other') }).map(
    ({ topic, tag }) => publish(topic, 'a', tag), // biome-ignore format: one thought
  ),
  fc.record({ name: fc.constantFrom('orders', 'dead', 'none'), count: fc.integer({ min: 1, max: 3 }) }).map(sendBatch),
  fc.constantFrom('orders', 'dead').map((name): Command => {
    return { kind: 'receiveMessages', queue: addressOf(name), maximumMessages: 2, visibilityTimeoutMs: 0 }
  }),
  fc.constantFrom('orders', 'dead').map((name): Command => ({ kind: 'startMoveTask', source: addressOf(name) })),
  fc.constantFrom<Command>({ kind: 'tick' }, { kind: 'noteTime' }, { kind: 'startRun' }, { kind: 'getAccount', account: '1' }), // biome-ignore format: one thought
  fc.constantFrom<Command>(
    createTopic('alerts'),
    subscribe('alerts', 'q', { ...toQueue('orders'), filterTag: 'vip' }),
    subscribe('alerts', 'sms', unsupported),
    { kind: 'deleteTopic', topic: addressOf('alerts') },
    { kind: 'purgeQueue', queue: addressOf('orders') },
  ),
)

function sendBatch({ name, count }: { readonly name: string; readonly count: number }): Command {
  const queue = addressOf(name)
  const limits = { bytes: 1, defaultMaximumBytes: 65_536, ceilingBytes: 65_536, senderId: '1' }
  const send = { kind: 'sendMessage', queue, body: 'a', ...limits } as const
  return { kind: 'batch', queue, commands: Array.from({ length: count }, () => send) }
}

/** Ids that a command told its caller. */
function toldBy(run: TestEngine, command: Command): string[] {
  const result = run.run(command)
  if (!result.ok) return []
  if (command.kind === 'batch' && Array.isArray(result.value))
    return result.value.flatMap((entry) => (entry.ok && 'messageId' in entry.value ? [entry.value.messageId] : []))
  if (command.kind === 'publishMessage' && 'messageId' in result.value) return [result.value.messageId]
  return command.kind === 'startMoveTask' && 'id' in result.value ? [String(result.value.id)] : []
}

/** Ids that events made: those of messages that publishes and move tasks put into queues. */
function madeIn({ entries }: TestEngine): string[] {
  const events = entries.flatMap((entry) => entry.events)
  return events.flatMap((event) => {
    if (event.kind === 'moveTaskStarted') return [event.task.id]
    return event.kind === 'messageSent' ? [event.message.id] : []
  })
}

test('whatever is asked in whatever order, with restarts in between, no id is told or made twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 12, arbitrary: anyCommand }, { weight: 1, arbitrary: fc.constant('restart' as const) }), {
        minLength: 1,
        maxLength: 60,
        size: 'max',
      }), // biome-ignore format: one thought
      (steps) => {
        const run = new TestEngine()
        for (const name of ['dead', 'orders']) {
          const redrive = { deadLetterQueue: addressOf('dead'), maxReceives: 1 }
          const settings = name === 'orders' ? { redrive } : {}
          run.run({ kind: 'createQueue', queue: addressOf(name), settings, tags: [], mustMatch: {}, defaults: {} })
        }
        run.run(createTopic('news'))
        const told: string[] = []
        for (const step of steps) {
          if (step === 'restart') run.state = replayed(run)
          else told.push(...toldBy(run, step))
        }
        expect(new Set(told).size).toBe(told.length)
        const made = madeIn(run)
        expect(new Set(made).size).toBe(made.length)
      },
    ),
    howOften(300),
  )
})

describe('a start of a run with a seed', () => {
  test('is counted, and changes no id that follows', () => {
    const expected = [given.queue().send('a').message.id, given.queue({}, 'other').send('a').message.id]
    engine.begin()
    engine.run({ kind: 'startRun' })
    const first = given.queue().send('a').message.id
    engine.run({ kind: 'startRun' })
    expect([first, given.queue({}, 'other').send('a').message.id]).toEqual(expected)
    expect(engine.state).toMatchObject({ starts: 2, origin: 2, sequence: 6 })
  })

  test('is the first again after a reset; without one there is none', () => {
    for (let count = 0; count < 3; count++) engine.run({ kind: 'startRun' })
    engine.run({ kind: 'reset' })
    expect(engine.state).toMatchObject({ starts: 1, origin: 4, sequence: 4 })
    engine.begin()
    engine.run({ kind: 'reset' })
    expect(engine.state.starts).toBe(0)
  })
})
