import { describe, expect, test } from 'vitest'
import { freshEngine } from '../support/given.ts'

const { given, clock, engine } = freshEngine()

test('a message of a queue with a delay is received at the instant the delay ends, not a millisecond before', () => {
  const orders = given.queue({ delayMs: 10_000 }).holding('a')
  clock.advance(9_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
})

test('a delay on the message wins over that of the queue', () => {
  const orders = given.queue({ delayMs: 10_000 })
  orders.send('a', { delayMs: 20_000 })
  clock.advance(19_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
})

test('a delay of 0 on the message overrides that of the queue', () => {
  const orders = given.queue({ delayMs: 10_000 })
  orders.send('a', { delayMs: 0 })
  expect(orders.receive()).toEqual(['a'])
})

test('a new delay of the queue counts for later sends only', () => {
  const orders = given.queue({ delayMs: 10_000 }).holding('a')
  orders.set({ delayMs: 1_000 })
  orders.holding('b')
  clock.advance(1_000)
  expect(orders.receive()).toEqual(['b'])
  clock.advance(9_000)
  expect(orders.receive()).toEqual(['a'])
})

test('a delay taken away from the queue is 0 again', () => {
  const orders = given.queue({ delayMs: 10_000 })
  orders.set({ delayMs: null })
  orders.holding('a')
  expect(orders.receive()).toEqual(['a'])
})

test('a delayed message is counted as delayed until its delay ends, then as ready', () => {
  const orders = given.queue({ delayMs: 10_000 }).holding('a')
  clock.advance(9_999)
  expect(orders.counts).toEqual({ ready: 0, delayed: 1, inFlight: 0 })
  clock.advance(1)
  expect(orders.counts).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
})

test('a message knows when it was sent and when it becomes visible', () => {
  const { message } = given.queue({ delayMs: 10_000 }).send('a')
  expect(message.sentAtMs).toBe(clock.nowMs())
  expect(message.visibleAtMs).toBe(clock.nowMs() + 10_000)
})

describe('on a FIFO queue', () => {
  test('messages are delayed by their queue, and keep their order', () => {
    const orders = given.fifo({ delayMs: 10_000 }).holdingIn('g1', 'a')
    clock.advance(4_000)
    orders.holdingIn('g1', 'b')
    clock.advance(5_999)
    expect(orders.receive()).toEqual([])
    clock.advance(1)
    expect(orders.receive()).toEqual(['a'])
  })

  test('a delayed message holds up its group until its delay is over', () => {
    const orders = given.fifo({ delayMs: 10_000 }).holdingIn('g1', 'a')
    orders.set({ delayMs: 10_000 })
    clock.advance(10_000)
    orders.holdingIn('g1', 'b')
    expect(orders.receive()).toEqual(['a'])
    expect(orders.counts).toEqual({ ready: 0, delayed: 1, inFlight: 1 })
  })

  test('a shorter delay counts for messages that are there, from their sends', () => {
    const orders = given.fifo({ delayMs: 60_000 }).holdingIn('g1', 'a')
    clock.advance(4_000)
    orders.set({ delayMs: 5_000 })
    clock.advance(999)
    expect(orders.receive()).toEqual([])
    clock.advance(1)
    expect(orders.receive()).toEqual(['a'])
  })

  test('taking the delay away makes delayed messages ready at once', () => {
    const orders = given.fifo({ delayMs: 60_000 }).holdingIn('g1', 'a', 'b')
    orders.set({ delayMs: null })
    expect(orders.receive()).toEqual(['a', 'b'])
  })

  test('a longer delay counts for messages that are there, those that were ready included', () => {
    const orders = given.fifo().holdingIn('g1', 'a')
    clock.advance(4_000)
    orders.set({ delayMs: 10_000 })
    expect(orders.counts).toEqual({ ready: 0, delayed: 1, inFlight: 0 })
    clock.advance(5_999)
    expect(orders.receive()).toEqual([])
    clock.advance(1)
    expect(orders.receive()).toEqual(['a'])
  })

  test('a delay that is over for a message changes nothing for it', () => {
    const orders = given.fifo({ delayMs: 5_000 }).holdingIn('g1', 'a')
    clock.advance(5_000)
    const before = engine.entries.length
    orders.set({ delayMs: 2_000 })
    expect(engine.entries.slice(before).flatMap(({ events }) => events.map(({ kind }) => kind))).toEqual([
      'queueSettingsChanged',
    ])
    expect(orders.receive()).toEqual(['a'])
  })

  test('a message that was received is in flight by its visibility, whatever the delay', () => {
    const orders = given.fifo({ visibilityTimeoutMs: 30_000 }).holdingIn('g1', 'a', 'b')
    orders.take({ maximumMessages: 1 })
    orders.set({ delayMs: 60_000 })
    expect(orders.counts).toEqual({ ready: 0, delayed: 1, inFlight: 1 })
    clock.advance(30_000)
    expect(orders.receive()).toEqual(['a'])
  })

  test('on a standard queue the delay of messages that are there stays', () => {
    const orders = given.queue({ delayMs: 10_000 }).holding('a')
    orders.set({ delayMs: 0 })
    expect(orders.receive()).toEqual([])
    clock.advance(10_000)
    expect(orders.receive()).toEqual(['a'])
  })
})
