import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf, freshEngine, type TestQueue } from '../support/given.ts'

const { given, clock } = freshEngine()
let dlq: TestQueue
let orders: TestQueue

beforeEach(() => {
  dlq = given.queue({}, 'dlq')
  orders = given.queue({ redrive: { deadLetterQueue: addressOf('dlq'), maxReceives: 1 } })
})

describe('what a task may be', () => {
  test('its source must exist and be the dead-letter queue of some queue', () => {
    expect(dlq.tryStartMove()).toBe('done')
    expect(orders.tryStartMove()).toBe('notADeadLetterQueue')
    const dropped = given.queue({}, 'dropped')
    dropped.drop()
    expect([dropped.tryStartMove(), dropped.tryCancelMove('x')]).toEqual(['moveSourceNotFound', 'moveSourceNotFound'])
  })

  test('its destination must exist, be another queue and of the same type', () => {
    given.fifo({}, 'other.fifo')
    const to = (name: string) => dlq.tryStartMove({ destination: addressOf(name) })
    expect([to('nowhere'), to('dlq'), to('other.fifo')]).toEqual([
      'moveDestinationNotFound',
      'moveDestinationIsSource',
      'moveDestinationOfOtherType',
    ])
  })

  test('the source is looked at before the destination', () => {
    expect(orders.tryStartMove({ destination: addressOf('nowhere') })).toBe('notADeadLetterQueue')
  })

  test('one at a time runs out of one queue; when it has ended, another may start', () => {
    dlq.holding('a', 'b')
    const { id } = dlq.startMove({ destination: orders.address, ratePerSecond: 1 })
    expect(dlq.tryStartMove({ destination: orders.address })).toBe('moveTaskRunning')
    dlq.tryCancelMove(id)
    expect(dlq.tryStartMove({ destination: orders.address })).toBe('done')
  })

  test('a task is cancelled by its own source only', () => {
    given.queue({ redrive: { deadLetterQueue: orders.address, maxReceives: 1 } }, 'first')
    const { id } = dlq.startMove()
    expect([orders.tryCancelMove(id), dlq.tryCancelMove('0'.repeat(32))]).toEqual([
      'moveTaskNotFound',
      'moveTaskNotFound',
    ])
  })

  test('tasks are listed newest first, those of one queue only', () => {
    const ids = [1, 2, 3].map(() => {
      const { id } = dlq.startMove()
      clock.advance(1_000)
      clock.tick()
      return id
    })
    expect(dlq.moveTasks.map(({ id }) => id)).toEqual(ids.reverse())
    expect(orders.moveTasks).toEqual([])
  })
})
