import { describe, expect, test } from 'vitest'
import { freshEngine, granted, type TestQueue } from '../support/given.ts'

const { given, clock, engine } = freshEngine()

const waitOf = (queue: TestQueue, waitMs?: number) =>
  granted(engine.run(queue.receiveCommand(waitMs === undefined ? {} : { waitMs }))).waitMs

describe('a receive', () => {
  test('waits as long as it says, else as long as its queue says, else not at all', () => {
    expect(waitOf(given.queue({}, 'invoices'))).toBe(0)
    const orders = given.queue({ receiveWaitMs: 5_000 })
    expect([waitOf(orders), waitOf(orders, 7_000), waitOf(orders, 0)]).toEqual([5_000, 7_000, 0])
  })

  test('is given what is there, however long it would wait', () => {
    const orders = given.queue().holding('a')
    expect(orders.receive({ waitMs: 5_000 })).toEqual(['a'])
  })
})

describe('a receive that collects', () => {
  const two = { collect: true, maximumMessages: 2, waitMs: 5_000 } as const

  test('leaves what is there until all that it asks for are ready', () => {
    const orders = given.queue().holding('a')
    expect(orders.receive(two)).toEqual([])
    expect(orders.counts).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
    orders.send('b', { delayMs: 1_000 })
    clock.advance(999)
    expect(orders.receive(two)).toEqual([])
    clock.advance(1)
    expect(orders.receive(two)).toEqual(['a', 'b'])
  })

  test('is given what is there when it waits no longer', () => {
    const orders = given.queue().holding('a')
    expect(orders.receive({ ...two, waitMs: 0 })).toEqual(['a'])
  })

  test('does not count messages behind one in flight of their group', () => {
    const orders = given.fifo().holdingIn('g1', 'a', 'b', 'c').holdingIn('g2', 'd')
    orders.take({ maximumMessages: 1 })
    expect(orders.counts.ready).toBe(3)
    expect(orders.receive(two)).toEqual([])
    orders.holdingIn('g3', 'e')
    expect(orders.receive(two)).toEqual(['d', 'e'])
  })
})
