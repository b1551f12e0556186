import { expect, test } from 'vitest'
import { freshEngine } from '../support/given.ts'

const { given, clock } = freshEngine()
const hour = 3_600_000

test('a message is received again at the instant its visibility timeout ends, not a millisecond before', () => {
  const orders = given.queue({ visibilityTimeoutMs: 30_000 }).holding('a')
  expect(orders.receive()).toEqual(['a'])
  clock.advance(29_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
})

test('a queue that was told no visibility timeout has 30 seconds', () => {
  const orders = given.queue().holding('a')
  orders.receive()
  clock.advance(29_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
})

test('a timeout named by a receive counts for what it gave, and is not remembered', () => {
  const orders = given.queue({ visibilityTimeoutMs: 30_000 }).holding('a')
  orders.receive({ visibilityTimeoutMs: 5_000 })
  clock.advance(4_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
  clock.advance(29_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
})

test('a new timeout of the queue counts for later receives only', () => {
  const orders = given.queue({ visibilityTimeoutMs: 30_000 }).holding('a')
  orders.receive()
  orders.set({ visibilityTimeoutMs: 1_000 })
  clock.advance(29_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
  clock.advance(1_000)
  expect(orders.receive()).toEqual(['a'])
})

test('a timeout of 0 hands the message out and leaves it ready for the next receive', () => {
  const orders = given.queue().holding('a')
  const first = orders.takeOne({ visibilityTimeoutMs: 0 })
  const second = orders.takeOne({ visibilityTimeoutMs: 0 })
  expect(second.message.body).toBe('a')
  expect(second.receipt).not.toEqual(first.receipt)
  expect(orders.counts).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
})

test('one receive gives no message twice, whatever its timeout', () => {
  const orders = given.queue().holding('a', 'b')
  expect(orders.receive({ maximumMessages: 10, visibilityTimeoutMs: 0 })).toEqual(['a', 'b'])
})

test('changing visibility in flight sets a deadline counted from now', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  clock.advance(10_000)
  expect(orders.hide(held, 45_000).message.visibleAtMs).toBe(clock.nowMs() + 45_000)
  clock.advance(44_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
})

test('changing visibility to 0 makes the message receivable at once', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  expect(orders.tryHide(held, 0)).toBe('done')
  expect(orders.counts).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
  expect(orders.receive()).toEqual(['a'])
})

test('a changed timeout is not remembered: the next receive uses that of the queue', () => {
  const orders = given.queue({ visibilityTimeoutMs: 10_000 }).holding('a')
  orders.hide(orders.takeOne(), 2_000)
  clock.advance(2_000)
  expect(orders.receive()).toEqual(['a'])
  clock.advance(9_999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.receive()).toEqual(['a'])
})

test('twelve hours from the receive are allowed to SQS, a millisecond more is not', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  expect(orders.tryHide(held, 12 * hour)).toBe('done')
  expect(orders.tryHide(held, 12 * hour + 1)).toBe('visibilityCeilingExceeded')
  clock.advance(2 * hour)
  expect(orders.tryHide(held, 10 * hour + 1)).toBe('visibilityCeilingExceeded')
  expect(orders.tryHide(held, 10 * hour)).toBe('done')
})

test('extending does not move the instant from which the twelve hours count', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  clock.advance(20_000)
  orders.hide(held, 6 * hour)
  clock.advance(6 * hour - 1)
  expect(orders.tryHide(held, 6 * hour - 20_000 + 2)).toBe('visibilityCeilingExceeded')
  expect(orders.tryHide(held, 6 * hour - 20_000 + 1)).toBe('done')
})

test('a new receive starts the twelve hours again', () => {
  const orders = given.queue().holding('a')
  orders.takeOne()
  clock.advance(30_000)
  const again = orders.takeOne()
  expect(orders.tryHide(again, 12 * hour)).toBe('done')
})

test('a refused change leaves the deadline as it was', () => {
  const orders = given.queue({ visibilityTimeoutMs: 30_000 }).holding('a')
  orders.tryHide(orders.takeOne(), 12 * hour + 1)
  clock.advance(30_000)
  expect(orders.receive()).toEqual(['a'])
})

test('MNS counts its twelve hours from now, so a message can be held for longer', () => {
  const orders = given.queue().holding('a')
  let held = orders.takeOne()
  for (let times = 0; times < 3; times++) {
    held = orders.hide(held, 12 * hour, 'singleUse')
    clock.advance(12 * hour - 1)
    expect(orders.receive()).toEqual([])
  }
})
