import { beforeEach, describe, expect, test } from 'vitest'
import { freshEngine, type Held, type TestQueue } from '../support/given.ts'

const { given, clock } = freshEngine()

/** The newest hold with another receipt number. */
const withNumber = (held: Held, receiptNumber: number): Held => ({
  ...held,
  receipt: { ...held.receipt, receiptNumber },
})

test('SQS: a message in flight is deleted by its receipt', () => {
  const orders = given.queue().holding('a')
  expect(orders.delete(orders.takeOne())).toBe('done')
  expect(orders.contents).toEqual([])
})

test('SQS: a receipt whose visibility timeout is over still deletes', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  clock.advance(30_000)
  expect(orders.contents).toEqual(['a ready'])
  expect(orders.delete(held)).toBe('done')
  expect(orders.contents).toEqual([])
})

test('SQS: a receipt deletes after its timeout was extended', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  orders.hide(held, 60_000)
  clock.advance(45_000)
  expect(orders.delete(held)).toBe('done')
  expect(orders.contents).toEqual([])
})

test('SQS: an older receipt still deletes after the message was received again', () => {
  const orders = given.queue().holding('a')
  const older = orders.takeOne()
  clock.advance(30_000)
  orders.takeOne()
  expect(orders.delete(older)).toBe('done')
  expect(orders.contents).toEqual([])
})

test('SQS: deleting twice succeeds each time', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  expect(orders.delete(held)).toBe('done')
  expect(orders.delete(held)).toBe('done')
})

test('SQS: deleting a message that has expired succeeds', () => {
  const orders = given.queue({ retentionMs: 60_000 }).holding('a')
  const held = orders.takeOne()
  clock.advance(60_000)
  expect(orders.delete(held)).toBe('done')
})

test('SQS: a change of visibility after the timeout is over hides the message again', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  clock.advance(30_000)
  expect(orders.tryHide(held, 5_000)).toBe('done')
  expect(orders.contents).toEqual(['a inFlight'])
  clock.advance(5_000)
  expect(orders.receive()).toEqual(['a'])
})

test('SQS: an older receipt changes visibility while the message is held by a newer one', () => {
  const orders = given.queue().holding('a')
  const older = orders.takeOne()
  clock.advance(30_000)
  const newer = orders.takeOne()
  expect(orders.tryHide(older, 0)).toBe('done')
  expect(orders.contents).toEqual(['a ready'])
  expect(orders.delete(newer)).toBe('done')
})

test('SQS: a change of visibility keeps the receipt', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  expect(orders.hide(held, 60_000).receipt).toEqual(held.receipt)
})

test('SQS: a deleted, an expired and a purged message have no visibility to change', () => {
  const orders = given.queue({ retentionMs: 60_000 }).holding('a', 'b', 'c')
  const [deleted, purged, expired] = orders.take()
  orders.delete(deleted!)
  expect(orders.tryHide(deleted!, 1_000)).toBe('messageNotFound')
  clock.advance(60_000)
  expect(orders.tryHide(expired!, 1_000)).toBe('messageNotFound')
  orders.purge()
  expect(orders.tryHide(purged!, 1_000)).toBe('messageNotFound')
})

for (const rule of ['reusable', 'singleUse'] as const) {
  test(`${rule}: a receipt of another queue is refused, and the message of that number is untouched`, () => {
    const orders = given.queue({}, 'orders').holding('a')
    const invoices = given.queue({}, 'invoices').holding('b')
    const held = orders.takeOne()
    invoices.takeOne()
    expect(invoices.delete(held, rule)).toBe('receiptOfAnotherQueue')
    expect(invoices.tryHide(held, 0, rule)).toBe('receiptOfAnotherQueue')
    expect(invoices.contents).toEqual(['b inFlight'])
    expect(orders.contents).toEqual(['a inFlight'])
  })

  test(`${rule}: a receipt that was never issued is invalid`, () => {
    const orders = given.queue().holding('a')
    const held = orders.takeOne()
    const neverSent = { ...held, receipt: { ...held.receipt, sequence: 2 } }
    for (const forged of [withNumber(held, held.receipt.receiptNumber + 1), neverSent]) {
      expect(orders.delete(forged, rule)).toBe('receiptHandleInvalid')
      expect(orders.tryHide(forged, 0, rule)).toBe('receiptHandleInvalid')
    }
    expect(orders.contents).toEqual(['a inFlight'])
  })

  test(`${rule}: a receipt from before the queue was deleted and made again is of another queue`, () => {
    const before = given.queue().holding('a')
    const held = before.takeOne()
    before.drop()
    const after = given.queue().holding('b')
    after.takeOne()
    expect(after.delete(held, rule)).toBe('receiptOfAnotherQueue')
    expect(after.contents).toEqual(['b inFlight'])
  })

  test(`${rule}: a queue that does not exist comes before what is wrong with the receipt`, () => {
    const orders = given.queue().holding('a')
    const held = orders.takeOne()
    orders.drop()
    expect(orders.delete(held, rule)).toBe('queueNotFound')
    expect(orders.tryHide(held, 0, rule)).toBe('queueNotFound')
  })
}

test('MNS: a receipt is good until its time is over, not at that instant', () => {
  const orders = given.queue().holding('a', 'b')
  const [first, second] = orders.take()
  clock.advance(29_999)
  expect(orders.delete(first!, 'singleUse')).toBe('done')
  clock.advance(1)
  expect(orders.delete(second!, 'singleUse')).toBe('receiptExpired')
  expect(orders.tryHide(second!, 1_000, 'singleUse')).toBe('receiptExpired')
  expect(orders.contents).toEqual(['b ready'])
})

test('MNS: a receipt is not good once the message was received again', () => {
  const orders = given.queue().holding('a')
  const older = orders.takeOne()
  clock.advance(30_000)
  const newer = orders.takeOne()
  expect(orders.delete(older, 'singleUse')).toBe('receiptExpired')
  expect(orders.tryHide(older, 1_000, 'singleUse')).toBe('receiptExpired')
  expect(orders.delete(newer, 'singleUse')).toBe('done')
})

test('MNS: a change of visibility replaces the receipt', () => {
  const orders = given.queue().holding('a')
  const before = orders.takeOne()
  const after = orders.hide(before, 60_000, 'singleUse')
  expect(after.receipt).not.toEqual(before.receipt)
  expect(orders.delete(before, 'singleUse')).toBe('receiptExpired')
  expect(orders.tryHide(before, 1_000, 'singleUse')).toBe('receiptExpired')
  clock.advance(59_999)
  expect(orders.delete(after, 'singleUse')).toBe('done')
})

test('MNS: a receipt is used up by a delete', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  expect(orders.delete(held, 'singleUse')).toBe('done')
  expect(orders.delete(held, 'singleUse')).toBe('messageNotFound')
  expect(orders.tryHide(held, 1_000, 'singleUse')).toBe('messageNotFound')
})

test('MNS: the message of a receipt that has expired is not found', () => {
  const orders = given.queue({ retentionMs: 60_000, visibilityTimeoutMs: 600_000 }).holding('a')
  const held = orders.takeOne()
  clock.advance(60_000)
  expect(orders.delete(held, 'singleUse')).toBe('messageNotFound')
})

test('MNS: a delayed message is deleted by the receipt of its send', () => {
  const orders = given.queue()
  const sent = orders.send('a', { delayMs: 10_000 })
  expect(orders.delete(sent, 'singleUse')).toBe('done')
  expect(orders.contents).toEqual([])
})

test('MNS: a delayed message stays delayed for as long as a change by the receipt of its send says', () => {
  const orders = given.queue()
  const sent = orders.send('a', { delayMs: 10_000 })
  const changed = orders.hide(sent, 1_000, 'singleUse')
  expect(orders.contents).toEqual(['a delayed'])
  expect(orders.tryHide(sent, 5_000, 'singleUse')).toBe('receiptExpired')
  clock.advance(999)
  expect(orders.receive()).toEqual([])
  clock.advance(1)
  expect(orders.delete(changed, 'singleUse')).toBe('receiptExpired')
  expect(orders.receive()).toEqual(['a'])
})

test('MNS: the receipt of a send is not good once the delay is over', () => {
  const orders = given.queue()
  const sent = orders.send('a', { delayMs: 10_000 })
  clock.advance(10_000)
  expect(orders.delete(sent, 'singleUse')).toBe('receiptExpired')
  expect(orders.contents).toEqual(['a ready'])
})

test('a change of visibility by MNS leaves the older receipts of SQS good', () => {
  const orders = given.queue().holding('a')
  const held = orders.takeOne()
  orders.hide(held, 60_000, 'singleUse')
  expect(orders.delete(held, 'reusable')).toBe('done')
})

describe('on a FIFO queue', () => {
  let orders: TestQueue

  beforeEach(() => {
    orders = given.fifo()
  })

  test('a receipt ends with its visibility: no deletion and no change from that instant on', () => {
    orders.holdingIn('g1', 'a')
    const a = orders.takeOne()
    clock.advance(30_000)
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
