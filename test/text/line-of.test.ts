import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOfPosition, lineOfValue } from '../../src/text/line-of.ts'

type Step = string | number

/** Every path that leads to a value of a JSON value. */
function pathsIn(value: unknown): Step[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const steps: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [[], ...steps.flatMap(([step, item]) => pathsIn(item).map((path) => [step, ...path]))]
}

function at(value: unknown, path: readonly Step[]): unknown {
  return path.reduce((inner: unknown, step) => (inner as Record<Step, unknown>)[step], value)
}

function replaced(value: unknown, path: readonly Step[], by: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return by
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? replaced(item, rest, by) : item))
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]) => [name, name === step ? replaced(item, rest, by) : item]),
  )
}

test('the line of any value in any JSON is where that value is printed', () => {
  const property = fc.property(
    fc.jsonValue({ noUnicodeString: false }),
    fc.nat(),
    fc.constantFrom(1, '\t', ' '),
    (value, choice, indent) => {
      const paths = pathsIn(value)
      const path = paths[choice % paths.length]!
      const marked = JSON.stringify(replaced(value, path, '<here>'), null, indent)
      const lines = marked.split('\n').flatMap((line, index) => (line.includes('"<here>"') ? [index + 1] : []))
      fc.pre(lines.length === 1)
      expect(lineOfValue(JSON.stringify(value, null, indent), path)).toBe(lines[0])
      expect(at(value, path)).toBeDefined()
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test('of several members with one name the last one counts, as it does when the text is parsed', () => {
  expect(lineOfValue('{ "a": 1,\n"b": 2,\n"a": 3 }', ['a'])).toBe(3)
})

test('a step that leads nowhere ends at what holds it', () => {
  expect(lineOfValue('{ "a":\n{ "b": [\n1, 2 ] } }', ['a', 'c'])).toBe(2)
  expect(lineOfValue('{ "a":\n{ "b":\n[ 1, 2 ] } }', ['a', 'b', 2])).toBe(3)
})

test('a position is on the line that it or its line end belongs to', () => {
  expect([0, 1, 2, 3, 4].map((position) => lineOfPosition('a\nb\n', position))).toEqual([1, 1, 2, 2, 3])
})
