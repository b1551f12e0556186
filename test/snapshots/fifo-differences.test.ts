import { expect, test } from 'vitest'
import { diff } from './comparison.ts'

const ledger = (...bodies: readonly string[]) => ({
  queues: [{ name: 'q.fifo', messages: bodies.map((body) => ({ body, group: 'g' })) }],
})

test('the order of a FIFO group is a difference', async () => {
  const [heading, ...lines] = await diff(ledger('a', 'b', 'c'), ledger('a', 'c', 'b'))
  expect(heading).toBe('queue q.fifo (000000000000/us-east-1)')
  expect(lines).toEqual([expect.stringMatching(/order of group "g"|group "g".*order/)])
  expect(lines.join()).toContain('"b", "c" -> "c", "b"')
})

test('deduplication ids that nobody wrote are no difference', async () => {
  expect(await diff(ledger('a', 'b', 'c'), ledger('x', 'a', 'b', 'c'))).toEqual([
    'queue q.fifo (000000000000/us-east-1)',
    expect.stringMatching(/^ {2}\+ message "x"/),
  ])
})

test('message attributes are compared whatever their order', async () => {
  const world = (attributes: object) => ({ queues: [{ name: 'q', messages: [{ body: 'a', attributes }] }] })
  expect(await diff(world({ x: '1', y: '2' }), world({ y: '2', x: '1' }))).toEqual([])
  expect(await diff(world({ x: '1' }), world({ x: '2' }))).toEqual([
    'queue q (000000000000/us-east-1)',
    '  ~ message "a" attribute x: "1" -> "2"',
  ])
})
