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

test('a queue that does not exist cannot be purged', () => {
  const orders = given.queue()
  orders.drop()
  expect(orders.purge()).toBe('queueNotFound')
})
