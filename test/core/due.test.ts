import { expect, test } from 'vitest'
import { nextDue } from '../../src/core/rules/due.ts'
import { freshEngine } from '../support/given.ts'

const { given, clock, engine } = freshEngine()
const fourDays = 345_600_000

/** Milliseconds until something becomes due. */
function dueIn(): number | undefined {
  engine.run({ kind: 'tick' })
  const nextMs = nextDue(engine.state, clock.nowMs())
  return nextMs === undefined ? undefined : nextMs - clock.nowMs()
}

test('nothing is due in an empty state, nor in an empty queue', () => {
  expect(dueIn()).toBeUndefined()
  given.queue()
  expect(dueIn()).toBeUndefined()
})

test('the end of a delay, of a visibility timeout and of retention are due in their order', () => {
  const orders = given.queue({ retentionMs: 60_000 }).holding('a')
  orders.send('b', { delayMs: 5_000 })
  orders.receive({ visibilityTimeoutMs: 7_000 })
  expect(dueIn()).toBe(5_000)
  clock.advance(5_000)
  expect(dueIn()).toBe(2_000)
  clock.advance(2_000)
  expect(dueIn()).toBe(53_000)
  clock.advance(53_000)
  expect(dueIn()).toBeUndefined()
})

test('the earliest of several queues counts', () => {
  given.queue({ visibilityTimeoutMs: 9_000 }, 'orders').holding('a').receive()
  given.queue({ delayMs: 4_000 }, 'invoices').holding('b')
  expect(dueIn()).toBe(4_000)
})

test('a message that nobody touches is due when it expires', () => {
  given.queue().holding('a')
  expect(dueIn()).toBe(fourDays)
})

test('what is due now is not what is due next', () => {
  given.queue({ delayMs: 1_000, retentionMs: 60_000 }).holding('a')
  clock.advance(1_000)
  expect(nextDue(engine.state, clock.nowMs())).toBe(clock.nowMs() + 59_000)
})
