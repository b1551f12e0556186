import { beforeEach, expect, test } from 'vitest'
import { freshEngine, type TestQueue } from '../support/given.ts'

const { given } = freshEngine()
let orders: TestQueue

beforeEach(() => {
  orders = given.fifo()
})

test('a receive takes all it can from one group before it turns to the next', () => {
  orders.holdingIn('g1', 'g1-m1').holdingIn('g2', 'g2-m1').holdingIn('g1', 'g1-m2', 'g1-m3')
  expect(orders.receive()).toEqual(['g1-m1', 'g1-m2', 'g1-m3', 'g2-m1'])
})

test('a receive that is full in the midst of a group leaves the rest of it locked', () => {
  orders.holdingIn('g1', 'a', 'b', 'c').holdingIn('g2', 'd')
  expect(orders.receive({ maximumMessages: 2 })).toEqual(['a', 'b'])
  expect(orders.receive()).toEqual(['d'])
})

test('groups that were never served go before those that are available again', () => {
  orders.holdingIn('g1', 'g1-m1', 'g1-m2').holdingIn('g2', 'g2-m1', 'g2-m2').holdingIn('g3', 'g3-m1')
  const atOnce = { visibilityTimeoutMs: 0 }
  expect(orders.receive({ maximumMessages: 3, ...atOnce })).toEqual(['g1-m1', 'g1-m2', 'g2-m1'])
  expect(orders.receive(atOnce)).toEqual(['g3-m1', 'g1-m1', 'g1-m2', 'g2-m1', 'g2-m2'])
})

test('priorities count for nothing', () => {
  orders.send('late', { groupId: 'g1', priority: 16 })
  orders.send('early', { groupId: 'g1', priority: 1 })
  orders.send('other', { groupId: 'g2', priority: 1 })
  expect(orders.receive()).toEqual(['late', 'early', 'other'])
})

test('looking at ready messages leaves out those that are locked', () => {
  orders.holdingIn('g1', 'a', 'b').holdingIn('g2', 'c', 'd', 'e')
  orders.take({ maximumMessages: 1 })
  const peek = { kind: 'peekMessages', queue: orders.address, limit: 2, which: 'ready' } as const
  const result = orders.engine.run(peek)
  expect(result).toMatchObject({ value: { messages: [{ message: { body: 'c' } }, { message: { body: 'd' } }] } })
})
