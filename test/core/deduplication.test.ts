import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addressOf, freshEngine, granted, type TestQueue } from '../support/given.ts'

const { given, clock, engine } = freshEngine()
const windowMs = 300_000
const byId = { contentBasedDeduplication: false } as const

function sendAs(queue: TestQueue, deduplicationId: string, body: string, groupId = 'g1') {
  return queue.post(body, { groupId, deduplicationId })
}

test('a second send with the same deduplication id adds nothing and is told what the first was', () => {
  const orders = given.fifo(byId)
  const first = sendAs(orders, 'd', 'a')
  const second = sendAs(orders, 'd', 'b')
  expect(second).toMatchObject({ messageId: first.messageId, sequence: first.sequence })
  expect(orders.receive()).toEqual(['a'])
})

test('different deduplication ids are different messages, whatever their bodies', () => {
  const orders = given.fifo()
  sendAs(orders, 'd1', 'a')
  sendAs(orders, 'd2', 'a')
  expect(orders.receive()).toEqual(['a', 'a'])
})

test('without an id equal bodies are duplicates where the queue goes by content', () => {
  const orders = given.fifo().holdingIn('g1', 'a')
  orders.post('a', { groupId: 'g1', attributes: [{ name: 'n', type: 'String', value: 'v' }] })
  orders.holdingIn('g1', 'b')
  expect(orders.receive()).toEqual(['a', 'b'])
})

test('the id taken from a body is its SHA-256, which an explicit id can equal', () => {
  const orders = given.fifo().holdingIn('g1', 'a')
  const hash = createHash('sha256').update('a').digest('hex')
  sendAs(orders, hash, 'b')
  const [only, ...none] = orders.take()
  expect([only?.message.body, only?.message.extras?.deduplicationId, none]).toEqual(['a', hash, []])
})

test('an explicit id goes before the content', () => {
  const orders = given.fifo().holdingIn('g1', 'a')
  sendAs(orders, 'd', 'a')
  expect(orders.receive()).toEqual(['a', 'a'])
})

test('a send is a duplicate for five minutes, not a millisecond more', () => {
  const orders = given.fifo(byId)
  const first = sendAs(orders, 'd', 'a')
  clock.advance(windowMs - 1)
  expect(sendAs(orders, 'd', 'b').messageId).toBe(first.messageId)
  clock.advance(1)
  expect(sendAs(orders, 'd', 'c').messageId).not.toBe(first.messageId)
  expect(orders.receive()).toEqual(['a', 'c'])
})

test('a duplicate does not lengthen the five minutes, a new send begins them again', () => {
  const orders = given.fifo(byId)
  sendAs(orders, 'd', 'a')
  clock.advance(windowMs - 1)
  sendAs(orders, 'd', 'b')
  clock.advance(1)
  sendAs(orders, 'd', 'c')
  clock.advance(windowMs - 1)
  sendAs(orders, 'd', 'd')
  expect(orders.receive()).toEqual(['a', 'c'])
})

test('a message still deduplicates when it was received, and when it was deleted', () => {
  const orders = given.fifo().holdingIn('g1', 'a')
  const held = orders.takeOne()
  orders.post('a', { groupId: 'g1' })
  expect(orders.counts).toEqual({ ready: 0, delayed: 0, inFlight: 1 })
  orders.delete(held)
  expect(orders.post('a', { groupId: 'g1' }).messageId).toBe(held.message.id)
  expect(orders.receive()).toEqual([])
})

test('a message that is delayed deduplicates', () => {
  const orders = given.fifo({ delayMs: 10_000 }).holdingIn('g1', 'a')
  orders.post('a', { groupId: 'g1' })
  expect(orders.counts.delayed).toBe(1)
})

test('a message that expired still deduplicates', () => {
  const orders = given.fifo({ retentionMs: 60_000 })
  const first = orders.post('a', { groupId: 'g1' })
  clock.advance(60_000)
  expect(orders.post('a', { groupId: 'g1' }).messageId).toBe(first.messageId)
})

test('a purge ends deduplication', () => {
  const orders = given.fifo().holdingIn('g1', 'a')
  orders.purge()
  orders.holdingIn('g1', 'a')
  expect(orders.receive()).toEqual(['a'])
})

test('by the queue, an id counts in every group', () => {
  const orders = given.fifo({ deduplicationScope: 'queue' }).holdingIn('g1', 'a')
  orders.post('a', { groupId: 'g2' })
  expect(orders.receive()).toEqual(['a'])
})

test('by the group, an id counts within its group only', () => {
  const orders = given.fifo({ deduplicationScope: 'messageGroup' }).holdingIn('g1', 'a').holdingIn('g2', 'a')
  orders.post('a', { groupId: 'g1' })
  expect(orders.take().map(({ message }) => message.groupId)).toEqual(['g1', 'g2'])
})

test('what counts is the scope at creation, whatever is set later', () => {
  const wide = given.fifo({ deduplicationScope: 'queue' }, 'wide.fifo').holdingIn('g1', 'a')
  const narrow = given.fifo({ deduplicationScope: 'messageGroup' }, 'narrow.fifo').holdingIn('g1', 'a')
  wide.set({ deduplicationScope: 'messageGroup' })
  narrow.set({ deduplicationScope: 'queue' })
  for (const queue of [wide, narrow])
    for (const body of ['a', 'b', 'b']) queue.post(body, { groupId: body === 'b' ? 'g3' : 'g2' })
  expect(wide.receive()).toEqual(['a', 'b'])
  expect(narrow.receive()).toEqual(['a', 'a', 'b'])
  expect(wide.settings.deduplicationScope).toBe('messageGroup')
})

test('a queue of the same name that was made anew knows nothing of the sends before', () => {
  const old = given.fifo().holdingIn('g1', 'a')
  old.drop()
  expect(given.fifo().holdingIn('g1', 'a').receive()).toEqual(['a'])
})

test('the other queue knows nothing of a send', () => {
  given.fifo().holdingIn('g1', 'a')
  expect(given.fifo({}, 'invoices.fifo').holdingIn('g1', 'a').receive()).toEqual(['a'])
})

test('within a batch, entries with one id are one message', () => {
  const orders = given.fifo(byId)
  const commands = ['a', 'b'].map((body) => orders.sendCommand(body, { groupId: 'g1', deduplicationId: 'd' }))
  const results = granted(engine.run({ kind: 'batch', queue: addressOf('orders.fifo'), commands }))
  const [first, second] = results.map((result) => (granted(result) as { messageId: string }).messageId)
  expect(first).toBe(second)
  expect(orders.receive()).toEqual(['a'])
})

test('sequences of a group rise, and a receive shows what the send was told', () => {
  const orders = given.fifo()
  const sent = ['a', 'b', 'c'].map((body) => orders.post(body, { groupId: 'g1' }).sequence)
  expect(sent).toEqual([...sent].sort((a, b) => a - b))
  expect(new Set(sent).size).toBe(3)
  expect(orders.take().map(({ message }) => message.sequence)).toEqual(sent)
})

test('what is older than five minutes is forgotten', () => {
  const orders = given.fifo()
  for (let count = 0; count < 100; count++) orders.post(`m${count}`, { groupId: 'g1' })
  clock.advance(windowMs)
  orders.post('new', { groupId: 'g1' })
  expect(orders.live.recentSends.size).toBe(1)
})
