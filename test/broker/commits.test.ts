import { beforeEach, expect, test } from 'vitest'
import { TestBroker, turnOfTheLoop } from '../support/broker.ts'
import { addressOf } from '../support/given.ts'

let world: TestBroker

beforeEach(() => {
  world = new TestBroker()
})

/** A broker that has its queue, with a store whose appends end when the test says. */
async function holdingAppends(): Promise<void> {
  world.create()
  await world.settle()
  world.store.appending = 'held'
}

test('commands of one turn of the loop are one append, in the order in which they were carried out', async () => {
  world.create()
  for (const body of ['a', 'b', 'c']) world.send(body)
  await world.settle()
  expect(world.store.appends.map((entries) => entries.map(({ sequence }) => sequence))).toEqual([[1, 2, 3, 4]])
})

test('commands of two turns are two appends', async () => {
  world.create()
  await world.settle()
  world.send('a')
  await world.settle()
  expect(world.store.appends.map((entries) => entries.map(({ sequence }) => sequence))).toEqual([[1], [2]])
})

test('a command that changes nothing is no append', async () => {
  world.create()
  await world.settle()
  const read = world.submit({ kind: 'getQueue', queue: addressOf('orders') })
  const empty = world.poll('poll', { waitMs: 0 })
  await world.settle()
  expect([read.answer, empty.answer]).toEqual(['done', []])
  expect(world.store.appends).toHaveLength(1)
})

test('a command is decided at once, and its answer released when the turn is over', async () => {
  const create = world.create()
  expect([create.ending, create.answer]).toEqual(['done', undefined])
  await turnOfTheLoop()
  expect(create.answer).toBe('done')
})

test('an answer is not released before what it rests on is durable', async () => {
  await holdingAppends()
  const send = world.send('a')
  await turnOfTheLoop()
  await turnOfTheLoop()
  expect(world.store.appendedSequences).toEqual([1, 2])
  expect([send.ending, send.answer]).toEqual(['done', undefined])
  world.store.endAppend()
  await world.settle()
  expect(send.answer).toBe('done')
})

test('a read that saw what is not yet durable waits for it', async () => {
  await holdingAppends()
  world.send('a')
  await turnOfTheLoop()
  const read = world.submit({ kind: 'getQueue', queue: addressOf('orders') })
  await turnOfTheLoop()
  expect(read.answer).toBeUndefined()
  world.store.endAppend()
  await world.settle()
  expect(read.answer).toBe('done')
})

test('commands that come while an append is under way are one append after it', async () => {
  await holdingAppends()
  world.send('a')
  await turnOfTheLoop()
  world.send('b')
  await turnOfTheLoop()
  world.send('c')
  await turnOfTheLoop()
  expect(world.store.appendedSequences).toEqual([1, 2])
  world.store.endAppend()
  await turnOfTheLoop()
  await turnOfTheLoop()
  expect(world.store.appends.map((entries) => entries.map(({ sequence }) => sequence))).toEqual([[1], [2], [3, 4]])
})

test('answers are released in the order in which their commands were carried out', async () => {
  await holdingAppends()
  world.send('a')
  world.submit({ kind: 'getQueue', queue: addressOf('orders') })
  world.send('b')
  await turnOfTheLoop()
  world.send('c')
  await turnOfTheLoop()
  world.store.endAppend()
  await turnOfTheLoop()
  await turnOfTheLoop()
  world.store.endAppend()
  await world.settle()
  expect(world.releases).toEqual(['createQueue', 'send a', 'getQueue', 'send b', 'send c'])
})

test('a message goes to one who waits only as durably as its send and its receive are', async () => {
  await holdingAppends()
  const poll = world.poll('poll')
  const send = world.send('a')
  await turnOfTheLoop()
  expect([send.answer, poll.answer]).toEqual([undefined, undefined])
  expect(world.store.appends.at(-1)?.flatMap(({ events }) => events.map(({ kind }) => kind))).toEqual([
    'messageSent',
    'messageReceived',
  ])
  world.store.endAppend()
  await world.settle()
  expect([send.answer, poll.answer]).toEqual(['done', ['a']])
})

test('what another part of the program asks for resolves once it is durable', async () => {
  await holdingAppends()
  let reset = false
  const done = world.broker.reset().then(() => {
    reset = true
  })
  await turnOfTheLoop()
  await turnOfTheLoop()
  expect(reset).toBe(false)
  world.store.endAppend()
  await done
  expect(reset).toBe(true)
})

test('a snapshot is saved when the store says that it is worth its time, one at a time', async () => {
  world.store.saving = 'held'
  world.store.snapshotDue = true
  world.create()
  await world.settle()
  world.send('a')
  await world.settle()
  expect(world.store.snapshotsAsked).toBe(1)
  world.store.endSnapshot()
  await turnOfTheLoop()
  world.send('b')
  await world.settle()
  expect(world.store.snapshotsAsked).toBe(2)
})

test('work goes on while a snapshot is saved', async () => {
  world.store.saving = 'held'
  world.store.snapshotDue = true
  world.create()
  await world.settle()
  const send = world.send('a')
  await world.settle()
  expect(send.answer).toBe('done')
  expect(world.store.appendedSequences).toEqual([1, 2])
})

test('a stop writes down what is in hand, saves a snapshot and lets go of the store', async () => {
  world.create()
  const send = world.send('a')
  await world.broker.stop(1_000)
  expect(send.answer).toBe('done')
  expect(world.store.appendedSequences).toEqual([1, 2])
  expect(world.store.snapshots.at(-1)?.queues[0]?.messages).toMatchObject([{ body: 'a' }])
  expect(world.store.closed).toBe(true)
})

test('a stop does not wait longer for a snapshot than it is told', async () => {
  world.create()
  await world.settle()
  world.store.saving = 'held'
  await world.broker.stop(0)
  expect(world.store.snapshots).toEqual([])
  expect(world.store.closed).toBe(true)
})

test('a stop saves one snapshot, also when one was due', async () => {
  world.store.snapshotDue = true
  world.create()
  await world.broker.stop(1_000)
  expect(world.store.snapshotsAsked).toBe(1)
})

test('a long poll that comes during a stop does not wait', async () => {
  world.create()
  await world.settle()
  world.store.saving = 'held'
  const stopped = world.broker.stop(1_000)
  const poll = world.poll('poll')
  await turnOfTheLoop()
  expect(poll.answer).toEqual([])
  await turnOfTheLoop()
  world.store.endSnapshot()
  await stopped
})
