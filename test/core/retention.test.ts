import { expect, test } from 'vitest'
import { nextDue } from '../../src/core/rules/due.ts'
import { freshEngine, granted, noWaits } from '../support/given.ts'

const { given, clock, engine } = freshEngine()
const fourDays = 345_600_000

test('a ready message is gone at the instant its retention ends, not a millisecond before', () => {
  const orders = given.queue({ retentionMs: 60_000 }).holding('a')
  clock.advance(59_999)
  expect(orders.counts.ready).toBe(1)
  clock.advance(1)
  expect(orders.counts).toEqual({ ready: 0, delayed: 0, inFlight: 0 })
  expect(orders.receive()).toEqual([])
})

test('a queue that was told no retention keeps messages for four days', () => {
  const orders = given.queue().holding('a')
  clock.advance(fourDays - 1)
  expect(orders.counts.ready).toBe(1)
  clock.advance(1)
  expect(orders.counts.ready).toBe(0)
})

test('a delayed message expires too, counted from its send', () => {
  const orders = given.queue({ retentionMs: 60_000 })
  orders.send('a', { delayMs: 90_000 })
  clock.advance(59_999)
  expect(orders.counts.delayed).toBe(1)
  clock.advance(1)
  expect(orders.counts.delayed).toBe(0)
  clock.advance(30_000)
  expect(orders.receive()).toEqual([])
})

test('a message expires while it is in flight, counted from its send', () => {
  const orders = given.queue({ retentionMs: 60_000, visibilityTimeoutMs: 600_000 }).holding('a')
  clock.advance(30_000)
  orders.receive()
  clock.advance(29_999)
  expect(orders.counts.inFlight).toBe(1)
  clock.advance(1)
  expect(orders.counts.inFlight).toBe(0)
})

test('a message that is ready again at the instant it expires is gone', () => {
  const orders = given.queue({ retentionMs: 60_000, visibilityTimeoutMs: 60_000 }).holding('a')
  orders.receive()
  clock.advance(60_000)
  expect(orders.receive()).toEqual([])
})

test('receiving a message does not lengthen its life', () => {
  const orders = given.queue({ retentionMs: 60_000, visibilityTimeoutMs: 1_000 }).holding('a')
  for (let second = 0; second < 60; second++) {
    expect(orders.receive()).toEqual(['a'])
    clock.advance(1_000)
  }
  expect(orders.receive()).toEqual([])
})

test('only those whose time is over go', () => {
  const orders = given.queue({ retentionMs: 60_000 }).holding('a')
  clock.advance(1)
  orders.holding('b')
  clock.advance(59_999)
  expect(orders.contents).toEqual(['b ready'])
})

test('a retention that was shortened counts for messages that are there', () => {
  const orders = given.queue({ retentionMs: 120_000 }).holding('a')
  clock.advance(90_000)
  orders.set({ retentionMs: 60_000 })
  expect(orders.counts.ready).toBe(0)
})

test('a queue nobody asks about loses its messages when work that is due is carried out', () => {
  given.queue({ retentionMs: 60_000 }).holding('a', 'b')
  clock.advance(60_000)
  engine.run({ kind: 'tick' })
  expect(engine.entries.at(-1)?.events).toEqual([{ kind: 'messagesExpired', queue: 1, ranges: [[1, 2]] }])
})

test('messages that expire around one that was deleted are named as two runs', () => {
  const orders = given.queue({ retentionMs: 60_000 }).holding('a', 'b', 'c')
  orders.delete(orders.take().find(({ message }) => message.body === 'b')!)
  clock.advance(60_000)
  expect(orders.contents).toEqual([])
  expect(engine.entries.at(-1)?.events).toMatchObject([{ kind: 'messagesExpired', ranges: [[1, 1], [3, 3]] }]) // biome-ignore format: pairs
})

test('work that is due changes nothing when nothing is', () => {
  given.queue({ retentionMs: 60_000 }).holding('a')
  clock.advance(59_999)
  const before = engine.entries.length
  engine.run({ kind: 'tick' })
  expect(engine.entries.length).toBe(before)
})

test('messages that arrived after ones that were sent later expire at their own instants, in any order', () => {
  const lateDlq = given.queue({ retentionMs: 60_000 }, 'dlq')
  const redrive = { redrive: { deadLetterQueue: lateDlq.address, maxReceives: 1 } }
  const sources = ['first', 'second', 'third'].map((name) => given.queue(redrive, name))
  for (const [at, source] of sources.entries()) {
    source.holding(`m${at}`).receive({ visibilityTimeoutMs: 0 })
    clock.advance(10_000)
  }
  lateDlq.holding('own')
  for (const source of [sources[2]!, sources[0]!, sources[1]!]) source.receive()
  expect(lateDlq.contents).toEqual(['own ready', 'm2 ready', 'm0 ready', 'm1 ready'])
  const seen = [29_999, 1, 9_999, 1, 9_999, 1, 9_999, 1].map((ms) => {
    clock.advance(ms)
    return lateDlq.contents.map((line) => line.split(' ')[0])
  })
  expect(seen).toEqual([
    ['own', 'm2', 'm0', 'm1'],
    ['own', 'm2', 'm1'],
    ['own', 'm2', 'm1'],
    ['own', 'm2'],
    ['own', 'm2'],
    ['own'],
    ['own'],
    [],
  ])
})

test('a message that arrives after its time is over is gone at once', () => {
  const dlq = given.queue({ retentionMs: 60_000 }, 'dlq')
  const orders = given.queue({ redrive: { deadLetterQueue: dlq.address, maxReceives: 1 } })
  orders.holding('a').receive({ visibilityTimeoutMs: 0 })
  clock.advance(60_000)
  orders.receive()
  expect(dlq.receive()).toEqual([])
  expect(dlq.live.messages.size).toBe(0)
})

test('where retention is off a message stays however old it is, and its end is not due', () => {
  const orders = given.queue({ retentionMs: 60_000 }).holding('a')
  engine.rules = { ...noWaits, retention: false }
  clock.advance(fourDays)
  engine.run({ kind: 'tick' })
  expect(nextDue(engine.state, clock.nowMs() - fourDays, engine.rules)).toBeUndefined()
  const peeked = granted(engine.run({ kind: 'peekMessages', queue: orders.address, limit: 1, which: 'ready' }))
  expect(peeked).not.toHaveProperty('expiresAfterMs')
  expect(orders.receive()).toEqual(['a'])
})
