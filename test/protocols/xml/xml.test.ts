import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { create } from 'xmlbuilder2'
import { escapeXml, isXmlFault, parseXml, parseXmlBytes, skeleton } from '../../../protocols/xml/xml.ts'

const leaf = (name: string, text: string) => ({ name, text, children: [] })

describe('skeletons', () => {
  const queue = skeleton({ Queue: { '@xmlns': 'http://x', QueueName: '{{name}}', Tags: '{{{tags}}}' } })

  test('escape what fills two braces and take as it is what fills three', () => {
    expect(queue.fill({ name: '<&>', tags: '<Tag/>' })).toBe(
      '<?xml version="1.0"?><Queue xmlns="http://x"><QueueName>&lt;&amp;&gt;</QueueName><Tags><Tag/></Tags></Queue>',
    )
  })

  test('escape text that looks escaped, and leave text that looks like a slot', () => {
    const filled = queue.fill({ name: '&lt; &amp; &#65; {{tags}} {{{tags}}} $&', tags: '' })
    expect(filled).toContain('<QueueName>&amp;lt; &amp;amp; &amp;#65; {{tags}} {{{tags}}} $&amp;</QueueName>')
  })

  test('take a slot more than once, and in attributes', () => {
    const twice = skeleton({ A: { '@n': '{{x}}', B: '{{x}}', C: 'fixed {{x}} text' } }, { prolog: '' })
    expect(twice.fill({ x: '"1"' })).toBe(
      '<A n="&quot;1&quot;"><B>&quot;1&quot;</B><C>fixed &quot;1&quot; text</C></A>',
    )
  })

  test('stand under any prolog, or none', () => {
    const shape = { A: '{{x}}' }
    expect(skeleton(shape, { prolog: '<?xml version="1.0" ?>\n' }).fill({ x: '1' })).toBe(
      '<?xml version="1.0" ?>\n<A>1</A>',
    )
    expect(skeleton(shape, { prolog: '' }).fill({ x: '1' })).toBe('<A>1</A>')
  })

  test('with line breaks have one element a line, and no empty line for markup that is left out', () => {
    const lines = skeleton(
      { A: { B: '{{b}}', C: { D: '{{d}}' }, '#text': '{{{more}}}' } },
      { prolog: '', lineBreaks: true },
    )
    expect(lines.fill({ b: '1', d: '2', more: '' })).toBe('<A>\n<B>1</B>\n<C>\n<D>2</D>\n</C>\n</A>')
    expect(lines.fill({ b: '1', d: '2', more: '<E/>\n' })).toBe('<A>\n<B>1</B>\n<C>\n<D>2</D>\n</C>\n<E/>\n</A>')
    expect(skeleton({ A: '{{{a}}}' }, { prolog: '', lineBreaks: true }).fill({ a: '' })).toBe('<A></A>')
  })

  test('write what xmlbuilder2 would write, for texts that it does not damage', () => {
    const texts = fc.string().filter((text) => !/[&\r]|[^\t\n -~]/.test(text) && text.trim() !== '')
    const shape = skeleton({ A: { B: '{{b}}', C: { D: '{{d}}' } } })
    fc.assert(
      fc.property(texts, texts, (b, d) => {
        const built = create({ A: { B: { '#text': b }, C: { D: { '#text': d } } } }).end()
        const quoted = built.replaceAll('"', '&quot;').replaceAll("'", '&apos;')
        expect(shape.fill({ b, d }).replace(/^<\?xml.*?\?>/, '')).toBe(quoted.replace(/^<\?xml.*?\?>/, ''))
      }),
    )
  })

  test('that lack a value are a fault of ours', () => {
    expect(() => queue.fill({ name: 'a' })).toThrow('no value for the slot tags')
  })
})

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
