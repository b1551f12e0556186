import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseXml } from '../../../protocols/xml/reader.ts'
import { scanXml } from '../../../protocols/xml/scanner.ts'

const limits = { depth: 4, elements: 12 }

/** What the full parser makes of a document: a comment at its end is more than the scanner takes. */
const readInFull = (text: string) => parseXml(`${text}<!---->`, limits)

const plainTags = fc.constantFrom('a', 'Message', 'b2', 'a xmlns="http://x/"')
const oddTags = fc.constantFrom('n:a', 'é', 'a x="1"', "a xmlns='u'", 'a xmlns=""', 'a ')
const plainTexts = fc.constantFrom('', 'text', ' \n', 'a&amp;b', '&lt;&gt;&quot;&apos;', '>', '文')
const oddTexts = fc.oneof(
  fc.constantFrom('&#65;', '&no;', '&', ']]>', '😀', '\r\n', '<!--c-->', '<![CDATA[d]]>', '<?p i?>'),
  fc.string(),
)

/** Documents most of which the scanner takes, with a sprinkling of what it must not take, or not take so. */
const documents = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc
    .tuple(
      fc.oneof({ arbitrary: plainTags, weight: 20 }, { arbitrary: oddTags, weight: 1 }),
      fc.array(tie('content'), { maxLength: 3 }),
    )
    .map(([tag, content]) =>
      content.length === 0 ? `<${tag}/>` : `<${tag}>${content.join('')}</${tag.split(' ')[0]}>`,
    ),
  content: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'content' },
    { arbitrary: plainTexts, weight: 10 },
    { arbitrary: tie('element'), weight: 10 },
    { arbitrary: oddTexts, weight: 1 },
  ),
})).element

const prologs = fc.constantFrom(
  '',
  '\n',
  '\ufeff',
  '<?xml version="1.0"?>',
  '<?xml version="1.0" ?>\n',
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<?xml version="1.0" encoding="utf-8" standalone="no"?>',
  '<?xml version="1.1"?>',
  '<?xml?>',
  '<!DOCTYPE a>',
)

/** A document with a piece cut out, doubled or put elsewhere. */
const damaged = fc
  .tuple(documents, fc.nat(), fc.nat(), fc.constantFrom('', '<', '>', '/', '&', ';', '"', ' ', '<a>', '</a>', '\0'))
  .map(([text, from, to, piece]) => {
    const [start, end] = [from % (text.length + 1), to % (text.length + 1)]
    return text.slice(0, start) + piece + text.slice(end)
  })

test('what the scanner reads, it reads as the full parser does', () => {
  let scanned = 0
  fc.assert(
    fc.property(prologs, fc.oneof({ arbitrary: documents, weight: 2 }, damaged), (prolog, document) => {
      const element = scanXml(prolog + document, limits)
      if (element === undefined) return
      scanned += 1
      expect(element).toEqual(readInFull(prolog + document))
    }),
    { numRuns: 5_000 },
  )
  expect(scanned).toBeGreaterThan(500)
})

test.each([
  '<?xml version="1.0" encoding="UTF-8"?><Message xmlns="http://mns.aliyuncs.com/doc/v1/"><MessageBody>SGVsbG8=</MessageBody></Message>',
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?><Queue xmlns="http://mns.aliyuncs.com/doc/v1"/>',
  '<Messages>\n  <Message>\n    <MessageBody>a &amp; 文</MessageBody>\n  </Message>\n</Messages>\n',
])('it reads what the clients send: %s', (document) => {
  expect(scanXml(document, { depth: 32, elements: 100 })).toEqual(readInFull(document))
})

test.each([
  ['a comment', '<a><!--b--></a>'],
  ['CDATA', '<a><![CDATA[b]]></a>'],
  ['an attribute', '<a b="c"/>'],
  ['a prefix', '<n:a/>'],
  ['a numeric reference', '<a>&#65;</a>'],
  ['CR', '<a>\r</a>'],
  ['more elements than the limits allow', `<a>${'<b/>'.repeat(12)}</a>`],
  ['deeper nesting than the limits allow', '<a><b><c><d><e/></d></c></b></a>'],
  ['a fault', '<a><b></a></b>'],
])('it leaves %s to the full parser', (_what, document) => {
  expect(scanXml(document, limits)).toBeUndefined()
})
