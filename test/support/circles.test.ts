import { expect, test } from 'vitest'
import { circlesIn, graphOf } from './circles.ts'

test('what leads back to itself is a circle, what leads into one or out of one is not', () => {
  const graph = graphOf([
    ['in', 'a'],
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['c', 'out'],
    ['y', 'x'],
    ['x', 'y'],
  ])
  expect(circlesIn(graph)).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ])
})
