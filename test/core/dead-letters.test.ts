import { describe, expect, test } from 'vitest'
import type { QueueSettings } from '../../src/core/model.ts'
import { addressOf, freshEngine, type TestQueue } from '../support/given.ts'

const { given, clock } = freshEngine()
const atOnce = { visibilityTimeoutMs: 0 }

function redriveTo(name: string, maxReceives = 1): QueueSettings {
  return { redrive: { deadLetterQueue: addressOf(name), maxReceives } }
}

/** A source queue and its dead-letter queue, both of the type that `make` makes. */
function pair(maxReceives = 1, settings: QueueSettings = {}): { dlq: TestQueue; orders: TestQueue } {
  const dlq = given.queue({}, 'dlq')
  return { dlq, orders: given.queue({ ...redriveTo('dlq', maxReceives), ...settings }) }
}

function fifoPair(): { dlq: TestQueue; orders: TestQueue } {
  const dlq = given.fifo({}, 'dlq.fifo')
  return { dlq, orders: given.fifo(redriveTo('dlq.fifo')) }
}

describe('when a message is moved', () => {
  test('with one receive allowed, the second moves it and does not give it', () => {
    const { dlq, orders } = pair(1)
    orders.holding('a')
    expect(orders.receive(atOnce)).toEqual(['a'])
    expect(dlq.counts.ready).toBe(0)
    expect(orders.receive(atOnce)).toEqual([])
    expect(dlq.receive()).toEqual(['a'])
  })

  test('with two receives allowed, the third moves it', () => {
    const { dlq, orders } = pair(2)
    orders.holding('a')
    expect([orders.receive(atOnce), orders.receive(atOnce), orders.receive(atOnce)]).toEqual([['a'], ['a'], []])
    expect(dlq.receive()).toEqual(['a'])
  })

  test('a spent message stays until a receive comes, and while it is in flight', () => {
    const { dlq, orders } = pair()
    orders.holding('a').receive({ visibilityTimeoutMs: 30_000 })
    clock.advance(29_999)
    orders.receive()
    expect(orders.counts.inFlight).toBe(1)
    clock.advance(1)
    clock.tick()
    expect([orders.counts.ready, dlq.counts.ready]).toEqual([1, 0])
    orders.receive()
    expect([orders.counts.ready, dlq.counts.ready]).toEqual([0, 1])
  })

  test('other messages are given in the same receive, as many as were asked for', () => {
    const { dlq, orders } = pair()
    orders.holding('a', 'b', 'c').receive({ maximumMessages: 1, ...atOnce })
    expect(orders.receive({ maximumMessages: 2 })).toEqual(['b', 'c'])
    expect(dlq.receive()).toEqual(['a'])
  })

  test('a message that was deleted in time is not moved', () => {
    const { dlq, orders } = pair()
    orders.delete(orders.holding('a').takeOne())
    clock.advance(30_000)
    orders.receive()
    expect(dlq.counts.ready).toBe(0)
  })

  test('fewer receives allowed count for messages that are there', () => {
    const { dlq, orders } = pair(5)
    orders.holding('a')
    for (let count = 0; count < 3; count++) orders.receive(atOnce)
    orders.set(redriveTo('dlq', 3))
    expect(orders.receive()).toEqual([])
    expect(dlq.receive()).toEqual(['a'])
  })

  test('without the rule a message is received without end', () => {
    const { dlq, orders } = pair(1)
    orders.set({ redrive: null })
    orders.holding('a')
    for (let count = 0; count < 20; count++) expect(orders.receive(atOnce)).toEqual(['a'])
    expect(dlq.counts.ready).toBe(0)
  })
})

describe('what a moved message keeps', () => {
  test('id, body, attributes, group, sender and trace header stay; its source is named', () => {
    const { dlq, orders } = pair()
    const sent = orders.send('a', {
      attributes: [{ name: 'n', type: 'String', value: 'v' }],
      groupId: 'g1',
      extras: { traceHeader: 'Root=1' },
    }).message
    orders.receive(atOnce)
    orders.receive()
    const { id, body, attributes, groupId, senderId } = sent
    expect(dlq.takeOne().message).toMatchObject({ id, body, attributes, groupId, senderId, extras: { traceHeader: 'Root=1', deadLetterSource: orders.address } }) // biome-ignore format: one thought
  })

  test('its receive count goes on, and so does the time of its first receive', () => {
    const { dlq, orders } = pair()
    orders.holding('a').receive(atOnce)
    const firstReceivedAtMs = clock.nowMs()
    clock.advance(5_000)
    orders.receive()
    expect(dlq.takeOne().message).toMatchObject({ receiveCount: 2, firstReceivedAtMs, receivedAtMs: clock.nowMs() })
  })

  test('on a standard queue the time of its send stays, and with it the end of its life', () => {
    const { dlq, orders } = pair()
    dlq.set({ retentionMs: 60_000 })
    const sentAtMs = clock.nowMs()
    orders.holding('a').receive(atOnce)
    clock.advance(50_000)
    dlq.holding('later')
    orders.receive()
    expect(dlq.contents).toEqual(['later ready', 'a ready'])
    expect(dlq.take(atOnce).find(({ message }) => message.body === 'a')?.message.sentAtMs).toBe(sentAtMs)
    clock.advance(9_999)
    expect(dlq.counts.ready).toBe(2)
    clock.advance(1)
    expect(dlq.contents).toEqual(['later ready'])
  })

  test('on a FIFO queue it is sent anew: time, retention, and its id as deduplication id', () => {
    const { dlq, orders } = fifoPair()
    dlq.set({ retentionMs: 60_000 })
    const { message } = orders.send('a', { groupId: 'g1', deduplicationId: 'd' })
    orders.receive(atOnce)
    clock.advance(50_000)
    orders.receive()
    clock.advance(59_999)
    const moved = dlq.takeOne(atOnce).message
    expect(moved).toMatchObject({ id: message.id, groupId: 'g1', sentAtMs: clock.nowMs() - 59_999, extras: { deduplicationId: message.id } }) // biome-ignore format: one thought
    clock.advance(1)
    expect(dlq.counts.ready).toBe(0)
  })

  test('the delay of the dead-letter queue is not for it', () => {
    const { dlq, orders } = pair()
    dlq.set({ delayMs: 60_000 })
    orders.holding('a').receive(atOnce)
    orders.receive()
    expect(dlq.receive()).toEqual(['a'])
  })

  test('nor is a later change of the delay of a FIFO dead-letter queue', () => {
    const { dlq, orders } = fifoPair()
    orders.holdingIn('g1', 'a').receive(atOnce)
    orders.receive()
    dlq.set({ delayMs: 60_000 })
    expect(dlq.receive()).toEqual(['a'])
  })

  test('receipts of before hold it no more', () => {
    const { dlq, orders } = pair()
    const held = orders.holding('a').takeOne(atOnce)
    orders.receive()
    expect(orders.delete(held)).toBe('done')
    expect(dlq.delete(held)).toBe('receiptOfAnotherQueue')
    expect(orders.tryHide(held, 0)).toBe('messageNotFound')
    expect(dlq.receive()).toEqual(['a'])
  })
})

describe('FIFO queues', () => {
  test('the move frees the group, which goes on in the same receive', () => {
    const { dlq, orders } = fifoPair()
    orders.holdingIn('g1', 'a', 'b', 'c').receive({ maximumMessages: 1, ...atOnce })
    expect(orders.receive()).toEqual(['b', 'c'])
    expect(dlq.receive()).toEqual(['a'])
  })

  test('a message of the group that is still in flight keeps it locked', () => {
    const { dlq, orders } = fifoPair()
    const [a] = orders.holdingIn('g1', 'a', 'b', 'c').take({ maximumMessages: 2 })
    orders.hide(a!, 0)
    expect(orders.receive()).toEqual([])
    expect([dlq.counts.ready, orders.counts]).toEqual([1, { ready: 1, delayed: 0, inFlight: 1 }])
  })

  test('two messages of one deduplication id both arrive', () => {
    const { dlq, orders } = fifoPair()
    for (const body of ['a', 'b']) {
      orders.send(body, { groupId: 'g1', deduplicationId: 'd' })
      orders.receive(atOnce)
      orders.receive()
      clock.advance(300_000)
    }
    expect(dlq.receive()).toEqual(['a', 'b'])
  })

  test('they keep the order of their group', () => {
    const { dlq, orders } = fifoPair()
    orders.holdingIn('g1', 'a', 'b', 'c').receive(atOnce)
    expect(orders.receive()).toEqual([])
    expect(dlq.receive()).toEqual(['a', 'b', 'c'])
  })
})

describe('chains', () => {
  test('a dead-letter queue with one of its own counts only the receives from itself', () => {
    const last = given.queue({}, 'last')
    const dlq = given.queue(redriveTo('last', 2), 'dlq')
    const orders = given.queue(redriveTo('dlq', 3))
    orders.holding('a')
    for (let count = 0; count < 4; count++) orders.receive(atOnce)
    expect([dlq.receive(atOnce), dlq.receive(atOnce), dlq.receive(atOnce)]).toEqual([['a'], ['a'], []])
    const { receiveCount, extras } = last.takeOne().message
    expect([receiveCount, extras?.deadLetterSource]).toEqual([6, dlq.address])
  })

  test('two queues that are each the dead-letter queue of the other pass a message to and fro', () => {
    const a = given.queue({}, 'a')
    const b = given.queue(redriveTo('a'), 'b')
    a.set(redriveTo('b'))
    a.holding('m')
    for (let round = 0; round < 3; round++) {
      expect([a.receive(atOnce), a.receive(atOnce), b.receive(atOnce), b.receive(atOnce)]).toEqual([
        ['m'],
        [],
        ['m'],
        [],
      ])
    }
  })

  test('a queue that is its own dead-letter queue keeps its messages', () => {
    const orders = given.queue()
    orders.set(redriveTo('orders'))
    orders.holding('a')
    for (let count = 0; count < 3; count++) expect(orders.receive(atOnce)).toEqual(['a'])
  })
})

describe('a dead-letter queue that is not there', () => {
  test('once it is deleted, messages stay and are received on', () => {
    const { dlq, orders } = pair()
    orders.holding('a').receive(atOnce)
    dlq.drop()
    for (let count = 0; count < 3; count++) expect(orders.receive(atOnce)).toEqual(['a'])
    expect(orders.settings.redrive?.maxReceives).toBe(1)
  })

  test('once it is made again, they are moved', () => {
    const { dlq, orders } = pair()
    orders.holding('a').receive(atOnce)
    dlq.drop()
    orders.receive(atOnce)
    const again = given.queue({}, 'dlq')
    expect(orders.receive()).toEqual([])
    expect(again.receive()).toEqual(['a'])
  })
})
