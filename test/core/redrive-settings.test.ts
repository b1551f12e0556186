import { describe, expect, test } from 'vitest'
import type { QueueSettings } from '../../src/core/model.ts'
import { addressOf, freshEngine } from '../support/given.ts'

const { given, engine } = freshEngine()

function redriveTo(name: string, maxReceives = 1): QueueSettings {
  return { redrive: { deadLetterQueue: addressOf(name), maxReceives } }
}

describe('what a redrive may name', () => {
  test('a queue that exists', () => {
    const orders = given.queue({}, 'orders')
    expect(orders.set(redriveTo('nowhere'))).toBe('deadLetterQueueNotFound')
    expect(orders.settings).toEqual({})
  })

  test('a queue of its own type', () => {
    const standard = given.queue({}, 'orders')
    const fifo = given.fifo({}, 'orders.fifo')
    expect(standard.set(redriveTo('orders.fifo'))).toBe('deadLetterQueueOfOtherType')
    expect(fifo.set(redriveTo('orders'))).toBe('deadLetterQueueOfOtherType')
  })

  test('a queue that lets it in', () => {
    const dlq = given.queue({}, 'dlq')
    const orders = given.queue()
    for (const [permission, sources, ending] of [
      ['denyAll', [], 'deadLetterQueueDenies'],
      ['byQueue', [addressOf('invoices')], 'deadLetterQueueDenies'],
      ['byQueue', [addressOf('invoices'), addressOf('orders')], 'done'],
      ['allowAll', [], 'done'],
    ] as const) {
      dlq.set({ redriveAllow: { permission, sources } })
      expect(orders.set(redriveTo('dlq'))).toBe(ending)
    }
  })

  test('the same at creation, and nothing is made when it is refused', () => {
    const asked = { tags: [], mustMatch: {}, defaults: {} }
    const create = {
      kind: 'createQueue',
      queue: addressOf('orders'),
      settings: redriveTo('nowhere'),
      ...asked,
    } as const
    expect(engine.run(create)).toMatchObject({ ok: false, refusal: { kind: 'deadLetterQueueNotFound' } })
    expect(engine.state.queues.size).toBe(0)
  })

  test('what was allowed once stays when other settings change', () => {
    const dlq = given.queue({}, 'dlq')
    const orders = given.queue(redriveTo('dlq'))
    dlq.drop()
    expect(orders.set({ delayMs: 1_000 })).toBe('done')
  })
})
