import { expect, test } from 'vitest'
import { emptinessText } from '../../src/admin/emptiness-text.ts'
import { whyEmpty } from '../../src/broker/emptiness.ts'
import type { QueueAddress } from '../../src/core/model.ts'
import { addressOf, freshEngine } from '../support/given.ts'

const { engine, clock, given } = freshEngine()

const reasons = (address: QueueAddress = addressOf('orders')) => whyEmpty(engine.state, address, engine.nowMs)
const text = (address: QueueAddress = addressOf('orders')) => emptinessText(address, reasons(address))

/** A queue of another place, with that many messages. */
function elsewhere(account: string, region: string, messages: number, name = 'orders'): void {
  const queue = { account, region, name }
  engine.run({ kind: 'createQueue', queue, settings: {}, tags: [], mustMatch: {}, defaults: {} })
  const sizes = { bytes: 1, defaultMaximumBytes: 1_024, ceilingBytes: 1_024, senderId: '0' }
  for (let i = 0; i < messages; i++) engine.run({ kind: 'sendMessage', queue, body: `${i}`, ...sizes })
}

test('where a message is ready there is nothing to explain', () => {
  given.queue().holding('a')
  expect([reasons(), text()]).toEqual([[], undefined])
})

test('a message whose time has come counts as ready, whether or not someone has looked since', () => {
  given.queue().send('a', { delayMs: 1_000 })
  clock.advance(999)
  expect(reasons()).toMatchObject([{ kind: 'delayed' }])
  clock.advance(1)
  expect(reasons()).toEqual([])
})

test('an empty queue says so', () => {
  given.queue()
  expect(text()).toBe('nothing can be received from orders now: it holds no messages')
})

test('messages in flight and delayed ones are told apart, each with the instant at which the first comes free', () => {
  const orders = given.queue({ visibilityTimeoutMs: 30_000 }).holding('a', 'b')
  orders.takeOne()
  clock.advance(1_000)
  orders.takeOne()
  orders.send('c', { delayMs: 5_000 })
  expect(text()).toBe(
    'nothing can be received from orders now: 2 messages are in flight, the next until 2026-01-01T00:00:30.000Z (received once); 1 message is delayed until 2026-01-01T00:00:06.000Z',
  )
})

test('it is said how often a message was received', () => {
  const orders = given.queue({ visibilityTimeoutMs: 1_000 }).holding('a')
  for (let i = 0; i < 3; i++) {
    orders.takeOne()
    clock.advance(1_000)
  }
  orders.takeOne()
  expect(text()).toContain('1 message is in flight until 2026-01-01T00:00:04.000Z (received 4 times)')
})

test('the first of a kind that comes free only after very many others is counted without its instant', () => {
  const orders = given.queue({ visibilityTimeoutMs: 1_000 })
  for (let i = 0; i < 100; i++) orders.send(`${i}`)
  for (let i = 0; i < 10; i++) orders.take()
  orders.send('late', { delayMs: 60_000 })
  expect(reasons()).toEqual([
    { kind: 'inFlight', count: 100, nextMs: engine.nowMs + 1_000, receiveCount: 1 },
    { kind: 'delayed', count: 1 },
  ])
})

test('messages behind one of their group are told by the group and the message that locks it', () => {
  const orders = given.queue({ fifo: true, contentBasedDeduplication: true }, 'orders.fifo')
  orders.holdingIn('g', 'a', 'b', 'c')
  const { message } = orders.takeOne({ maximumMessages: 1 })
  const { account, region } = addressOf('')
  const id = message.id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  expect(text({ account, region, name: 'orders.fifo' })).toBe(
    `nothing can be received from orders.fifo now: 1 message is in flight until 2026-01-01T00:00:30.000Z (received once); 2 messages wait for an earlier one of the same group: group g is locked by message ${id}, in flight until 2026-01-01T00:00:30.000Z`,
  )
})

test('messages of another group that can be received leave nothing to explain', () => {
  const orders = given.queue({ fifo: true, contentBasedDeduplication: true }, 'orders.fifo')
  orders.holdingIn('g', 'a', 'b')
  orders.takeOne({ maximumMessages: 1 })
  orders.holdingIn('h', 'c')
  expect(reasons(addressOf('orders.fifo'))).toEqual([])
})

test('messages that went to the dead-letter queue are told', () => {
  given.queue({}, 'dead')
  const redrive = { deadLetterQueue: addressOf('dead'), maxReceives: 1 }
  const orders = given.queue({ redrive, visibilityTimeoutMs: 0 }).holding('a')
  orders.receive()
  expect(orders.receive()).toEqual([])
  expect(text()).toBe(
    'nothing can be received from orders now: it holds no messages; its dead-letter queue dead holds 1',
  )
})

test('an empty queue is told apart from one of the same name that has messages', () => {
  given.queue()
  elsewhere('111111111111', 'eu-west-1', 3)
  elsewhere('222222222222', 'eu-west-1', 0)
  expect(text()).toBe(
    'nothing can be received from orders now: it holds no messages; there are 3 messages in orders of account 111111111111, region eu-west-1',
  )
})

test('a queue that is not there is looked for in other accounts and regions, the fullest three first', () => {
  elsewhere('111111111111', 'eu-west-1', 0)
  elsewhere('111111111111', 'eu-west-2', 1)
  elsewhere('111111111111', 'eu-west-3', 2)
  elsewhere('222222222222', 'eu-west-1', 3)
  expect(text()).toBe(
    'there is no queue orders in account 000000000000, region us-east-1; there are 3 messages in orders of account 222222222222, region eu-west-1; there are 2 messages in orders of account 111111111111, region eu-west-3; there is 1 message in orders of account 111111111111, region eu-west-2',
  )
})

test('a queue of a near name is offered, one of the same place before others', () => {
  elsewhere('111111111111', 'eu-west-1', 0, 'orders')
  expect(text(addressOf('ordres'))).toBe(
    'there is no queue ordres in account 000000000000, region us-east-1; did you mean orders in account 111111111111, region eu-west-1?',
  )
  given.queue()
  expect(text(addressOf('ordres'))).toMatch(/did you mean orders\?$/)
  expect(text(addressOf('invoices'))).toBe('there is no queue invoices in account 000000000000, region us-east-1')
})

test('looking changes nothing', () => {
  const orders = given.queue().holding('a')
  orders.takeOne()
  const before = orders.contents
  const { sequence } = engine.state
  reasons()
  expect([orders.contents, engine.state.sequence]).toEqual([before, sequence])
})
