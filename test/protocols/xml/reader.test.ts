import { describe, expect, test } from 'vitest'
import { isXmlFault, parseXml, parseXmlBytes } from '../../../protocols/xml/reader.ts'

const leaf = (name: string, text: string) => ({ name, text, children: [] })

describe('parseXml', () => {
  test('gives names, texts and children', () => {
    expect(parseXml('<?xml version="1.0"?>\n<a x="1">p<b>q</b>r<c/></a>\n')).toEqual({
      name: 'a',
      text: 'pr',
      children: [leaf('b', 'q'), leaf('c', '')],
    })
  })

  test.each([
    ['CDATA as text', '<a>x<![CDATA[<b>&amp;]]>y</a>', 'x<b>&amp;y'],
    ['entities', '<a>&amp;&lt;&gt;&quot;&apos;</a>', `&<>"'`],
    ['decimal and hexadecimal references', '<a>&#65;&#x1F600;&#13;</a>', 'A😀\r'],
    ['what is escaped twice once', '<a>&amp;lt;&amp;#65;</a>', '&lt;&#65;'],
    ['CR LF as LF', '<a>\r\n\r</a>', '\n\n'],
    ['text around comments and instructions', '<!--a--><?b c?><a>x<!-- < -->y<?b?>z</a><!--d-->', 'xyz'],
    ['a name under a prefix without it', '<n:a xmlns:n="u">x</n:a>', 'x'],
    ['a document after a byte order mark', '\ufeff<a>x</a>', 'x'],
    ['a declaration that names another version, by the rules of 1.0', '<?xml version="1.1"?><a>x</a>', 'x'],
  ])('reads %s', (_what, document, text) => {
    expect(parseXml(document)).toEqual(leaf('a', text))
  })

  test.each([
    ['nothing', ''],
    ['blanks', '  \n'],
    ['text', 'hello'],
    ['JSON', '{"a":1}'],
    ['text before the root', 'x<a/>'],
    ['text after the root', '<a/>x'],
    ['two roots', '<a/><b/>'],
    ['tags that do not match', '<a></b>'],
    ['tags that cross', '<a><b></a></b>'],
    ['an open tag', '<a><b></b>'],
    ['half a tag', '<a'],
    ['a bare ampersand', '<a>a & b</a>'],
    ['an entity nobody has declared', '<a>&nbsp;</a>'],
    ['an entity with the name of a method', '<a>&toString;&valueOf;</a>'],
    ['a reference to no character', '<a>&#0;</a>'],
    ['a reference to half a character', '<a>&#xD800;</a>'],
    ['a control character', '<a>\x01</a>'],
    ['a control character of version 1.1', '<?xml version="1.1"?><a>&#1;</a>'],
    ['a character that is none', '<a>\uffff</a>'],
    ['the end of a CDATA section alone', '<a>]]></a>'],
    ['an attribute twice', '<a x="1" x="2"/>'],
    ['an attribute without quotes', '<a x=1/>'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['a DOCTYPE with entities', '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d SYSTEM "file:///etc/passwd">]><a>&b;&d;</a>'],
  ])('refuses %s', (_what, document) => {
    expect(parseXml(document)).toEqual({ fault: expect.any(String) })
  })

  test('takes 32 open elements, and stops at one more without a look at the rest', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
    expect(isXmlFault(parseXml(nested(32)))).toBe(false)
    expect(parseXml(nested(33))).toEqual({ fault: 'elements nested deeper than 32' })
    expect(parseXml(`${'<a>'.repeat(10_000)}&broken`)).toEqual({ fault: 'elements nested deeper than 32' })
  })

  test('takes as many elements as the limits say, and stops at one more', () => {
    const limits = { depth: 3, elements: 4 }
    expect(isXmlFault(parseXml('<a><b/><b/><b/></a>', limits))).toBe(false)
    expect(parseXml('<a><b/><b/><b/><b/></a>', limits)).toEqual({ fault: 'more than 4 elements' })
    expect(parseXml('<a><b><c><d/></c></b></a>', limits)).toEqual({ fault: 'elements nested deeper than 3' })
  })

  test('of bytes refuses what is not UTF-8', () => {
    expect(parseXmlBytes(Buffer.from('<a>é😀</a>'))).toEqual(leaf('a', 'é😀'))
    expect(parseXmlBytes(Buffer.from('<a>é</a>', 'latin1'))).toEqual({ fault: 'not UTF-8' })
    expect(parseXmlBytes(Buffer.from([0x3c, 0x61, 0x3e, 0xed, 0xa0, 0x80, 0x3c, 0x2f, 0x61, 0x3e]))).toEqual({
      fault: 'not UTF-8',
    })
  })
})
