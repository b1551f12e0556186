import { expect, test } from 'vitest'
import { lineOfPosition } from '../../src/text/line-of.ts'

test('a position is on the line that it or its line end belongs to', () => {
  expect([0, 1, 2, 3, 4].map((position) => lineOfPosition('a\nb\n', position))).toEqual([1, 1, 2, 2, 3])
})
