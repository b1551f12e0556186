import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { create } from 'xmlbuilder2'
import { skeleton } from '../../../protocols/xml/skeleton.ts'

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
