import { expect, test } from 'vitest'
import { freshEngine } from '../support/given.ts'

const { given, clock } = freshEngine()

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
