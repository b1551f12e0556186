import { beforeEach, describe, expect, test } from 'vitest'
import { evolve } from '../../src/core/evolve.ts'
import { nextDue } from '../../src/core/rules/due.ts'
import { emptyState } from '../../src/core/state.ts'
import { addressOf, freshEngine, type TestQueue } from '../support/given.ts'
import { restored } from '../support/records.ts'

const { given, clock, engine } = freshEngine()
const redrive = { redrive: { deadLetterQueue: addressOf('dlq'), maxReceives: 1 } }
const atOnce = { visibilityTimeoutMs: 0 }
let dlq: TestQueue
let orders: TestQueue

beforeEach(() => {
  dlq = given.queue({}, 'dlq')
  orders = given.queue(redrive)
})

/** Sends these bodies to a queue and has each fail once, so that they land in its dead-letter queue. */
function fail(queue: TestQueue, ...bodies: readonly string[]): void {
  queue.holding(...bodies)
  queue.receive({ maximumMessages: 1_000, ...atOnce })
  queue.receive({ maximumMessages: 1_000, ...atOnce })
}

describe('moving back', () => {
  test('without a destination each message goes back to the queue it came from', () => {
    const invoices = given.queue(redrive, 'invoices')
    fail(orders, 'a', 'b')
    fail(invoices, 'c')
    dlq.startMove()
    clock.tick()
    expect([orders.receive(), invoices.receive(), dlq.contents]).toEqual([['a', 'b'], ['c'], []])
    expect(dlq.moveTasks).toMatchObject([{ status: 'completed', toMove: 3, moved: 3 }])
  })

  test('with a destination all go there, whatever their source', () => {
    const rescue = given.queue({}, 'rescue')
    fail(orders, 'a')
    dlq.holding('sent there')
    dlq.startMove({ destination: rescue.address })
    clock.tick()
    expect([rescue.receive(), dlq.contents, orders.contents]).toEqual([['a', 'sent there'], [], []])
  })

  test('a moved message is a new one: id, times and counts begin again, body and attributes stay', () => {
    const attributes = [{ name: 'n', type: 'String', value: 'v' }] as const
    const { message } = orders.send('a', { attributes, extras: { traceHeader: 'Root=1' }, priority: 3 })
    for (let count = 0; count < 2; count++) orders.receive(atOnce)
    clock.advance(5_000)
    dlq.startMove()
    clock.tick()
    const { message: moved } = orders.takeOne()
    expect(moved).toMatchObject({
      body: 'a',
      attributes,
      extras: { traceHeader: 'Root=1' },
      priority: 3,
      receiveCount: 1,
    })
    expect(moved).toMatchObject({ sentAtMs: clock.nowMs(), firstReceivedAtMs: clock.nowMs() })
    expect(moved.extras).not.toHaveProperty('deadLetterSource')
    expect(moved.extras).not.toHaveProperty('receivesElsewhere')
    expect(moved.id).not.toBe(message.id)
  })

  test('a queue that allows one receive gives a moved message once again', () => {
    fail(orders, 'a')
    dlq.startMove()
    clock.tick()
    expect([orders.receive(atOnce), orders.receive(atOnce), dlq.receive()]).toEqual([['a'], [], ['a']])
  })

  test('its retention begins again', () => {
    orders.set({ retentionMs: 60_000 })
    fail(orders, 'a')
    clock.advance(50_000)
    dlq.startMove()
    clock.tick()
    clock.advance(59_999)
    expect(orders.counts.ready).toBe(1)
    clock.advance(1)
    expect(orders.counts.ready).toBe(0)
  })

  test('messages in flight or delayed stay', () => {
    fail(orders, 'a', 'b')
    dlq.take({ maximumMessages: 1 })
    dlq.send('late', { delayMs: 10_000 })
    expect(dlq.startMove()).toMatchObject({ toMove: 1 })
    clock.tick()
    expect([orders.receive(), dlq.contents]).toEqual([['b'], ['a inFlight', 'late delayed']])
  })

  test('on FIFO queues groups and their order stay, and no message is taken for a duplicate', () => {
    const fifoDlq = given.fifo({}, 'dlq.fifo')
    const fifo = given.fifo({ redrive: { deadLetterQueue: fifoDlq.address, maxReceives: 1 } })
    fifo.holdingIn('g1', 'a', 'b').holdingIn('g2', 'c')
    for (let count = 0; count < 2; count++) fifo.receive(atOnce)
    fifoDlq.startMove()
    clock.tick()
    const held = fifo.take()
    expect(held.map(({ message }) => [message.body, message.groupId])).toEqual([['a', 'g1'], ['b', 'g1'], ['c', 'g2']]) // biome-ignore format: pairs
    expect(held.every(({ message }) => message.extras?.deduplicationId === message.id)).toBe(true)
  })

  test.each([undefined, 1])('a group that is locked stays, and the others go, at %s a second', (ratePerSecond) => {
    const fifoDlq = given.fifo({}, 'dlq.fifo')
    const fifo = given.fifo({ redrive: { deadLetterQueue: fifoDlq.address, maxReceives: 1 } })
    fifoDlq.holdingIn('g1', 'a', 'b').holdingIn('g2', 'c').holdingIn('g3', 'd')
    fifoDlq.take({ maximumMessages: 1 })
    fifoDlq.startMove({ destination: fifo.address, ...(ratePerSecond && { ratePerSecond }) })
    for (let second = 0; second < 3; second++) {
      clock.tick()
      clock.advance(1_000)
    }
    expect(fifoDlq.moveTasks).toMatchObject([{ status: 'completed', moved: 2 }])
    expect([fifo.receive(), fifoDlq.contents]).toEqual([
      ['c', 'd'],
      ['a inFlight', 'b ready'],
    ])
  })

  test('more than one turn can move are moved in several', () => {
    const bodies = Array.from({ length: 2_500 }, (_, at) => `m${at}`)
    dlq.holding(...bodies)
    dlq.startMove({ destination: orders.address })
    const moved: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      clock.tick()
      moved.push(dlq.moveTasks[0]!.moved)
    }
    expect(moved).toEqual([1_000, 2_000, 2_500])
    expect(orders.receive({ maximumMessages: 2_500 })).toEqual(bodies)
  })
})

describe('the rate', () => {
  test('at one a second, four messages take three seconds, each at its instant', () => {
    fail(orders, 'a', 'b', 'c', 'd')
    dlq.startMove({ ratePerSecond: 1 })
    clock.tick()
    expect(orders.counts.ready).toBe(1)
    for (const expected of [2, 3, 4]) {
      clock.advance(999)
      clock.tick()
      expect(orders.counts.ready).toBe(expected - 1)
      clock.advance(1)
      clock.tick()
      expect(orders.counts.ready).toBe(expected)
    }
    expect(dlq.moveTasks[0]?.status).toBe('completed')
  })

  test('at three a second, rounding does not slow it down', () => {
    const bodies = Array.from({ length: 31 }, (_, at) => `m${at}`)
    dlq.holding(...bodies)
    dlq.startMove({ destination: orders.address, ratePerSecond: 3 })
    clock.advance(9_999)
    clock.tick()
    expect(orders.counts.ready).toBe(30)
    clock.advance(1)
    clock.tick()
    expect(orders.counts.ready).toBe(31)
  })

  test('the next step is what is due next', () => {
    dlq.holding('a', 'b')
    dlq.startMove({ destination: orders.address, ratePerSecond: 2 })
    clock.tick()
    expect(nextDue(engine.state, clock.nowMs())).toBe(clock.nowMs() + 500)
  })
})

describe('the end of a task', () => {
  test('a message of unknown source stops a task without destination, and stays', () => {
    fail(orders, 'a')
    dlq.holding('sent there', 'behind')
    dlq.startMove()
    clock.tick()
    expect(dlq.moveTasks).toMatchObject([{ status: 'failed', failure: 'sourceUnknown', moved: 1 }])
    expect([orders.receive(), dlq.contents]).toEqual([['a'], ['sent there ready', 'behind ready']])
  })

  test('a destination that is deleted while it runs stops it, and the rest stays', () => {
    const rescue = given.queue({}, 'rescue')
    dlq.holding('a', 'b')
    dlq.startMove({ destination: rescue.address, ratePerSecond: 1 })
    clock.tick()
    rescue.drop()
    clock.advance(1_000)
    clock.tick()
    expect(dlq.moveTasks).toMatchObject([{ status: 'failed', failure: 'queueNotFound', moved: 1, toMove: 2 }])
    expect(dlq.contents).toEqual(['b ready'])
  })

  test('a source of the messages that is gone stops it too', () => {
    fail(orders, 'a')
    orders.drop()
    given.queue(redrive, 'other')
    dlq.startMove()
    clock.tick()
    expect(dlq.moveTasks).toMatchObject([{ status: 'failed', failure: 'queueNotFound', moved: 0 }])
    expect(dlq.receive()).toEqual(['a'])
  })

  test('the deletion of the dead-letter queue ends it', () => {
    dlq.holding('a', 'b')
    const { id } = dlq.startMove({ destination: orders.address, ratePerSecond: 1 })
    clock.tick()
    dlq.drop()
    clock.advance(1_000)
    clock.tick()
    expect(engine.state.moveTasks.get(id)?.status).toBe('failed')
    expect(nextDue(engine.state, clock.nowMs())).toBe(clock.nowMs() - 1_000 + 345_600_000)
  })

  test('one with nothing to move is completed', () => {
    expect(dlq.startMove()).toMatchObject({ toMove: 0, status: 'running' })
    clock.tick()
    expect(dlq.moveTasks).toMatchObject([{ status: 'completed', moved: 0 }])
  })

  test('one that is cancelled moves no more, and what it moved stays moved', () => {
    dlq.holding('a', 'b')
    const { id } = dlq.startMove({ destination: orders.address, ratePerSecond: 1 })
    clock.tick()
    expect(dlq.tryCancelMove(id)).toBe('done')
    clock.advance(10_000)
    clock.tick()
    expect(dlq.moveTasks).toMatchObject([{ status: 'cancelled', moved: 1 }])
    expect([orders.receive(), dlq.receive()]).toEqual([['a'], ['b']])
    expect(dlq.tryCancelMove(id)).toBe('moveTaskNotRunning')
  })
})

describe('a restart', () => {
  test('a task goes on from a snapshot at its next instant', () => {
    dlq.holding('a', 'b', 'c')
    dlq.startMove({ destination: orders.address, ratePerSecond: 1 })
    clock.tick()
    engine.state = restored(engine.state)
    clock.advance(999)
    clock.tick()
    expect(orders.counts.ready).toBe(1)
    clock.advance(1_001)
    clock.tick()
    expect([orders.receive(), dlq.moveTasks[0]?.status]).toEqual([['a', 'b', 'c'], 'completed'])
  })

  test('a task goes on from a journal that breaks off between two steps', () => {
    dlq.holding('a', 'b', 'c')
    dlq.startMove({ destination: orders.address, ratePerSecond: 1 })
    clock.tick()
    clock.advance(1_000)
    clock.tick()
    const lost = engine.entries.pop()!
    const state = emptyState('isolated')
    for (const entry of engine.entries) for (const event of entry.events) evolve(state, event, entry)
    engine.state = Object.assign(state, { sequence: lost.sequence - 1 })
    expect(dlq.contents).toEqual(['b ready', 'c ready'])
    clock.advance(1_000)
    clock.tick()
    expect([orders.receive(), dlq.moveTasks[0]]).toMatchObject([['a', 'b', 'c'], { status: 'completed', moved: 3 }])
  })
})
