import { expect, test } from 'vitest'
import { nearest } from '../../src/text/did-you-mean.ts'

const names = ['send', 'seed', 'port', 'delay', 'VisibilityTimeout', 'visible']

test.each([
  ['sned', 'send'],
  ['prot', 'port'],
  ['dealy', 'delay'],
  ['Delay', 'delay'],
  ['delai', 'delay'],
  ['visibility', 'VisibilityTimeout'],
  ['VisibilityTimout', 'VisibilityTimeout'],
])('%s is meant for %s', (written, meant) => {
  expect(nearest(written, names)).toBe(meant)
})

test.each(['', 'b', 'xyz', 'queue', 'x'.repeat(1_000), 'dnes'])('%s is meant for none of them', (written) => {
  expect(nearest(written, names)).toBeUndefined()
})
