import { expect, test } from 'vitest'
import { freshEngine } from '../support/given.ts'

const { given, clock } = freshEngine()

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
