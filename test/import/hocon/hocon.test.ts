// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON look like that
import { describe, expect, test } from 'vitest'
import { type HoconValue, readHocon } from '../../../src/import/hocon/hocon.ts'

/** The file as plain values. */
function read(text: string, variables: Record<string, string> = {}): unknown {
  return plain(readHocon(text, 'a.conf', variables).root)
}

function plain(value: HoconValue): unknown {
  if (value.kind === 'text') return value.text
  if (value.kind === 'null') return null
  if (value.kind === 'list') return value.items.map(plain)
  return Object.fromEntries([...value.members].map(([key, member]) => [key, plain(member)]))
}

describe('syntax', () => {
  test('a key is followed by =, by : or by the bracket of an object', () => {
    expect(read('a = 1\nb : 2\nc { d = 3 }')).toEqual({ a: '1', b: '2', c: { d: '3' } })
  })

  test('the outer bracket may stand or not', () => {
    expect(read('{ "a": 1, "b": [1, 2] }')).toEqual(read('a = 1\nb = [1\n2]'))
  })

  test('commas and ends of lines separate alike, and commas may stand at the end', () => {
    expect(read('a { x = 1, y = 2,\n z = 3 }\n')).toEqual({ a: { x: '1', y: '2', z: '3' } })
  })

  test('dots part a key, quotes do not', () => {
    expect(read('a.b.c = 1\n"a.b".c = 2')).toEqual({ a: { b: { c: '1' } }, 'a.b': { c: '2' } })
  })

  test('a text without quotes keeps the blanks within, and loses those around', () => {
    expect(read('a =   10   seconds   # of time\nb = x // y')).toEqual({ a: '10   seconds', b: 'x' })
  })

  test('a text in quotes keeps everything, comment signs and escapes too', () => {
    expect(read('a = " # \\u0041\\n// "')).toEqual({ a: ' # A\n// ' })
  })

  test('a text in three quotes goes over lines and escapes nothing', () => {
    expect(read('a = """x\n\\n"y""""')).toEqual({ a: 'x\n\\n"y"' })
  })

  test('lines may end as on Windows, and a byte order mark may come first', () => {
    expect(read('\uFEFFa = 1\r\nb {\r\n c = x y\r\n}\r\n')).toEqual({ a: '1', b: { c: 'x y' } })
  })

  test('null without quotes is nothing, with quotes a text', () => {
    expect(read('a = null, b = "null"')).toEqual({ a: null, b: 'null' })
  })

  test('include statements are told and not followed', () => {
    const file = readHocon('include classpath("application.conf")\ninclude "b.conf"\ninclude = 1', 'a.conf', {})
    expect(file.includes).toEqual(['classpath("application.conf")', '"b.conf"'])
    expect(plain(file.root)).toEqual({ include: '1' })
  })
})

describe('several assignments to one key', () => {
  test('objects are put together', () => {
    expect(read('a { x = 1, y = 1 }\na { y = 2 }\na.z = 3')).toEqual({ a: { x: '1', y: '2', z: '3' } })
  })

  test('of other values the last one counts', () => {
    expect(read('a { x = 1 }\na = 2\nb = 1\nb { y = 2 }')).toEqual({ a: '2', b: { y: '2' } })
  })

  test('+= adds to a list, which need not be there', () => {
    expect(read('a = [1]\na += 2\nb += 3')).toEqual({ a: ['1', '2'], b: ['3'] })
  })
})

describe('substitutions', () => {
  test('are taken from the file, also from what stands further down', () => {
    expect(read('a = ${b.c}\nb { c = 5s }')).toEqual({ a: '5s', b: { c: '5s' } })
  })

  test('see what was assigned last', () => {
    expect(read('a = ${b}\nb = 1\nb = 2')).toEqual({ a: '2', b: '2' })
  })

  test('else are taken from variables', () => {
    expect(read('a = ${HOME_QUEUE}', { HOME_QUEUE: 'x' })).toEqual({ a: 'x' })
  })

  test('that may be missing leave what was there', () => {
    expect(read('a = 1\na = ${?NOT_THERE}\nb = ${?NOT_THERE}')).toEqual({ a: '1' })
  })

  test('stand in the middle of a text', () => {
    expect(read('x = dev\na = "q-"${x}-1')).toEqual({ x: 'dev', a: 'q-dev-1' })
  })

  test('of objects are extended by what follows', () => {
    expect(read('d { x = 1, y = 1 }\na = ${d} { y = 2 }')).toEqual({
      d: { x: '1', y: '1' },
      a: { x: '1', y: '2' },
    })
  })

  test('of the key itself mean what it held before', () => {
    expect(read('a = x\na = ${a}y\nl = [1]\nl = ${l} [2]')).toEqual({ a: 'xy', l: ['1', '2'] })
  })

  test('within an object reach its other members', () => {
    expect(read('a { x = 1, y = ${a.x} }')).toEqual({ a: { x: '1', y: '1' } })
  })
})

describe('what is wrong is said with its line', () => {
  test.each([
    ['a = 1\nb 2', 'a.conf, line 2: "=", ":" or "{" is expected after b'],
    ['a {\n b = 1', 'a.conf, line 2: the file ends where "}" is expected'],
    ['a = [1,\n2', 'a.conf, line 2: the file ends where "]" is expected'],
    ['a =\n', 'a.conf, line 2: a value is expected, but the end of the file stands here'],
    ['a = "x\nb = 1', 'a.conf, line 1: the text in quotes does not end on its line'],
    ['\na = "\\x"', 'a.conf, line 2: "\\x" is not a text as JSON has it'],
    ['a = 1\nb = me@here', 'a.conf, line 2: "@" must stand in quotes'],
    ['a = 1 }', 'a.conf, line 1: a key is expected, but "}" stands here'],
    ['{ a = 1 }\nb = 2', 'a.conf, line 2: nothing is expected here, but "b" stands here'],
    ['\n\na = ${b}', 'a.conf, line 3: ${b} is neither in this file nor a variable of the environment'],
    ['a = ${b}\nb = ${a}', 'a.conf, line 2: ${a} is neither in this file nor a variable of the environment'],
    ['a = ${b', 'a.conf, line 1: "}" is expected after ${b'],
    ['a = 1\na += 2', 'a.conf, line 2: "+=" adds to a list, and this is none'],
    ['a = x { y = 1 }', 'a.conf, line 1: texts, lists and objects cannot stand side by side'],
    ['a {'.repeat(70), 'a.conf, line 1: more than 64 objects and lists in each other'],
  ])('%j', (text, problem) => {
    expect(() => read(text)).toThrow(problem)
  })
})
