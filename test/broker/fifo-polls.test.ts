import { beforeEach, expect, test } from 'vitest'
import { TestBroker, type TestCaller } from '../support/broker.ts'
import { addressOf } from '../support/given.ts'

const queue = addressOf('orders.fifo')
const held = (sequence: number) =>
  ({ queue, rule: 'reusable', receipt: { queueId: 1, sequence, receiptNumber: 1 } }) as const
let world: TestBroker
let poll: TestCaller

beforeEach(() => {
  world = new TestBroker()
  world.create({ fifo: true, contentBasedDeduplication: true, visibilityTimeoutMs: 30_000 }, queue.name)
  for (const body of ['a', 'b', 'c']) world.sendTo('g1', body)
  world.poll('holder', { queue, maximumMessages: 2 })
  poll = world.poll('poll', { queue, maximumMessages: 10 })
})

test('the deletion of the last message in flight of a group wakes a long poll with the rest of it', async () => {
  world.submit({ kind: 'deleteMessage', ...held(1) })
  await world.settle()
  expect(poll.answer).toBeUndefined()
  world.submit({ kind: 'deleteMessage', ...held(2) })
  await world.settle()
  expect(poll.answer).toEqual(['c'])
})

test('a visibility of 0 wakes a long poll with what that frees', async () => {
  world.submit({ kind: 'changeVisibility', ...held(2), timeoutMs: 0 })
  await world.settle()
  expect(poll.answer).toBeUndefined()
  world.submit({ kind: 'changeVisibility', ...held(1), timeoutMs: 0 })
  await world.settle()
  expect(poll.answer).toEqual(['a', 'b', 'c'])
})

test('a batch of deletions wakes a long poll once, with all that it frees', async () => {
  const commands = [1, 2].map((sequence) => ({ kind: 'deleteMessage', ...held(sequence) }) as const)
  world.submit({ kind: 'batch', queue, commands })
  await world.settle()
  expect(poll.answer).toEqual(['c'])
})

test('the end of the visibility timeout wakes a long poll at its instant, with the group in order', async () => {
  const patient = world.poll('patient', { queue, maximumMessages: 10, waitMs: 60_000 })
  await world.advance(29_999)
  expect([poll.answer, patient.answer]).toEqual([[], undefined])
  await world.advance(1)
  expect(patient.answer).toEqual(['a', 'b', 'c'])
})

test('a send into a locked group wakes nobody, one into another group does', async () => {
  world.sendTo('g1', 'd')
  await world.settle()
  expect(poll.answer).toBeUndefined()
  world.sendTo('g2', 'e')
  await world.settle()
  expect(poll.answer).toEqual(['e'])
})

test('the expiry of the messages that lock a group wakes a long poll at its instant', async () => {
  await world.advance(0)
  world.submit({ kind: 'setQueueSettings', queue, settings: { retentionMs: 60_000 } })
  for (const sequence of [1, 2]) world.submit({ kind: 'changeVisibility', ...held(sequence), timeoutMs: 600_000 })
  await world.advance(15_000)
  world.sendTo('g1', 'late')
  await world.advance(30_000)
  const late = world.poll('late', { queue, maximumMessages: 10 })
  await world.advance(14_999)
  expect(late.answer).toBeUndefined()
  await world.advance(1)
  expect(late.answer).toEqual(['late'])
})
