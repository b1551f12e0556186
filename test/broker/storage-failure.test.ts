import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TestBroker, turnOfTheLoop } from '../support/broker.ts'
import { addressOf } from '../support/given.ts'

/** Real time between two tries to save a snapshot while nothing can be written down, milliseconds. */
const recoveryIntervalMs = 1_000
const refused = 'storageUnavailable: no space left on device'
/** What those are told whose change was under way. */
const failure = `${refused} (what was under way may or may not have happened)`

let world: TestBroker

beforeEach(async () => {
  // The one wait in real time: a store is tried again whatever the clock of the emulator says.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  world = new TestBroker()
  world.create({ retentionMs: 60_000, visibilityTimeoutMs: 1_000 })
  world.send('a')
  await world.settle()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Has an append fail: that of a message, or of a command that touches no queue that others wait on. */
async function fail(what: 'message' | 'other' = 'message'): Promise<void> {
  world.store.appending = 'failing'
  if (what === 'message') world.send('b')
  else world.create({}, 'invoices')
  await world.settle()
}

const read = () => world.submit({ kind: 'getQueue', queue: addressOf('orders') })

/** Lets the next try to save a snapshot come, and end. */
async function tryAgain(): Promise<void> {
  await vi.advanceTimersByTimeAsync(recoveryIntervalMs)
  await turnOfTheLoop()
}

test('everyone in the turn of a failed append is told that storage is unavailable', async () => {
  world.store.appending = 'failing'
  const first = world.send('b')
  const second = world.send('c')
  await world.settle()
  expect([first.answer, second.answer]).toEqual([failure, failure])
})

test('an append that fails later is told to those who wait for it', async () => {
  world.store.appending = 'held'
  const send = world.send('b')
  await turnOfTheLoop()
  world.store.endAppend(new Error('no space left on device'))
  await world.settle()
  expect(send.answer).toBe(failure)
})

test('those who came while the failing append was under way are told too: nothing of theirs was written down', async () => {
  world.store.appending = 'held'
  world.send('b')
  await turnOfTheLoop()
  const later = world.send('c')
  await turnOfTheLoop()
  world.store.endAppend(new Error('no space left on device'))
  await world.settle()
  expect(later.answer).toBe(failure)
})

test('a broker says when it can no longer write, and why', async () => {
  await fail()
  expect(world.broker.health).toEqual({ status: 'degraded', reason: 'no space left on device' })
  expect(world.health).toEqual(['degraded'])
})

test('later writes are refused before the engine sees them', async () => {
  await fail()
  const before = world.broker.totals
  const receipt = { queueId: 1, sequence: 1, receiptNumber: 0 }
  const queue = addressOf('orders')
  const writes = [
    world.send('c'),
    world.create({}, 'returns'),
    world.poll('receive', { waitMs: 0 }),
    world.poll('poll'),
    world.submit({ kind: 'deleteMessage', queue, receipt, rule: 'reusable' }),
    world.submit({ kind: 'purgeQueue', queue }),
    world.submit({ kind: 'deleteQueue', queue }),
  ]
  await world.settle()
  expect(writes.map(({ answer }) => answer)).toEqual(writes.map(() => 'storageUnavailable'))
  expect(world.broker.totals).toEqual(before)
  expect(world.store.appendedSequences).toEqual([1, 2])
})

test('reads go on', async () => {
  await fail()
  const queue = addressOf('orders')
  const reads = [
    read(),
    world.submit({ kind: 'listQueues', prefix: '', limit: 10 }),
    world.submit({ kind: 'peekMessages', queue, limit: 10, which: 'all' }),
  ]
  await world.settle()
  expect(reads.map(({ ending }) => ending)).toEqual(['done', 'done', 'done'])
  expect(reads[2]?.answer).toEqual(['a', 'b'])
})

test('a snapshot that succeeds ends it, a second later', async () => {
  await fail()
  world.store.appending = 'atOnce'
  await vi.advanceTimersByTimeAsync(recoveryIntervalMs - 1)
  expect(world.broker.health.status).toBe('degraded')
  await tryAgain()
  expect(world.health).toEqual(['degraded', 'ready'])
  const send = world.send('c')
  await world.settle()
  expect(send.answer).toBe('done')
})

test('a snapshot that fails is tried again every second', async () => {
  await fail()
  world.store.saving = 'failing'
  for (let times = 1; times <= 3; times++) {
    await tryAgain()
    expect(world.store.snapshotsAsked).toBe(times)
    expect(world.broker.health.status).toBe('degraded')
  }
  Object.assign(world.store, { saving: 'atOnce', appending: 'atOnce' })
  await tryAgain()
  expect(world.broker.health.status).toBe('ready')
})

test('what was refused leaves no trace, and what was open is in the snapshot as it is in memory', async () => {
  await fail()
  world.send('refused')
  world.store.appending = 'atOnce'
  await tryAgain()
  expect(world.store.snapshots.at(-1)?.queues[0]?.messages.map(({ body }) => body)).toEqual(['a', 'b'])
})

test('what a read does while the snapshot is written does not break the journal that follows', async () => {
  await fail()
  Object.assign(world.store, { saving: 'held', appending: 'atOnce' })
  await vi.advanceTimersByTimeAsync(recoveryIntervalMs)
  await world.advance(60_000)
  read()
  await turnOfTheLoop()
  world.store.endSnapshot()
  await turnOfTheLoop()
  const send = world.send('c')
  await world.settle()
  expect(send.answer).toBe('done')
  expect(world.health).toEqual(['degraded', 'ready'])
})

test('a long poll that waits through it is served when it is over', async () => {
  world.poll('holder')
  const poll = world.poll('poll', { waitMs: 30_000 })
  await world.settle()
  await fail('other')
  await world.advance(1_000)
  expect(poll.answer).toBeUndefined()
  world.store.appending = 'atOnce'
  await tryAgain()
  await world.settle()
  expect(poll.answer).toEqual(['a'])
})

test('a long poll whose time is over meanwhile ends empty and takes nothing', async () => {
  world.poll('holder')
  const poll = world.poll('poll', { waitMs: 5_000 })
  await world.settle()
  await fail('other')
  await world.advance(5_000)
  expect(poll.answer).toEqual([])
  expect(world.broker.totals.messages).toBe(1)
})

test('when a snapshot fails, no answer is released for what was not written down', async () => {
  world.store.snapshotDue = true
  world.store.saving = 'held'
  read()
  await world.settle()
  const send = world.send('b')
  world.store.endSnapshot(new Error('no space left on device'))
  await world.settle()
  const kept = world.store.appendedSequences.includes(3)
  expect(send.answer).toBe(kept ? 'done' : failure)
})
