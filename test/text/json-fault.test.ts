import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultOf } from '../../src/text/json-fault.ts'

const slip = fc.constantFrom('', ',', ':', '"', "'", '{', '}', '[', ']', '\\', '0', 'x', '\n', ' ', '-', '/', '1.')

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a text that is JSON has no fault', () => {
  const property = fc.property(fc.json(), (text) => {
    expect(faultOf(text)).toBe(text.length)
  })
  fc.assert(property)
})

test('what stands before a fault can be the beginning of JSON, and one character more cannot', () => {
  let found = 0
  const property = fc.property(fc.json(), fc.nat(), fc.nat({ max: 2 }), slip, (json, at, cut, put) => {
    const start = at % (json.length + 1)
    const text = json.slice(0, start) + put + json.slice(start + cut)
    const fault = faultOf(text)
    if (isJson(text)) expect(fault).toBe(text.length)
    if (fault === text.length) return
    found += 1
    expect(faultOf(text.slice(0, fault))).toBe(fault)
    expect(isJson(text)).toBe(false)
  })
  fc.assert(property, { numRuns: 2_000 })
  expect(found).toBeGreaterThan(200)
})
