import { expect, test } from 'vitest'
import type { Batch } from '../../src/core/commands/command.ts'
import { addressOf, endingOf, freshEngine, granted, type TestQueue } from '../support/given.ts'

const { given, engine } = freshEngine()

const runBatch = (queue: TestQueue, commands: Batch['commands']) =>
  granted(engine.run({ kind: 'batch', queue: queue.address, commands }))

test('entries are carried out in order', () => {
  const orders = given.queue()
  runBatch(orders, [orders.sendCommand('a'), orders.sendCommand('b'), orders.sendCommand('c')])
  expect(orders.receive()).toEqual(['a', 'b', 'c'])
})

test('an entry that is refused leaves the others alone, and stands in its place', () => {
  const orders = given.queue({ maximumMessageBytes: 1_024 })
  const tooLong = orders.sendCommand('b', { bytes: 1_025 })
  const endings = runBatch(orders, [orders.sendCommand('a'), tooLong, orders.sendCommand('c')]).map(endingOf)
  expect(endings).toEqual(['done', 'messageTooLong', 'done'])
  expect(orders.receive()).toEqual(['a', 'c'])
})

test('each entry sees what the one before it did', () => {
  const orders = given.queue().holding('a')
  const { receipt } = orders.takeOne()
  const remove = { kind: 'deleteMessage', queue: orders.address, receipt, rule: 'singleUse' } as const
  const hide = { kind: 'changeVisibility', queue: orders.address, receipt, rule: 'reusable', timeoutMs: 0 } as const
  expect(runBatch(orders, [remove, remove, hide]).map(endingOf)).toEqual(['done', 'messageNotFound', 'messageNotFound'])
})

test('the messages of a batch have ids of their own, and one entry in the journal', () => {
  const orders = given.queue()
  const before = engine.entries.length
  runBatch(orders, [orders.sendCommand('a'), orders.sendCommand('b')])
  expect(engine.entries).toHaveLength(before + 1)
  const ids = orders.take().map(({ message }) => message.id)
  expect(new Set(ids).size).toBe(2)
})

test('a batch for a queue that does not exist is refused as a whole', () => {
  const orders = given.queue()
  orders.drop()
  const refused = { kind: 'queueNotFound', queue: addressOf('orders'), elsewhere: [] }
  expect(engine.run({ kind: 'batch', queue: orders.address, commands: [] })).toEqual({ ok: false, refusal: refused })
})
