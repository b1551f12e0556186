import { expect, test } from 'vitest'
import { freshEngine } from '../support/given.ts'

const { given, clock } = freshEngine()

test('a new queue holds nothing', () => {
  expect(given.queue().counts).toEqual({ ready: 0, delayed: 0, inFlight: 0 })
})

test('each message is counted in the one state it is in', () => {
  const orders = given.queue().holding('a', 'b', 'c')
  orders.send('d', { delayMs: 5_000 })
  orders.send('e', { delayMs: 10_000 })
  const [a] = orders.take({ maximumMessages: 2, visibilityTimeoutMs: 8_000 })
  expect(orders.counts).toEqual({ ready: 1, delayed: 2, inFlight: 2 })
  orders.delete(a!)
  expect(orders.counts).toEqual({ ready: 1, delayed: 2, inFlight: 1 })
  clock.advance(5_000)
  expect(orders.counts).toEqual({ ready: 2, delayed: 1, inFlight: 1 })
  clock.advance(3_000)
  expect(orders.counts).toEqual({ ready: 3, delayed: 1, inFlight: 0 })
  clock.advance(2_000)
  expect(orders.counts).toEqual({ ready: 4, delayed: 0, inFlight: 0 })
})

test('deleting a ready, a delayed and an in-flight message takes each off its own count', () => {
  const orders = given.queue().holding('ready', 'inFlight')
  const delayed = orders.send('delayed', { delayMs: 5_000 })
  const [ready, inFlight] = orders.take()
  orders.tryHide(ready!, 0)
  expect(orders.counts).toEqual({ ready: 1, delayed: 1, inFlight: 1 })
  orders.delete(ready!)
  expect(orders.counts).toEqual({ ready: 0, delayed: 1, inFlight: 1 })
  orders.delete(delayed)
  expect(orders.counts).toEqual({ ready: 0, delayed: 0, inFlight: 1 })
  orders.delete(inFlight!)
  expect(orders.counts).toEqual({ ready: 0, delayed: 0, inFlight: 0 })
})

test('a change of visibility moves a message between ready and in flight', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  orders.tryHide(held, 0)
  expect(orders.counts).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
  orders.tryHide(held, 1_000)
  expect(orders.counts).toEqual({ ready: 0, delayed: 0, inFlight: 1 })
})

test('counts of one queue know nothing of another', () => {
  const orders = given.queue({}, 'orders').holding('a')
  const invoices = given.queue({}, 'invoices')
  orders.receive()
  expect(invoices.counts).toEqual({ ready: 0, delayed: 0, inFlight: 0 })
})
