import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SequenceMap } from '../../../src/core/structures/sequence-map.ts'

const sequences = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
const steps = fc.array(fc.tuple(fc.constantFrom('set', 'delete'), sequences, fc.nat()), { maxLength: 200 })

test('a sequence map behaves as a map does', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const pages = new SequenceMap<number>()
      const map = new Map<number, number>()
      for (const [kind, sequence, value] of taken) {
        if (kind === 'set') {
          pages.set(sequence, value)
          map.set(sequence, value)
        } else {
          pages.delete(sequence)
          map.delete(sequence)
        }
        expect(pages.size).toBe(map.size)
        expect(pages.get(sequence)).toBe(map.get(sequence))
      }
      for (const [sequence, value] of map) expect(pages.get(sequence)).toBe(value)
    }),
  )
})

test('what is not there is undefined, also next to what is', () => {
  const pages = new SequenceMap<string>()
  pages.set(512, 'first of its page')
  expect([pages.get(511), pages.get(512), pages.get(513), pages.get(1_024)]).toEqual([
    undefined,
    'first of its page',
    undefined,
    undefined,
  ])
})
