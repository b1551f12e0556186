import { beforeEach, expect, test } from 'vitest'
import { freshEngine, type TestQueue } from '../support/given.ts'

const { given } = freshEngine()
let orders: TestQueue

beforeEach(() => {
  orders = given.fifo()
})

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
