import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOfValue, repeatedName, syntaxProblem } from '../../src/text/json-places.ts'

const slip = fc.constantFrom('', ',', ':', '"', "'", '{', '}', '[', ']', '\\', '0', 'x', '\n', ' ', '-', '/', '1.')

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Position that the line and column of a problem mean. */
function positionOf(text: string): number {
  const { line, problem } = syntaxProblem(text)
  const column = Number(/^not valid JSON at column (\d+)/.exec(problem)?.[1])
  const before = text.split('\n').slice(0, line - 1)
  return before.join('\n').length + (line > 1 ? 1 : 0) + column - 1
}

test('what stands before a fault can be the beginning of JSON', () => {
  let found = 0
  const property = fc.property(fc.json(), fc.nat(), fc.nat({ max: 2 }), slip, (json, at, cut, put) => {
    const start = at % (json.length + 1)
    const text = json.slice(0, start) + put + json.slice(start + cut)
    if (isJson(text)) return
    const fault = positionOf(text)
    if (fault === text.length) return
    found += 1
    const beginning = text.slice(0, fault)
    // It ends too early at most: where it ends is the first fault of it.
    if (!isJson(beginning)) expect(positionOf(beginning)).toBe(fault)
  })
  fc.assert(property, { numRuns: 2_000 })
  expect(found).toBeGreaterThan(200)
})

test.each([
  ['{"a": "b\\q"}', 9],
  ['{"a": "b\\\\", "c": "\\u12g4"}', 20],
  ['{"a": "b\tc"}', 9],
  ['{"a": 01}', 8],
  ['[1 2]', 4],
  ['{"a": truth}', 7],
  ['{"a": "b', 9],
  ['[] []', 4],
])('%s is wrong at column %i', (text, column) => {
  expect(syntaxProblem(text).problem).toMatch(new RegExp(`^not valid JSON at column ${column}(?!\\d)`))
})

test('a name that stands twice in one object is found, wherever it stands', () => {
  expect(repeatedName('{ "a": { "b": 1 }, "b": [{ "a": 1 }, { "a": 2, "c": 3, "\\u0061": 4 }] }')).toEqual({
    name: 'a',
    position: 55,
    path: ['b', 1, 'a'],
  })
  expect(repeatedName('{ "a": { "b": 1 }, "b": [{ "a": 1 }, { "a": 2 }] }')).toBeUndefined()
})

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
