import { expect, test } from 'vitest'
import type { QueueAddress } from '../../src/core/model.ts'
import { addressOf, endingOf, freshEngine } from '../support/given.ts'

const { given, clock, engine } = freshEngine()
const orders = addressOf('orders')

const create = (queue: QueueAddress) =>
  endingOf(engine.run({ kind: 'createQueue', queue, settings: {}, tags: [], mustMatch: {}, defaults: {} }))

test('strict: a deleted name is refused for 60 seconds, to the millisecond', () => {
  given.strictWaits()
  given.queue().drop()
  clock.advance(59_999)
  expect(create(orders)).toBe('queueDeletedRecently')
  clock.advance(1)
  expect(create(orders)).toBe('done')
})

test('strict: another name, and the same name elsewhere, need not wait', () => {
  given.strictWaits()
  given.queue().drop()
  expect(create(addressOf('invoices'))).toBe('done')
  expect(create({ ...orders, region: 'eu-west-1' })).toBe('done')
  expect(create({ ...orders, account: '111122223333' })).toBe('done')
})

test('strict: a reset forgets which names were deleted', () => {
  given.strictWaits()
  given.queue().drop()
  engine.run({ kind: 'reset' })
  expect(create(orders)).toBe('done')
})

test('a deleted name is free at once', () => {
  given.queue({ delayMs: 1_000 }).holding('a').drop()
  const again = given.queue()
  expect(again.settings).toEqual({})
  expect(again.contents).toEqual([])
})

test('a deleted name is remembered for as long as it can matter, and no longer', () => {
  given.queue({}, 'orders').drop()
  clock.advance(59_999)
  given.queue({}, 'invoices').drop()
  expect([...engine.state.deletedAtMs.keys()]).toHaveLength(2)
  clock.advance(1)
  given.queue({}, 'returns').drop()
  expect([...engine.state.deletedAtMs.keys()]).toEqual([
    '000000000000/us-east-1/invoices',
    '000000000000/us-east-1/returns',
  ])
})
