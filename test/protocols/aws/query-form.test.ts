import { unescape as percentDecoded } from 'node:querystring'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addParameters, emptyForm, valueIn } from '../../../protocols/aws/query-form.ts'
import { integer, list, map, object, optional, type Schema, text } from '../../../protocols/schema.ts'

function read(encoded: string, schema: Schema<unknown>): unknown {
  const form = emptyForm()
  expect(addParameters(form, Buffer.from(encoded))).toBe(true)
  return valueIn(form, schema)
}

const line = object({ Id: text, Count: optional(integer), Notes: optional(list(text, 'Note')) })
const order = object({
  Name: optional(text),
  Count: optional(integer),
  Lines: optional(list(line, 'Line')),
  Labels: optional(map(text, 'Label', 'Name')),
  Parts: list(text, 'Part'),
})

const withoutParts = (value: unknown) => expect(value).toEqual(expect.objectContaining({ Parts: [] }))

describe('a form is read by a schema', () => {
  test.each([
    ['Name=a', { Name: 'a' }],
    ['Name=a%20b+c%2B%26%3D%25&Other=x', { Name: 'a b c+&=%' }],
    ['Name=%E2%80%93%F0%9F%98%80', { Name: '–😀' }],
    ['Name=–', { Name: '–' }],
    ['Name=a=b', { Name: 'a=b' }],
    ['Name=', { Name: '' }],
    ['Name', { Name: '' }],
    ['Name=a&Name=b', { Name: 'b' }],
    ['&&Name=a&', { Name: 'a' }],
    ['N%61me=a', { Name: 'a' }],
    ['Count=5', { Count: 5 }],
    ['Count=-1', { Count: -1 }],
    ['Count=five', { Count: 'five' }],
    ['Count=1.5', { Count: '1.5' }],
    ['Count=', { Count: '' }],
    ['', {}],
  ])('%j', (encoded, value) => expect(read(encoded, order)).toEqual({ ...value, Parts: [] }))

  test('lists stand flat, in the order of their numbers, which may have gaps', () => {
    expect(read('Part.10=c&Part.2=b&Part.1=a', order)).toEqual({ Parts: ['a', 'b', 'c'] })
    expect(read('Line.2.Id=b&Line.1.Id=a&Line.1.Count=1&Line.1.Note.1=x&Line.1.Note.2=y', order)).toMatchObject({
      Lines: [{ Id: 'a', Count: 1, Notes: ['x', 'y'] }, { Id: 'b' }],
    })
  })

  test('a bare name with an empty text is an empty list: older SDKs write one so', () => {
    expect(read('Parts=&Line=', order)).toEqual({ Parts: [], Lines: [] })
  })

  test('a list may go by its own name, and its only item without a number', () => {
    expect(read('Parts.1=a', order)).toEqual({ Parts: ['a'] })
    expect(read('Part=a', order)).toEqual({ Parts: ['a'] })
    expect(read('Label.Name=k&Label.Value=v', order)).toMatchObject({ Labels: { k: 'v' } })
  })

  test('a map is pairs, whose key may be called Name or Key', () => {
    expect(read('Label.1.Name=k&Label.1.Value=v&Label.2.Key=l&Label.2.Value=w', order)).toMatchObject({
      Labels: { k: 'v', l: 'w' },
    })
    expect(read('Label.1.Name=k&Label.2.Name=l&Label.2.Value=', order)).toMatchObject({ Labels: { k: '', l: '' } })
  })

  test('a pair of another form has no name, for its reader to refuse', () => {
    expect(read('Label.1.key=k&Label.1.value=v', order)).toMatchObject({ Labels: { '': '' } })
  })

  test('names of prototypes are ordinary names', () => {
    const value = read('Label.1.Name=__proto__&Label.1.Value=v&__proto__=x&constructor.1=y', order)
    expect(Object.entries((value as { Labels: object }).Labels)).toEqual([['__proto__', 'v']])
    withoutParts(value)
  })

  test('bytes that are no UTF-8, and lone percent signs, are taken as well as they can be', () => {
    expect(read('Name=%FF%', order)).toMatchObject({ Name: '\ufffd%' })
  })

  test('what is nested too deep is passed over, and too many parameters are told', () => {
    withoutParts(read(`${'A.'.repeat(100_000)}A=x`, order))
    expect(addParameters(emptyForm(), Buffer.from('a=b&'.repeat(10_000)))).toBe(true)
    expect(addParameters(emptyForm(), Buffer.from('a=b&'.repeat(10_001)))).toBe(false)
  })

  test('any text comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(read(`Name=${encodeURIComponent(value)}`, order)).toEqual({ Name: value, Parts: [] })
        expect(read(new URLSearchParams({ Name: value }).toString(), order)).toEqual({ Name: value, Parts: [] })
      }),
    )
  })

  test('any bytes are read as text first and unescaped then, whichever of the two is done first', () => {
    const piece = fc.oneof(
      fc
        .constantFrom('%', '+', '%4', '%zz', '%C3', '%A9', '%c3%a9', '%E2%80%93', '%ED%A0%80', 'é', '–', '\ufeff', 'a')
        .map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x26))),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const bytes = Buffer.concat(pieces)
        const form = emptyForm()
        addParameters(form, Buffer.concat([Buffer.from('Name='), bytes]))
        expect(form.fields?.get('Name')?.text).toBe(percentDecoded(bytes.toString('utf8').replaceAll('+', ' ')))
      }),
    )
  })
})
