import { beforeEach, expect, test } from 'vitest'
import { TestBroker, TestCaller } from '../support/broker.ts'
import { addressOf } from '../support/given.ts'

let world: TestBroker

beforeEach(() => {
  world = new TestBroker()
  world.create({ visibilityTimeoutMs: 30_000 })
})

test('a long poll waits until a message is sent, and is answered with it', async () => {
  const poll = world.poll('poll')
  await world.settle()
  expect(poll.answer).toBeUndefined()
  world.send('a')
  await world.settle()
  expect(poll.answer).toEqual(['a'])
})

test('a long poll is answered at once when a message is there', async () => {
  world.send('a')
  const poll = world.poll('poll')
  await world.settle()
  expect(poll.answer).toEqual(['a'])
})

test('a long poll ends empty at its deadline, not a millisecond before', async () => {
  const poll = world.poll('poll', { waitMs: 20_000 })
  await world.advance(19_999)
  expect(poll.answer).toBeUndefined()
  await world.advance(1)
  expect(poll.answer).toEqual([])
})

test('without a wait of its own a receive waits for as long as the queue says', async () => {
  world.create({ receiveWaitMs: 5_000 }, 'patient')
  const queue = addressOf('patient')
  const poll = world.submit({ kind: 'receiveMessages', queue, maximumMessages: 1 }, 'poll')
  const short = world.submit({ kind: 'receiveMessages', queue, maximumMessages: 1, waitMs: 0 }, 'short')
  await world.advance(4_999)
  expect([poll.answer, short.answer]).toEqual([undefined, []])
  await world.advance(1)
  expect(poll.answer).toEqual([])
})

test('those who wait are served in the order in which they came, each message to one of them', async () => {
  const polls = ['first', 'second', 'third'].map((name) => world.poll(name))
  world.send('a')
  world.send('b')
  await world.settle()
  expect(polls.map(({ answer }) => answer)).toEqual([['a'], ['b'], undefined])
})

test('a batch is shared out among those who wait', async () => {
  const first = world.poll('first', { maximumMessages: 2 })
  const second = world.poll('second', { maximumMessages: 2 })
  const { queue } = { queue: addressOf('orders') }
  const entry = {
    kind: 'sendMessage',
    queue,
    bytes: 1,
    defaultMaximumBytes: 9,
    ceilingBytes: 9,
    senderId: '0',
  } as const
  const commands = ['a', 'b', 'c'].map((body) => ({ ...entry, body }))
  world.submit({ kind: 'batch', queue, commands })
  await world.settle()
  expect([first.answer, second.answer]).toEqual([['a', 'b'], ['c']])
})

test('a long poll does not wait to be given as many as it asks for', async () => {
  const poll = world.poll('poll', { maximumMessages: 10 })
  world.send('a')
  await world.settle()
  expect(poll.answer).toEqual(['a'])
})

test('the end of a delay wakes a long poll at its instant', async () => {
  world.send('a', 5_000)
  const poll = world.poll('poll')
  await world.advance(4_999)
  expect(poll.answer).toBeUndefined()
  await world.advance(1)
  expect(poll.answer).toEqual(['a'])
})

test('a delayed message that is sent while someone waits wakes it at its instant', async () => {
  const poll = world.poll('poll')
  world.send('a', 5_000)
  await world.advance(4_999)
  expect(poll.answer).toBeUndefined()
  await world.advance(1)
  expect(poll.answer).toEqual(['a'])
})

test('the end of a visibility timeout wakes a long poll at its instant', async () => {
  world.send('a')
  world.poll('holder')
  const poll = world.poll('poll', { waitMs: 60_000 })
  await world.advance(29_999)
  expect(poll.answer).toBeUndefined()
  await world.advance(1)
  expect(poll.answer).toEqual(['a'])
})

test('a visibility timeout that is shortened wakes at its new instant', async () => {
  world.send('a')
  world.poll('holder')
  const poll = world.poll('poll', { waitMs: 60_000 })
  changeVisibility(2_000)
  await world.advance(1_999)
  expect(poll.answer).toBeUndefined()
  await world.advance(1)
  expect(poll.answer).toEqual(['a'])
})

test('a visibility of 0 wakes a long poll at once', async () => {
  world.send('a')
  world.poll('holder')
  const poll = world.poll('poll')
  changeVisibility(0)
  await world.settle()
  expect(poll.answer).toEqual(['a'])
})

test('a message that was waited for comes back to the one behind', async () => {
  const first = world.poll('first', { waitMs: 60_000 })
  const second = world.poll('second', { waitMs: 60_000 })
  world.send('a')
  await world.settle()
  expect([first.answer, second.answer]).toEqual([['a'], undefined])
  await world.advance(30_000)
  expect(second.answer).toEqual(['a'])
})

test('at one instant a message goes to who came first, not to whose time is over', async () => {
  const first = world.poll('first', { waitMs: 20_000 })
  const second = world.poll('second', { waitMs: 5_000 })
  world.send('a', 5_000)
  await world.advance(5_000)
  expect([first.answer, second.answer]).toEqual([['a'], []])
})

test('a message that becomes visible at the deadline of the only one who waits is handed out', async () => {
  world.send('a', 5_000)
  const poll = world.poll('poll', { waitMs: 5_000 })
  await world.advance(5_000)
  expect(poll.answer).toEqual(['a'])
})

test('a client that went away takes no message', async () => {
  const first = world.poll('first')
  const second = world.poll('second')
  first.gone = true
  world.send('a')
  await world.settle()
  expect(second.answer).toEqual(['a'])
  expect(first.ending).toBeUndefined()
})

test('a long poll that was forgotten takes no message', async () => {
  const poll = world.poll('poll')
  world.broker.forget(poll)
  world.send('a')
  const receive = world.poll('receive', { waitMs: 0 })
  await world.settle()
  expect([poll.answer, receive.answer]).toEqual([undefined, ['a']])
})

test('a client that went away takes no message at its deadline either', async () => {
  world.send('a', 5_000)
  const poll = world.poll('poll', { waitMs: 5_000 })
  poll.gone = true
  await world.advance(5_000)
  const receive = world.poll('receive', { waitMs: 0 })
  await world.settle()
  expect(receive.answer).toEqual(['a'])
})

test('a client that is gone before its receive is carried out takes no message', async () => {
  world.send('a')
  const queue = addressOf('orders')
  const gone = new TestCaller('gone', world.releases)
  gone.gone = true
  world.broker.submit({ kind: 'receiveMessages', queue, maximumMessages: 1 }, gone)
  const receive = world.poll('receive', { waitMs: 0 })
  await world.settle()
  expect(receive.answer).toEqual(['a'])
})

test('the end of its queue ends a long poll', async () => {
  const poll = world.poll('poll')
  world.submit({ kind: 'deleteQueue', queue: addressOf('orders') })
  await world.settle()
  expect(poll.answer).toBe('queueNotFound')
})

test('a reset ends every long poll', async () => {
  world.create({}, 'invoices')
  const polls = [world.poll('orders'), world.poll('invoices', { queue: addressOf('invoices') })]
  await world.broker.reset()
  expect(polls.map(({ answer }) => answer)).toEqual(['queueNotFound', 'queueNotFound'])
})

test('a stop ends every long poll empty', async () => {
  const poll = world.poll('poll')
  await world.broker.stop(0)
  expect(poll.answer).toEqual([])
  expect(world.store.closed).toBe(true)
})

test('with the in-flight limit reached a long poll waits until there is room', async () => {
  world.send('a')
  world.send('b')
  world.poll('holder')
  const poll = world.poll('poll', { inFlightLimit: 1, waitMs: 60_000 })
  const short = world.poll('short', { inFlightLimit: 1, waitMs: 0 })
  await world.settle()
  expect([poll.answer, short.answer]).toEqual([undefined, 'inFlightLimitReached'])
  const receipt = { queueId: 1, sequence: 1, receiptNumber: 1 }
  world.submit({ kind: 'deleteMessage', queue: addressOf('orders'), receipt, rule: 'reusable' })
  await world.settle()
  expect(poll.answer).toEqual(['b'])
})

test('who must wait for the in-flight limit does not keep those behind, whom no limit binds, from being served', async () => {
  world.send('a')
  world.poll('holder')
  const limited = world.poll('limited', { inFlightLimit: 1 })
  const unlimited = world.poll('unlimited')
  world.send('b')
  await world.settle()
  expect([limited.answer, unlimited.answer]).toEqual([undefined, ['b']])
})

test('an event in one queue does not answer who waits on another', async () => {
  world.create({}, 'invoices')
  const poll = world.poll('poll', { queue: addressOf('invoices') })
  world.send('a')
  await world.settle()
  expect(poll.answer).toBeUndefined()
})

function changeVisibility(timeoutMs: number): void {
  const receipt = { queueId: 1, sequence: 1, receiptNumber: 1 }
  const queue = addressOf('orders')
  world.submit({ kind: 'changeVisibility', queue, receipt, rule: 'reusable', timeoutMs })
}
