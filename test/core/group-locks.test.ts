import { beforeEach, describe, expect, test } from 'vitest'
import { freshEngine, type Held, type TestQueue } from '../support/given.ts'

const { given, clock } = freshEngine()
const visibilityTimeoutMs = 30_000
let orders: TestQueue

beforeEach(() => {
  orders = given.fifo({ visibilityTimeoutMs })
})

/** Takes exactly this many messages, in order. */
function takeExactly(count: number): Held[] {
  const held = orders.take({ maximumMessages: count })
  expect(held).toHaveLength(count)
  return held
}

describe('the lock of a group', () => {
  test('while a message is in flight, nothing of its group is handed out', () => {
    orders.holdingIn('g1', 'a', 'b')
    takeExactly(1)
    expect(orders.receive()).toEqual([])
  })

  test('a group in flight does not lock the others', () => {
    orders.holdingIn('g1', 'a', 'b').holdingIn('g2', 'c')
    takeExactly(1)
    expect(orders.receive()).toEqual(['c'])
  })

  test('three in flight, the first extended, the others over: nothing is handed out', () => {
    orders.holdingIn('g1', 'a', 'b', 'c')
    const [a] = takeExactly(3)
    orders.hide(a!, 60_000)
    clock.advance(visibilityTimeoutMs)
    expect(orders.counts).toEqual({ ready: 2, delayed: 0, inFlight: 1 })
    expect(orders.receive()).toEqual([])
  })

  test('three in flight, the second extended, the others over: only the first is handed out', () => {
    orders.holdingIn('g1', 'a', 'b', 'c')
    const [, b] = takeExactly(3)
    orders.hide(b!, 60_000)
    clock.advance(visibilityTimeoutMs)
    expect(orders.receive()).toEqual(['a'])
  })

  test('three in flight, the third extended, the others over: the first two are handed out', () => {
    orders.holdingIn('g1', 'a', 'b', 'c')
    const [, , c] = takeExactly(3)
    orders.hide(c!, 60_000)
    clock.advance(visibilityTimeoutMs)
    expect(orders.receive()).toEqual(['a', 'b'])
  })

  test('two in flight, the first made visible: it is handed out alone, the second stays in flight', () => {
    orders.holdingIn('g1', 'a', 'b', 'c')
    const [a] = takeExactly(2)
    orders.hide(a!, 0)
    expect(orders.receive()).toEqual(['a'])
    expect(orders.receive()).toEqual([])
  })

  test('two in flight, the first shortened: it is handed out alone at that instant', () => {
    orders.holdingIn('g1', 'a', 'b', 'c')
    const [a] = takeExactly(2)
    orders.hide(a!, 2_000)
    clock.advance(1_999)
    expect(orders.receive()).toEqual([])
    clock.advance(1)
    expect(orders.receive()).toEqual(['a'])
  })

  test('two in flight, the second made visible: the first keeps the group locked', () => {
    orders.holdingIn('g1', 'a', 'b', 'c')
    const [, b] = takeExactly(2)
    orders.hide(b!, 0)
    expect(orders.receive()).toEqual([])
  })

  test('two in flight, the first deleted: the second keeps the group locked, other groups go on', () => {
    orders.holdingIn('g1', 'a', 'b', 'c').holdingIn('g2', 'd')
    const [a] = takeExactly(2)
    orders.delete(a!)
    expect(orders.receive()).toEqual(['d'])
    expect(orders.receive()).toEqual([])
  })

  test('two in flight, the second deleted: the first keeps the group locked', () => {
    orders.holdingIn('g1', 'a', 'b', 'c')
    const [, b] = takeExactly(2)
    orders.delete(b!)
    expect(orders.receive()).toEqual([])
  })

  test('two in flight, both deleted: the rest of the group is handed out at once', () => {
    for (const [first, second] of [[0, 1] as const, [1, 0] as const]) {
      orders.purge()
      orders.holdingIn('g1', 'a', 'b', 'c', 'd')
      const held = takeExactly(2)
      orders.delete(held[first]!)
      orders.delete(held[second]!)
      expect(orders.receive()).toEqual(['c', 'd'])
    }
  })

  test('a send into a locked group does not unlock it', () => {
    orders.holdingIn('g1', 'a')
    const [a] = takeExactly(1)
    orders.holdingIn('g1', 'b')
    expect(orders.receive()).toEqual([])
    orders.delete(a!)
    expect(orders.receive()).toEqual(['b'])
  })

  test('a group that was emptied works again', () => {
    orders.holdingIn('g1', 'a')
    orders.delete(orders.takeOne())
    expect(orders.receive()).toEqual([])
    orders.holdingIn('g1', 'b')
    expect(orders.receive()).toEqual(['b'])
  })

  test('a group is free again at the instant the visibility timeout ends, in its order', () => {
    orders.holdingIn('g1', 'a', 'b')
    takeExactly(1)
    clock.advance(visibilityTimeoutMs - 1)
    expect(orders.receive()).toEqual([])
    clock.advance(1)
    expect(orders.receive()).toEqual(['a', 'b'])
  })

  test('the expiry of the message that locks a group frees the group', () => {
    orders.set({ retentionMs: 60_000, visibilityTimeoutMs: 600_000 })
    orders.holdingIn('g1', 'a')
    clock.advance(1_000)
    orders.holdingIn('g1', 'b')
    takeExactly(1)
    clock.advance(58_999)
    expect(orders.receive()).toEqual([])
    clock.advance(1)
    expect(orders.receive()).toEqual(['b'])
  })

  test('a purge frees every group', () => {
    orders.holdingIn('g1', 'a', 'b')
    takeExactly(1)
    orders.purge()
    orders.holdingIn('g1', 'c')
    expect(orders.receive()).toEqual(['c'])
  })

  test('locked messages still count as ready', () => {
    for (const group of ['g1', 'g2', 'g3']) orders.holdingIn(group, `${group}-a`, `${group}-b`)
    orders.take({ maximumMessages: 1 })
    orders.take({ maximumMessages: 1 })
    expect(orders.counts).toEqual({ ready: 4, delayed: 0, inFlight: 2 })
  })
})
