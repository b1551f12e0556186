import { expect, test } from 'vitest'
import { changes, type Document, diff, id, inMessages } from './comparison.ts'

test('fixtures are read as if loaded now: another age is a difference', async () => {
  expect(await inMessages([{ body: 'x', sent: '-5m' }], [{ body: 'x', sent: '-10m' }])).toEqual([
    '~ message "x" sent 5m ago -> 10m ago',
  ])
  expect(await inMessages([{ body: 'x', sent: '-2h' }], [{ body: 'x', sent: '-2h0.3s' }])).toEqual([
    '~ message "x" sent 2h ago, 300ms earlier',
  ])
  expect(await inMessages([{ body: 'x', visibleIn: '5s' }], [{ body: 'x', visibleIn: '30s' }])).toEqual([
    '~ message "x" visible in 5s -> in 30s',
  ])
})

/** Two saves of one system, a minute apart. */
const [first, second] = ['2026-11-30T12:00:00.000Z', '2026-11-30T12:01:00.000Z'] as const
const saved = (savedAt: string, ...messages: object[]): Document => ({
  savedAt,
  queues: [{ name: 'orders', messages }],
})

test('two saves of one system are alike if only time has passed, however times are written', async () => {
  const before = { id: id('a'), body: 'x', sent: '-5m', visibleIn: '2m' }
  const after = { ...before, sent: '-6m', visibleIn: '1m' }
  expect(await changes(saved(first, before), saved(second, after))).toEqual([])
  const absolute = { id: id('a'), body: 'x', sent: '2026-11-30T11:55:00.000Z', visibleAt: '2026-11-30T12:02:00.000Z' }
  expect(await changes(saved(first, before), saved(second, absolute))).toEqual([])
})

test('what became visible or expired by time alone is no difference, in either direction', async () => {
  const delayed = saved(first, { id: id('a'), body: 'x', sent: '-5m', visibleIn: '30s' })
  const ready = saved(second, { id: id('a'), body: 'x', sent: '-6m' })
  expect(await changes(delayed, ready)).toEqual([])
  expect(await changes(ready, delayed)).toEqual([])
  const old = saved(first, { id: id('a'), body: 'x', sent: '-95h59m30s' })
  expect(await changes(old, saved(second))).toEqual([])
  expect(await changes(saved(second), old)).toEqual([])
  expect(await changes(saved(first, { id: id('a'), body: 'x', sent: '-90h' }), saved(second))).toHaveLength(1)
})

test('a system is alike to the fixture that it was loaded from a while ago', async () => {
  const fixture = {
    queues: [
      {
        name: 'orders',
        messages: [
          { body: 'x', sent: '-5m' },
          { body: 'y', visibleIn: '3m' },
        ],
      },
    ],
  }
  const system = saved(
    second,
    { id: id('a'), body: 'x', sent: '-6m' },
    { id: id('b'), body: 'y', sent: '-1m', visibleIn: '2m' },
  )
  expect(await changes(fixture, system)).toEqual([])
  expect(await changes(system, fixture)).toEqual([])
})

test('a save is alike to what was saved after it was loaded', async () => {
  const messages = [
    { id: id('a'), body: 'x', sent: '-5m', visibleIn: '30s' },
    { id: id('b'), body: 'y', sent: '-2h' },
  ]
  expect(await changes(saved(first, ...messages), saved(second, ...messages))).toEqual([])
})

test('a message that was sent at another time than the rest is told, though all times moved', async () => {
  const fixture = saved(first, { body: 'x' }, { body: 'y' }, { body: 'z' })
  const system = saved(second, { body: 'x', sent: '-10s' }, { body: 'y', sent: '-10s' }, { body: 'z', sent: '-5s' })
  expect(await diff(fixture, system)).toEqual([
    'queue orders (000000000000/us-east-1)',
    '  ~ message "z" sent 10s ago -> 5s ago',
  ])
})
