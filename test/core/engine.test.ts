import { expect, test } from 'vitest'
import { freshEngine } from '../support/given.ts'

const { given, clock, engine } = freshEngine()

test('each command that changes something has the next number, and is when the state last changed', () => {
  const orders = given.queue()
  expect(engine.state).toMatchObject({ sequence: 1, changedAtMs: clock.nowMs() })
  clock.advance(5_000)
  orders.holding('a')
  expect(engine.state).toMatchObject({ sequence: 2, changedAtMs: clock.nowMs() })
})

test('a command that changes nothing leaves number and time of the last change as they were', () => {
  const orders = given.queue()
  const changedAtMs = clock.nowMs()
  clock.advance(5_000)
  orders.receive()
  orders.delete({ receipt: { queueId: 7, sequence: 1, receiptNumber: 1 } })
  engine.run({ kind: 'listQueues', prefix: '', limit: 10 })
  engine.run({ kind: 'tick' })
  expect(engine.state).toMatchObject({ sequence: 1, changedAtMs })
})

test('a reset leaves nothing but the number of the command', () => {
  given.queue({}, 'orders').holding('a')
  given.queue({}, 'invoices').drop()
  engine.run({ kind: 'reset' })
  const { queues, queuesById, deletedAtMs, sequence, origin } = engine.state
  expect([queues.size, queuesById.size, deletedAtMs.size]).toEqual([0, 0, 0])
  expect({ sequence, origin }).toEqual({ sequence: 5, origin: 5 })
})
