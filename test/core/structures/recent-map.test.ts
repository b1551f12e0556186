import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentMap } from '../../../src/core/structures/recent-map.ts'

const windowMs = 300_000

const step = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  kind: fc.constantFrom('set', 'look'),
  waitMs: fc.constantFrom(0, 1, windowMs / 3, windowMs - 1, windowMs),
})

test('an entry is there from when it was set until its window ends, whatever is set and asked meanwhile', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const map = new RecentMap<number>(windowMs, (atMs) => atMs)
      const model: Record<string, number> = {}
      let nowMs = 0
      for (const { key, kind, waitMs } of steps) {
        nowMs += waitMs
        if (kind === 'set') {
          map.set(key, nowMs)
          model[key] = nowMs
        }
        const atMs = model[key]
        expect(map.current(key, nowMs)).toBe(atMs !== undefined && nowMs < atMs + windowMs ? atMs : undefined)
      }
    }),
  )
})

test('entries stand in the order in which they were set last', () => {
  const map = new RecentMap<number>(windowMs, (atMs) => atMs).set('a', 1).set('b', 2)
  map.set('a', 3)
  expect([...map]).toEqual([['b', 2], ['a', 3]]) // biome-ignore format: pairs
})

test('what no longer counts is let go of', () => {
  const map = new RecentMap<number>(windowMs, (atMs) => atMs)
  for (let atMs = 0; atMs < 1_000; atMs++) map.set(`key ${atMs}`, atMs)
  map.current('another', windowMs + 499)
  expect(map.size).toBe(500)
})

test('nothing is left after it was cleared, and it works on', () => {
  const map = new RecentMap<number>(windowMs, (atMs) => atMs).set('a', 1)
  map.clear()
  expect([map.current('a', 1), map.size]).toEqual([undefined, 0])
  map.set('a', 2)
  expect(map.current('a', 2)).toBe(2)
})
