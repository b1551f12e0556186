import { beforeEach, expect, test } from 'vitest'
import { freshEngine, type TestQueue } from '../support/given.ts'

const { given, clock } = freshEngine()
const attemptId = 'attempt'
const windowMs = 300_000
let orders: TestQueue

beforeEach(() => {
  orders = given.fifo({ visibilityTimeoutMs: 600_000 }).holdingIn('g1', 'a', 'b').holdingIn('g2', 'c')
})

test('a receive with the id of an earlier one is given the same messages with the same receipts', () => {
  const first = orders.take({ attemptId, maximumMessages: 2 })
  const second = orders.take({ attemptId, maximumMessages: 10 })
  expect(second.map(({ receipt }) => receipt)).toEqual(first.map(({ receipt }) => receipt))
  expect(second.map(({ message }) => message.receiveCount)).toEqual([1, 1])
})

test('another id, or none, is given other messages', () => {
  orders.take({ attemptId, maximumMessages: 2 })
  expect(orders.receive({ attemptId: 'another' })).toEqual(['c'])
  expect(orders.receive()).toEqual([])
})

test('a repeated attempt begins the visibility timeout anew', () => {
  const [a] = orders.take({ attemptId, maximumMessages: 1, visibilityTimeoutMs: 30_000 })
  clock.advance(20_000)
  orders.take({ attemptId, maximumMessages: 1, visibilityTimeoutMs: 30_000 })
  clock.advance(29_999)
  expect(orders.delete(a!)).toBe('done')
})

test('an attempt is known for five minutes, not a millisecond more', () => {
  orders.take({ attemptId, maximumMessages: 2 })
  clock.advance(windowMs - 1)
  expect(orders.receive({ attemptId })).toEqual(['a', 'b'])
  clock.advance(1)
  expect(orders.receive({ attemptId })).toEqual(['c'])
})

test('repeating an attempt does not lengthen the five minutes, also while a later one is known', () => {
  orders.take({ attemptId, maximumMessages: 2 })
  clock.advance(100_000)
  orders.holdingIn('g3', 'd').take({ attemptId: 'later', maximumMessages: 1 })
  clock.advance(100_000)
  expect(orders.receive({ attemptId })).toEqual(['a', 'b'])
  clock.advance(100_000)
  expect(orders.receive({ attemptId })).toEqual(['d'])
})

test('an attempt is over once one of its messages was deleted', () => {
  const [a] = orders.take({ attemptId, maximumMessages: 2 })
  orders.delete(a!)
  expect(orders.receive({ attemptId })).toEqual(['c'])
})

test('an attempt is over once the visibility of one of its messages was changed', () => {
  const [a] = orders.take({ attemptId, maximumMessages: 2 })
  orders.hide(a!, 60_000)
  expect(orders.receive({ attemptId })).toEqual(['c'])
})

test('an attempt is over once its messages are visible again', () => {
  orders.take({ attemptId, maximumMessages: 2, visibilityTimeoutMs: 30_000 })
  clock.advance(30_000)
  const again = orders.take({ attemptId, maximumMessages: 1 })
  expect(again.map(({ message }) => [message.body, message.receiveCount])).toEqual([['c', 1]])
})

test('an attempt that was given nothing is not remembered', () => {
  orders.purge()
  expect(orders.receive({ attemptId })).toEqual([])
  orders.holdingIn('g1', 'd')
  expect(orders.receive({ attemptId })).toEqual(['d'])
})

test('a purge ends every attempt', () => {
  orders.take({ attemptId })
  orders.purge()
  orders.holdingIn('g1', 'd')
  expect(orders.receive({ attemptId })).toEqual(['d'])
})

test('a standard queue passes the id over', () => {
  const standard = given.queue().holding('a', 'b')
  expect(standard.receive({ attemptId, maximumMessages: 1 })).toEqual(['a'])
  expect(standard.receive({ attemptId, maximumMessages: 1 })).toEqual(['b'])
})
