import { expect, test } from 'vitest'
import { addressOf, freshEngine } from '../support/given.ts'

const { given, clock, engine } = freshEngine()

test('ended tasks are forgotten beyond a thousand, running ones never', () => {
  const dlq = given.queue({}, 'dlq')
  const orders = given.queue({ redrive: { deadLetterQueue: addressOf('dlq'), maxReceives: 1 } })
  const slow = given.queue({ redrive: { deadLetterQueue: orders.address, maxReceives: 1 } }, 'slow')
  orders.holding('a', 'b')
  const running = orders.startMove({ destination: slow.address, ratePerSecond: 1 })
  for (let count = 0; count < 1_005; count++) {
    dlq.startMove()
    clock.tick()
  }
  expect(engine.state.moveTasks.size).toBe(1_000)
  expect(engine.state.moveTasks.get(running.id)?.status).toBe('running')
})
