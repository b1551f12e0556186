import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeXml } from '../../../protocols/xml/escape.ts'
import { isXmlFault, parseXml } from '../../../protocols/xml/reader.ts'

const leaf = (name: string, text: string) => ({ name, text, children: [] })

describe('escapeXml', () => {
  test('replaces the five and CR', () => {
    expect(escapeXml(`a&b<c>d"e'f\rg\n\th`)).toBe('a&amp;b&lt;c&gt;d&quot;e&apos;f&#xD;g\n\th')
    expect(escapeXml('&')).toBe('&amp;')
    expect(escapeXml('测试😀')).toBe('测试😀')
    expect(escapeXml('')).toBe('')
  })

  test('puts U+FFFD in place of what XML cannot hold', () => {
    expect(escapeXml('a\u0000b\u001fc\u007f')).toBe('a\ufffdb\ufffdc\u007f')
    expect(escapeXml('\ufffd\ufffe\uffff')).toBe('\ufffd\ufffd\ufffd')
    expect(escapeXml('\ud83d\ude00 \ud83d \ude00 \ud83d\ud83d\ude00\ude00')).toBe('😀 \ufffd \ufffd \ufffd😀\ufffd')
  })

  test('any text at all makes a document that can be read', () => {
    const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) })
    const rare = fc.string({ unit: fc.constantFrom('\u0000', '\t', '\ud83d', '\ude00', '\ufffe', '<', 'a') })
    fc.assert(
      fc.property(fc.oneof(units, rare), (text) => {
        expect(isXmlFault(parseXml(`<a>${escapeXml(text)}</a>`))).toBe(false)
      }),
    )
  })

  test('any text that XML can hold is read back as it was', () => {
    const readable = fc
      .string({ unit: 'grapheme', maxLength: 50 })
      .filter((text) => [...text].every((character) => character >= ' ' && character < '\ufffe'))
    const special = fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", '\r', '\n', ']', ';', 'amp', '#', 'a') })
    fc.assert(
      fc.property(fc.oneof(readable, special), (text) => {
        expect(parseXml(`<a>${escapeXml(text)}</a>`)).toEqual(leaf('a', text))
      }),
    )
  })
})
