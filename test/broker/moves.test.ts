import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SystemClock } from '../../src/broker/clock.ts'
import { startMs, TestBroker } from '../support/broker.ts'
import { addressOf } from '../support/given.ts'
import { restored } from '../support/records.ts'

const dlq = addressOf('dlq')
const orders = addressOf('orders')
const atOnce = { visibilityTimeoutMs: 0, waitMs: 0, maximumMessages: 10 }
let world: TestBroker

beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  world = new TestBroker()
  world.create({}, 'dlq')
  world.create({ redrive: { deadLetterQueue: dlq, maxReceives: 1 } }, 'orders')
})

afterEach(() => {
  vi.useRealTimers()
})

/** Has messages fail once, so that they land in the dead-letter queue. */
function fail(...bodies: readonly string[]): void {
  for (const body of bodies) world.send(body)
  for (let count = 0; count < 2; count++) world.poll('receive', { ...atOnce, maximumMessages: 10_000 })
}

describe('long polls', () => {
  test('one on the dead-letter queue is woken by the receive that moves a message there', async () => {
    const poll = world.poll('poll', { queue: dlq })
    fail('a')
    await world.settle()
    expect(poll.answer).toEqual(['a'])
  })

  test('also when that receive gets nothing and waits itself', async () => {
    const poll = world.poll('poll', { queue: dlq })
    world.send('a')
    world.poll('first', atOnce)
    const waiting = world.poll('waiting', { waitMs: 5_000 })
    await world.settle()
    expect([poll.answer, waiting.answer]).toEqual([['a'], undefined])
  })

  test('also when the receive that moves it is a long poll that is woken by the end of a visibility timeout', async () => {
    const poll = world.poll('poll', { queue: dlq, waitMs: 60_000 })
    world.send('a')
    world.poll('first')
    world.poll('second', { waitMs: 60_000 })
    await world.advance(29_999)
    expect(poll.answer).toBeUndefined()
    await world.advance(1)
    expect(poll.answer).toEqual(['a'])
  })

  test('through a chain of dead-letter queues', async () => {
    world.create({}, 'last')
    world.submit({ kind: 'setQueueSettings', queue: dlq, settings: { redrive: { deadLetterQueue: addressOf('last'), maxReceives: 1 } } }) // biome-ignore format: one thought
    fail('a')
    world.poll('first', { queue: dlq, visibilityTimeoutMs: 10_000 })
    const onLast = world.poll('last', { queue: addressOf('last') })
    const onDlq = world.poll('dlq', { queue: dlq })
    await world.advance(10_000)
    expect([onDlq.answer, onLast.answer]).toEqual([undefined, ['a']])
  })

  test('one on the source is woken by a move task', async () => {
    fail('a')
    const poll = world.poll('poll')
    world.startMove('dlq')
    await world.settle()
    expect(poll.answer).toEqual(['a'])
  })
})

describe('move tasks on a manual clock', () => {
  test('one with a rate takes each step at its instant', async () => {
    fail('a', 'b', 'c')
    world.startMove('dlq', 1)
    await world.settle()
    expect(world.held('orders')).toEqual(['a'])
    await world.advance(999)
    expect(world.held('orders')).toEqual(['a'])
    await world.advance(1)
    expect(world.held('orders')).toEqual(['a', 'b'])
    await world.advance(60_000)
    expect(world.held('orders')).toEqual(['a', 'b', 'c'])
  })

  test('one advance passes through every step at its own instant', async () => {
    fail('a', 'b', 'c')
    world.startMove('dlq', 2)
    await world.advance(10_000)
    const sent = [...world.state.queues.values()].find(({ address }) => address.name === 'orders')!.messages
    expect([1, 2, 3].map((at) => sent.find(at + 3)!.sentAtMs - startMs)).toEqual([0, 500, 1_000])
  })

  test('the next step is something that becomes due', async () => {
    fail('a', 'b')
    world.startMove('dlq', 1)
    await world.settle()
    expect(world.clock.read().nextDueMs).toBe(startMs + 1_000)
    await world.clock.next()
    expect([world.held('orders'), world.broker.clock.nowMs()]).toEqual([['a', 'b'], startMs + 1_000])
  })

  test('one without a rate is done when all is settled, however much there is', async () => {
    const bodies = Array.from({ length: 3_500 }, (_, at) => `m${at}`)
    fail(...bodies)
    world.startMove('dlq')
    await world.settle()
    expect([world.held('dlq').length, world.held('orders')]).toEqual([0, bodies])
  })

  test('other commands are carried out between its steps', async () => {
    fail(...Array.from({ length: 2_500 }, (_, at) => `m${at}`))
    const [task] = await startedTask()
    await new Promise(setImmediate)
    world.submit({ kind: 'cancelMoveTask', source: dlq, taskId: task!.id })
    await world.settle()
    const moved = world.held('orders').length
    expect([moved % 1_000, moved < 2_500]).toEqual([0, true])
    expect(world.held('dlq').length).toBe(2_500 - moved)
  })

  test('when one of two ends, the other goes on', async () => {
    world.create({}, 'dlq2')
    world.create({ redrive: { deadLetterQueue: addressOf('dlq2'), maxReceives: 1 } }, 'invoices')
    for (const name of ['dlq', 'dlq2']) for (const body of ['a', 'b']) world.send(body, 0, name)
    for (const [source, destination, rate] of [[dlq, orders, 4], [addressOf('dlq2'), addressOf('invoices'), 1]] as const)
      world.submit({ kind: 'startMoveTask', source, destination, ratePerSecond: rate }) // biome-ignore format: pairs
    await world.settle()
    world.submit({ kind: 'purgeQueue', queue: dlq })
    await world.advance(250)
    expect(taskStatuses()).toEqual(['completed', 'running'])
    expect(world.manual.nextAlarmMs).toBe(startMs + 1_000)
    await world.advance(750)
    expect(world.held('invoices')).toEqual(['a', 'b'])
  })

  test('each step is written down before the next one is taken', async () => {
    fail('a', 'b')
    await world.settle()
    world.startMove('dlq')
    await world.settle()
    const kinds = world.store.appends.flat().map(({ events }) => events.map(({ kind }) => kind))
    expect(kinds.slice(-2)).toEqual([
      ['moveTaskStarted'],
      ['messageMoved', 'moveTaskAdvanced', 'messageMoved', 'moveTaskAdvanced', 'moveTaskEnded'],
    ])
  })

  test('a broker that is started on a state with a running task goes on with it', async () => {
    fail('a', 'b')
    world.startMove('dlq', 1)
    await world.settle()
    const state = restored(world.state)
    const again = new TestBroker({ state })
    await again.advance(999)
    expect(again.held('orders')).toEqual(['a'])
    await again.advance(1)
    expect(again.held('orders')).toEqual(['a', 'b'])
  })

  test('a reset ends every task', async () => {
    fail('a', 'b')
    world.startMove('dlq', 1)
    await world.settle()
    await world.broker.reset()
    expect(world.manual.nextAlarmMs).toBeUndefined()
    expect(world.clock.read().nextDueMs).toBeUndefined()
  })
})

describe('move tasks on the clock of the machine', () => {
  test('the alarm of the clock takes each step', async () => {
    world.broker.useClock(new SystemClock())
    fail('a', 'b', 'c')
    world.startMove('dlq', 1)
    await world.settle()
    expect([world.held('orders'), vi.getTimerCount()]).toEqual([['a'], 1])
    vi.advanceTimersByTime(999)
    expect(world.held('orders')).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(world.held('orders')).toEqual(['a', 'b'])
    vi.advanceTimersByTime(1_000)
    expect([world.held('orders'), vi.getTimerCount()]).toEqual([['a', 'b', 'c'], 0])
  })

  test('a stop leaves no timer, and the task for the next start', async () => {
    world.broker.useClock(new SystemClock())
    fail('a', 'b')
    world.startMove('dlq', 1)
    await world.settle()
    await world.broker.stop(0)
    vi.advanceTimersByTime(60_000)
    expect([vi.getTimerCount(), world.held('orders'), taskStatuses()]).toEqual([0, ['a'], ['running']])
  })

  test('a task goes on by the clock that takes over', async () => {
    fail('a', 'b')
    world.startMove('dlq', 1)
    await world.settle()
    await world.clock.useSystem()
    vi.advanceTimersByTime(1_000)
    expect(world.held('orders')).toEqual(['a', 'b'])
  })
})

describe('while nothing can be written down', () => {
  test('a task is kept, and is done once a snapshot was saved', async () => {
    fail('a', 'b')
    world.startMove('dlq', 1)
    await world.settle()
    world.store.appending = 'failing'
    world.send('c')
    await world.settle()
    await world.advance(5_000)
    expect(world.broker.health.status).toBe('degraded')
    world.store.appending = 'atOnce'
    await vi.advanceTimersByTimeAsync(1_000)
    await world.settle()
    expect(world.broker.health.status).toBe('ready')
    expect([world.held('dlq'), taskStatuses()]).toEqual([[], ['completed']])
  })
})

async function startedTask() {
  world.startMove('dlq')
  return [...world.state.moveTasks.values()]
}

function taskStatuses(): string[] {
  return [...world.state.moveTasks.values()].map(({ status }) => status)
}
