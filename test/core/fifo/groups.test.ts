import { beforeEach, describe, expect, test } from 'vitest'
import { freshEngine, type Held, type TestQueue } from '../../support/given.ts'

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

describe('the order across groups', () => {
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
    takeExactly(1)
    const peek = { kind: 'peekMessages', queue: orders.address, limit: 2, which: 'ready' } as const
    const result = orders.engine.run(peek)
    expect(result).toMatchObject({ value: { messages: [{ message: { body: 'c' } }, { message: { body: 'd' } }] } })
  })
})

describe('receipts', () => {
  test('a receipt ends with its visibility: no deletion and no change from that instant on', () => {
    orders.holdingIn('g1', 'a')
    const a = orders.takeOne()
    clock.advance(visibilityTimeoutMs)
    expect([orders.delete(a), orders.tryHide(a, 1_000)]).toEqual(['receiptExpired', 'receiptExpired'])
    expect(orders.receive()).toEqual(['a'])
  })

  test('a receipt holds through an extended visibility', () => {
    orders.holdingIn('g1', 'a')
    const a = orders.takeOne()
    orders.hide(a, 60_000)
    clock.advance(59_999)
    expect(orders.delete(a)).toBe('done')
    expect(orders.counts.ready + orders.counts.inFlight).toBe(0)
  })

  test('a receipt is replaced by that of the next receive', () => {
    orders.holdingIn('g1', 'a')
    const old = orders.takeOne()
    orders.hide(old, 0)
    const current = orders.takeOne()
    expect([orders.delete(old), orders.delete(current), orders.delete(current)]).toEqual([
      'receiptExpired',
      'done',
      'done',
    ])
  })

  test('one of a receive with visibility timeout 0 has ended when it is used', () => {
    orders.holdingIn('g1', 'a')
    expect(orders.delete(orders.takeOne({ visibilityTimeoutMs: 0 }))).toBe('receiptExpired')
    expect(orders.receive()).toEqual(['a'])
  })
})

describe('the in-flight limit', () => {
  test('a receive beyond it is empty, not refused', () => {
    orders.holdingIn('g1', 'a').holdingIn('g2', 'b')
    orders.take({ maximumMessages: 1, inFlightLimit: 1 })
    expect(orders.take({ inFlightLimit: 1 })).toEqual([])
  })
})

describe('what a send must name', () => {
  test('a send without a group is refused', () => {
    expect(orders.trySend('a')).toBe('messageGroupRequired')
  })

  test('a send without a deduplication id is refused where none is taken from the body', () => {
    orders.set({ contentBasedDeduplication: false })
    expect(orders.trySend('a', { groupId: 'g1' })).toBe('deduplicationIdRequired')
    expect(orders.trySend('a', { groupId: 'g1', deduplicationId: 'd' })).toBe('done')
  })

  test('a delay of its own is refused, one of 0 stands for that of the queue', () => {
    orders.set({ delayMs: 5_000 })
    expect(orders.trySend('a', { groupId: 'g1', delayMs: 1 })).toBe('delayOnFifoQueue')
    expect(orders.post('a', { groupId: 'g1', delayMs: 0 }).delayed).toBe(true)
    expect(orders.counts).toEqual({ ready: 0, delayed: 1, inFlight: 0 })
  })

  test('a deduplication id on a standard queue is refused', () => {
    expect(given.queue().trySend('a', { deduplicationId: 'd' })).toBe('deduplicationIdOnStandardQueue')
  })

  test('a sender that knows nothing of FIFO queues gives its messages one group, each of them unique', () => {
    orders.set({ contentBasedDeduplication: false })
    for (let count = 0; count < 2; count++) orders.send('a', { fallbackGroupId: 'mns', delayMs: 9_000 })
    const held = orders.take()
    expect(held.map(({ message }) => [message.body, message.groupId])).toEqual([['a', 'mns'], ['a', 'mns']]) // biome-ignore format: pairs
  })

  test('a batch with a send that is refused stores nothing', () => {
    const commands = [orders.sendCommand('a', { groupId: 'g1' }), orders.sendCommand('b')]
    const result = orders.engine.run({ kind: 'batch', queue: orders.address, commands })
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'messageGroupRequired' } })
    expect(orders.counts.ready).toBe(0)
  })

  test('a batch keeps its order', () => {
    const commands = ['a', 'b', 'c'].map((body) => orders.sendCommand(body, { groupId: 'g1' }))
    orders.engine.run({ kind: 'batch', queue: orders.address, commands })
    expect(orders.receive()).toEqual(['a', 'b', 'c'])
  })
})
