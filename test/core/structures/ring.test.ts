import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ring } from '../../../src/core/structures/ring.ts'

test('an empty ring gives nothing', () => {
  const ring = new Ring<number>()
  expect([ring.length, ring.first, ring.shift(), ring.at(0), ring.length]).toEqual([
    0,
    undefined,
    undefined,
    undefined,
    0,
  ])
})

/** How many to push, then how many to shift; long enough runs that the ring wraps round and grows. */
const rounds = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 30 })

test('a ring behaves as an array does, whatever is pushed and shifted', () => {
  fc.assert(
    fc.property(rounds, (sizes) => {
      const ring = new Ring<number>()
      const array: number[] = []
      let next = 0
      for (const [pushes, shifts] of sizes) {
        for (let count = 0; count < pushes; count++) {
          ring.push(next)
          array.push(next++)
        }
        expect(contents(ring)).toEqual(array)
        for (let count = 0; count < shifts; count++) expect(ring.shift()).toBe(array.shift())
        expect(ring.first).toBe(array[0])
        expect(contents(ring)).toEqual(array)
      }
    }),
  )
})

test('nothing stands behind the last item', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), (pushes, shifts) => {
      const ring = new Ring<number>()
      for (let count = 0; count < pushes; count++) ring.push(count)
      for (let count = 0; count < shifts; count++) ring.shift()
      expect(ring.at(ring.length)).toBeUndefined()
    }),
  )
})

function contents(ring: Ring<number>): (number | undefined)[] {
  return Array.from({ length: ring.length }, (_, offset) => ring.at(offset))
}
