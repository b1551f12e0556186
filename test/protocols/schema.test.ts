import { describe, expect, test } from 'vitest'
import { boolean, integer, list, map, object, optional, text, validator } from '../../protocols/schema.ts'

const order = object({
  name: text,
  count: integer,
  urgent: optional(boolean),
  lines: optional(list(object({ item: text }), 'Line')),
  labels: optional(map(text, 'Label', 'Name')),
})

describe('a value is checked against a schema', () => {
  const problemIn = validator(order)

  test('one of the right shape has no problem, with optional members and without', () => {
    expect(problemIn({ name: 'a', count: 1 })).toBeUndefined()
    const whole = { name: 'a', count: 0, urgent: true, lines: [{ item: 'b' }], labels: { c: 'd' } }
    expect(problemIn(whole)).toBeUndefined()
  })

  test('members that the schema does not name are passed over', () => {
    expect(problemIn({ name: 'a', count: 1, other: [] })).toBeUndefined()
  })

  test('a missing member is named', () => {
    expect(problemIn({ count: 1 })).toEqual({ path: '', keyword: 'required', params: { missingProperty: 'name' } })
  })

  test.each([
    [{ name: 1, count: 1 }, '/name', 'string'],
    [{ name: 'a', count: 'x' }, '/count', 'integer'],
    [{ name: 'a', count: 1.5 }, '/count', 'integer'],
    [{ name: 'a', count: 1, urgent: 'true' }, '/urgent', 'boolean'],
    [{ name: 'a', count: 1, lines: {} }, '/lines', 'array'],
    [{ name: 'a', count: 1, lines: [{ item: null }] }, '/lines/0/item', 'string'],
    [{ name: 'a', count: 1, labels: { c: 2 } }, '/labels/c', 'string'],
    [[], '', 'object'],
  ])('a value of another type is placed: %j', (value, path, type) => {
    expect(problemIn(value)).toEqual({ path, keyword: 'type', params: { type } })
  })

  test('names such as __proto__ are ordinary names', () => {
    const value: unknown = JSON.parse('{"name":"a","count":1,"labels":{"__proto__":"x","constructor":"y"}}')
    expect(problemIn(value)).toBeUndefined()
    const bad: unknown = JSON.parse('{"name":"a","count":1,"labels":{"__proto__":1}}')
    expect(problemIn(bad)).toEqual({ path: '/labels/__proto__', keyword: 'type', params: { type: 'string' } })
  })
})
