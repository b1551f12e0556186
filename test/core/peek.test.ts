import { expect, test } from 'vitest'
import type { PeekMessages } from '../../src/core/commands/command.ts'
import { freshEngine, granted, type TestQueue } from '../support/given.ts'
import { recordOf } from '../support/records.ts'

const { given, clock, engine } = freshEngine()

function peek(queue: TestQueue, asked: Partial<PeekMessages> = {}) {
  const command = { kind: 'peekMessages', queue: queue.address, limit: 16, which: 'ready', ...asked } as const
  return granted(engine.run(command))
}

const bodies = (queue: TestQueue, asked: Partial<PeekMessages> = {}): string[] =>
  peek(queue, asked).messages.map(({ message }) => message.body)

test('a peek sees what a receive would hand out, in its order', () => {
  const orders = given.queue().holding('a', 'b', 'c', 'd')
  orders.send('first', { priority: 1 })
  orders.send('last', { priority: 16 })
  orders.send('delayed', { delayMs: 1_000 })
  const [, , b] = orders.take({ maximumMessages: 3 })
  orders.tryHide(b!, 0)
  const seen = bodies(orders)
  expect(seen).toEqual(['b', 'c', 'd', 'last'])
  expect(orders.receive()).toEqual(seen)
})

test('a peek touches nothing', () => {
  const orders = given.queue().holding('a', 'b')
  orders.takeOne()
  const before = recordOf(engine.state)
  const entries = engine.entries.length
  for (const which of ['ready', 'all'] as const) peek(orders, { which })
  expect(recordOf(engine.state)).toEqual(before)
  expect(engine.entries).toHaveLength(entries)
  expect(orders.receive()).toEqual(['b'])
})

test('a peek gives no more than it asks for, returned messages among new ones', () => {
  const orders = given.queue().holding('a', 'b', 'c', 'd', 'e')
  const held = orders.take({ maximumMessages: 4 })
  for (const index of [3, 1]) orders.tryHide(held[index]!, 0)
  expect(bodies(orders, { limit: 2 })).toEqual(['b', 'd'])
  expect(bodies(orders, { limit: 3 })).toEqual(['b', 'd', 'e'])
})

test('a peek at all sees every message with its state, in order of arrival', () => {
  const orders = given.queue().holding('a', 'b')
  orders.send('c', { delayMs: 1_000, priority: 1 })
  orders.takeOne()
  const { messages, description } = peek(orders, { which: 'all' })
  expect(messages.map(({ message, state }) => [message.body, state])).toEqual([
    ['a', 'inFlight'],
    ['b', 'ready'],
    ['c', 'delayed'],
  ])
  expect(description.counts).toEqual({ ready: 1, delayed: 1, inFlight: 1 })
})

test('a peek at all goes on behind the last of the page before, also when that is gone', () => {
  const orders = given.queue().holding('a', 'b', 'c', 'd')
  const page = peek(orders, { which: 'all', limit: 2 })
  expect(page.messages.map(({ message }) => message.body)).toEqual(['a', 'b'])
  expect(bodies(orders, { which: 'all', limit: 2, afterSequence: page.next! })).toEqual(['c', 'd'])
  const [, b] = orders.take()
  orders.delete(b!)
  const rest = peek(orders, { which: 'all', limit: 2, afterSequence: page.next! })
  expect(rest.messages.map(({ message }) => message.body)).toEqual(['c', 'd'])
  expect(rest.next).toBeUndefined()
})

test('a peek sees a message at the instant it becomes visible, and none at the instant it expires', () => {
  const orders = given.queue({ delayMs: 1_000, retentionMs: 60_000 }).holding('a')
  expect(peek(orders).expiresAfterMs).toBe(60_000)
  clock.advance(999)
  expect(bodies(orders)).toEqual([])
  clock.advance(1)
  expect(bodies(orders)).toEqual(['a'])
  clock.advance(59_000)
  expect(bodies(orders)).toEqual([])
  expect(bodies(orders, { which: 'all' })).toEqual([])
})
