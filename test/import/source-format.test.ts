import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatOf } from '../../src/import/source-format.ts'

const fixture = (name: string): string => readFileSync(`fixtures/import/${name}`, 'utf8')

test.each([
  ['elasticmq.conf', 'elasticmq'],
  ['elasticmq-stored.conf', 'elasticmq-stored'],
  ['goaws.yaml', 'goaws'],
] as const)('%s is known by its content, whatever its name', (name, format) => {
  expect(formatOf('mounted', fixture(name))).toBe(format)
  expect(formatOf(name, fixture(name))).toBe(format)
})

test('a name alone tells where the content does not', () => {
  expect(formatOf('a.conf', '')).toBe('elasticmq')
  expect(formatOf('a.yml', '')).toBe('goaws')
  expect(formatOf('a', '')).toBeUndefined()
})

test('queues in JSON are those of an elasticmq.conf', () => {
  expect(formatOf('a.json', '{\n  "queues": {}\n}')).toBe('elasticmq')
})
