import { expect, test } from 'vitest'
import { freshEngine } from '../support/given.ts'

const { given, clock, engine } = freshEngine()
const limit = { inFlightLimit: 3 }

test('with the limit reached a short poll is refused', () => {
  const orders = given.queue().holding('a', 'b', 'c', 'd')
  expect(orders.receive(limit)).toEqual(['a', 'b', 'c'])
  expect(orders.tryReceive({ ...limit, waitMs: 0 })).toBe('inFlightLimitReached')
})

test('with the limit reached a long poll is given nothing, and is to wait', () => {
  const orders = given.queue().holding('a', 'b', 'c', 'd')
  orders.receive(limit)
  const result = engine.run(orders.receiveCommand({ ...limit, waitMs: 20_000 }))
  expect(result).toEqual({ ok: true, value: { queueId: 1, messages: [], waitMs: 20_000 } })
})

test('a long poll of the queue itself counts as one, and a receive that names 0 as none', () => {
  const orders = given.queue({ receiveWaitMs: 5_000 }).holding('a', 'b', 'c')
  orders.receive(limit)
  expect(orders.tryReceive(limit)).toBe('done')
  expect(orders.tryReceive({ ...limit, waitMs: 0 })).toBe('inFlightLimitReached')
})

test('a receive gives no more than there is room for', () => {
  const orders = given.queue().holding('a', 'b', 'c', 'd')
  expect(orders.receive({ ...limit, maximumMessages: 2 })).toEqual(['a', 'b'])
  expect(orders.receive({ ...limit, maximumMessages: 10 })).toEqual(['c'])
})

test('a delete, a visibility of 0 and the end of a timeout each make room', () => {
  const orders = given.queue().holding('a', 'b', 'c', 'd', 'e')
  const [a, b] = orders.take(limit)
  orders.delete(a!)
  expect(orders.receive(limit)).toEqual(['d'])
  orders.tryHide(b!, 0)
  expect(orders.receive(limit)).toEqual(['b'])
  expect(orders.tryReceive(limit)).toBe('inFlightLimitReached')
  clock.advance(30_000)
  expect(orders.receive(limit)).toEqual(['b', 'c', 'd'])
})

test('delayed messages are not in flight', () => {
  const orders = given.queue().holding('a')
  for (const body of ['b', 'c', 'd']) orders.send(body, { delayMs: 1_000 })
  expect(orders.receive(limit)).toEqual(['a'])
})

test('a receive without a limit takes no notice of one', () => {
  const orders = given.queue().holding('a', 'b', 'c', 'd')
  orders.receive(limit)
  expect(orders.receive()).toEqual(['d'])
})

test('the limit of SQS is 120,000: the last of them is handed out, one more is refused', () => {
  const sqsLimit = { inFlightLimit: 120_000 }
  const orders = given.queue()
  for (let count = 0; count < 120_001; count++) orders.send('m')
  expect(orders.take({ maximumMessages: 119_999, ...sqsLimit })).toHaveLength(119_999)
  expect(orders.take({ maximumMessages: 10, ...sqsLimit })).toHaveLength(1)
  expect(orders.counts).toEqual({ ready: 1, delayed: 0, inFlight: 120_000 })
  expect(orders.tryReceive(sqsLimit)).toBe('inFlightLimitReached')
})

test('a FIFO queue gives nothing at the limit, and refuses nothing', () => {
  const orders = given.fifo().holdingIn('g1', 'a').holdingIn('g2', 'b')
  orders.take({ maximumMessages: 1, inFlightLimit: 1 })
  expect(orders.take({ inFlightLimit: 1 })).toEqual([])
})
