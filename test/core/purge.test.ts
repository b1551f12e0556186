import { expect, test } from 'vitest'
import { freshEngine } from '../support/given.ts'

const { given, clock, engine } = freshEngine()

test('a purge removes ready, delayed and in-flight messages', () => {
  const orders = given.queue().holding('a', 'b')
  orders.send('c', { delayMs: 5_000 })
  orders.receive({ maximumMessages: 1 })
  expect(orders.purge()).toBe('done')
  expect(orders.counts).toEqual({ ready: 0, delayed: 0, inFlight: 0 })
  clock.advance(30_000)
  expect(orders.contents).toEqual([])
})

test('messages sent after a purge stay, also within the same millisecond', () => {
  const orders = given.queue().holding('a')
  orders.purge()
  orders.holding('b')
  expect(orders.receive()).toEqual(['b'])
})

test('a purge uses up no number: what follows goes on counting', () => {
  const orders = given.queue().holding('a', 'b')
  orders.purge()
  expect(orders.send('c').message.sequence).toBe(3)
})

test('a purge leaves settings, tags and other queues alone', () => {
  const orders = given.queue({ delayMs: 1_000 }, 'orders').holding('a')
  const invoices = given.queue({}, 'invoices').holding('b')
  engine.run({ kind: 'tagQueue', queue: orders.address, tags: [{ name: 'team', value: 'pay' }] })
  orders.purge()
  expect(orders.settings).toEqual({ delayMs: 1_000 })
  expect(orders.tags).toEqual([{ name: 'team', value: 'pay' }])
  expect(invoices.contents).toEqual(['b ready'])
})

test('a queue is purged as often as one likes', () => {
  const orders = given.queue()
  expect([orders.purge(), orders.purge()]).toEqual(['done', 'done'])
})

test('strict: a second purge is refused for 60 seconds, to the millisecond', () => {
  given.strictWaits()
  const orders = given.queue().holding('a')
  expect(orders.purge()).toBe('done')
  orders.holding('b')
  clock.advance(59_999)
  expect(orders.purge()).toBe('purgeInProgress')
  expect(orders.contents).toEqual(['b ready'])
  clock.advance(1)
  expect(orders.purge()).toBe('done')
  expect(orders.contents).toEqual([])
})

test('strict: a refused purge does not lengthen the wait', () => {
  given.strictWaits()
  const orders = given.queue()
  orders.purge()
  clock.advance(59_999)
  orders.purge()
  clock.advance(1)
  expect(orders.purge()).toBe('done')
})

test('strict: each queue waits for itself', () => {
  given.strictWaits()
  const orders = given.queue({}, 'orders')
  const invoices = given.queue({}, 'invoices')
  expect([orders.purge(), invoices.purge()]).toEqual(['done', 'done'])
})

test('a queue that does not exist cannot be purged', () => {
  const orders = given.queue()
  orders.drop()
  expect(orders.purge()).toBe('queueNotFound')
})
