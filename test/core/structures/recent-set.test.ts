import { expect, test } from 'vitest'
import { RecentSet } from '../../../src/core/structures/recent-set.ts'

test('a recent set knows the last texts, and never more than twice as many as it must', () => {
  const recent = new RecentSet(10)
  for (let added = 1; added <= 100; added++) {
    recent.add(`${added}`)
    const known = Array.from({ length: added }, (_, index) => index + 1).filter((each) => recent.has(`${each}`))
    expect(known.at(-1)).toBe(added)
    expect(known).toEqual(Array.from({ length: known.length }, (_, index) => added - known.length + 1 + index))
    expect(known.length).toBeGreaterThanOrEqual(Math.min(added, 10))
    expect(known.length).toBeLessThanOrEqual(20)
  }
})
