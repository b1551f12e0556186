import { describe, expect, test } from 'vitest'
import type { QueueSettings } from '../../src/core/model.ts'
import { addressOf, freshEngine, granted } from '../support/given.ts'

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

describe('the sources of a dead-letter queue', () => {
  test('are the queues whose redrive names it, by name, page by page', () => {
    const dlq = given.queue({}, 'dlq')
    for (const name of ['c', 'a', 'b']) given.queue(redriveTo('dlq'), name)
    given.queue({}, 'other')
    const list = (limit: number, after?: string) =>
      granted(engine.run({ kind: 'listDeadLetterSources', queue: dlq.address, limit, ...(after && { after }) }))
    const names = ({ queues }: ReturnType<typeof list>) => queues.map(({ queue }) => queue.address.name)
    const first = list(2)
    expect([names(first), names(list(2, first.next)), list(2, first.next).next]).toEqual([['a', 'b'], ['c'], undefined])
    expect(list(3).next).toBeUndefined()
  })

  test('of a queue that is not there are not known', () => {
    const result = engine.run({ kind: 'listDeadLetterSources', queue: addressOf('dlq'), limit: 10 })
    expect(result).toMatchObject({ refusal: { kind: 'queueNotFound' } })
  })
})
