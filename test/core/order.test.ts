import { expect, test } from 'vitest'
import { freshEngine, type TestQueue } from '../support/given.ts'

const { given, clock } = freshEngine()

/** Sends messages whose body is their priority. */
function sendPriorities(queue: TestQueue, ...priorities: readonly number[]): void {
  for (const priority of priorities) queue.send(String(priority), { priority })
}

test('messages are received in the order of their sends', () => {
  expect(given.queue().holding('a', 'b', 'c').receive()).toEqual(['a', 'b', 'c'])
})

test('lower priority numbers go first, all sixteen of them', () => {
  const orders = given.queue()
  sendPriorities(orders, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
  const expected = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16']
  expect(orders.receive({ maximumMessages: 16 })).toEqual(expected)
})

test('a message that names no priority has 8', () => {
  const orders = given.queue()
  sendPriorities(orders, 9)
  orders.holding('none')
  sendPriorities(orders, 7)
  expect(orders.receive()).toEqual(['7', 'none', '9'])
})

test('within one priority the order is that of the sends', () => {
  const orders = given.queue()
  for (const body of ['a', 'b', 'c']) orders.send(body, { priority: 3 })
  expect(orders.receive()).toEqual(['a', 'b', 'c'])
})

test('a message that comes back is ahead of later sends', () => {
  const orders = given.queue().holding('a')
  orders.receive()
  orders.holding('b', 'c')
  clock.advance(30_000)
  expect(orders.receive()).toEqual(['a', 'b', 'c'])
})

test('a message that comes back stands between earlier and later sends', () => {
  const orders = given.queue().holding('a', 'b', 'c')
  const [a, b] = orders.take({ maximumMessages: 2 })
  orders.tryHide(b!, 0)
  expect(orders.receive({ maximumMessages: 1 })).toEqual(['b'])
  orders.tryHide(b!, 0)
  orders.tryHide(a!, 0)
  expect(orders.receive()).toEqual(['a', 'b', 'c'])
})

test('messages that come back at one instant go by the order of their sends, not of their returns', () => {
  const orders = given.queue().holding('a', 'b', 'c')
  const [a, b, c] = orders.take()
  orders.hide(c!, 10_000)
  orders.hide(a!, 10_000)
  orders.hide(b!, 10_000)
  clock.advance(10_000)
  expect(orders.receive()).toEqual(['a', 'b', 'c'])
})

test('a delayed message goes by its send, so it is ahead of what was sent while it waited', () => {
  const orders = given.queue()
  orders.send('a', { delayMs: 10_000 })
  orders.holding('b')
  clock.advance(10_000)
  expect(orders.receive()).toEqual(['a', 'b'])
})

test('a message that comes back does not pass one of a lower priority number', () => {
  const orders = given.queue()
  sendPriorities(orders, 5)
  orders.receive()
  sendPriorities(orders, 4, 6)
  clock.advance(30_000)
  expect(orders.receive()).toEqual(['4', '5', '6'])
})

test('a receive gives no more than it asks for', () => {
  const orders = given.queue().holding('a', 'b', 'c')
  expect(orders.receive({ maximumMessages: 2 })).toEqual(['a', 'b'])
  expect(orders.receive({ maximumMessages: 2 })).toEqual(['c'])
})

test('each receive counts, and the first one is remembered', () => {
  const orders = given.queue({ visibilityTimeoutMs: 1_000 })
  const sentAtMs = clock.nowMs()
  expect(orders.send('a').message).not.toHaveProperty('receiveCount')
  clock.advance(500)
  const first = orders.takeOne().message
  expect(first).toMatchObject({ receiveCount: 1, firstReceivedAtMs: sentAtMs + 500, receivedAtMs: sentAtMs + 500 })
  clock.advance(1_000)
  const second = orders.takeOne().message
  expect(second).toMatchObject({ receiveCount: 2, firstReceivedAtMs: sentAtMs + 500, receivedAtMs: sentAtMs + 1_500 })
})

test('what was sent is what is received', () => {
  const orders = given.queue()
  const sent = orders.send('hello', {
    senderId: '111122223333',
    attributes: [{ name: '__proto__', type: 'Number', label: 'int', value: '7' }],
    groupId: 'g',
    extras: { traceHeader: 'Root=1', systemProperties: [{ name: 'baggage', value: 'b' }] },
    priority: 2,
  })
  const { id, sequence, body, senderId, attributes, groupId, extras, priority, sentAtMs } = sent.message
  const as = { id, sequence, body, senderId, attributes, groupId, extras, priority, sentAtMs }
  expect(orders.takeOne().message).toMatchObject(as)
  expect(as).toMatchObject({ body: 'hello', groupId: 'g', priority: 2, extras: { traceHeader: 'Root=1' } })
})
