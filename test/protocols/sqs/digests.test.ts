import { expect, test } from 'vitest'
import { attributesMd5, md5 } from '../../../protocols/sqs/digests.ts'
import type { MessageAttribute } from '../../../src/core/model.ts'

const string = (name: string, value: string): MessageAttribute => ({ name, type: 'String', value })
const number = (name: string, value: string, label?: string): MessageAttribute => ({
  name,
  type: 'Number',
  ...(label !== undefined && { label }),
  value,
})

test.each([
  ['message', '78e731027d8fd50ed642340b7c9a63b3'],
  ['a – b', '91f7779e6efabc6d33feaf820adfbdd9'],
  ['{"foo":20}', 'd6cf0f93237ada70daf9b6e75cfff2e6'],
])('the digest of a body is the MD5 of its UTF-8 bytes: %j', (body, digest) => expect(md5(body)).toBe(digest))

const traceParent = Buffer.from('traceparent\x1e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01')

test.each<[string, MessageAttribute[], string]>([
  ['one text', [string('k', 'x')], 'a45daa70926828a2f0a1db3418e6feb4'],
  ['another', [string('Foo', 'Bar')], 'ae7155c6026991b6d54b11589678bf9c'],
  ['and another', [string('MyAttribute', 'foobar')], 'adb59cd4678ea5a855436b949cd07ab6'],
  ['of a body of its own', [string('baz', 'qux')], '16bd0283a5b4962721ccd3efe4bc6257'],
  [
    'several, in whatever order they were sent',
    [string('Help.Me', 'Me'), string('Hello', 'There'), string('General', 'Kenobi')],
    '4c360f3fdafd970e05fae2f149d997f5',
  ],
  ['two of these', [string('Hello', 'There'), string('General', 'Kenobi')], 'fca026605781cb4126a1e9044df24232'],
  ['one of these', [string('Hello', 'There')], 'a311262e065454b75da111d535b8dacd'],
  [
    'names that share a prefix',
    [string('Hello', 'There'), string('Help.Me', 'Me')],
    '83fee93c1bcd8b9a5a923ffacdc636c7',
  ],
  ['a number', [number('timestamp', '1493147359900')], '235c5c510d26fb653d073faed50ae77c'],
  ['a number with a label', [number('UserId', '1234567890123456789012', 'bigint')], '797ab158d73dcb5242dedc4412c8e855'],
  [
    'a label with dots in it',
    [number('timestamp', '1493147359900', 'java.lang.Long')],
    '2e2e4876d8e0bd6b8c2c8f556831c349',
  ],
  [
    'bytes',
    [{ name: 'attr1', type: 'Binary', value: traceParent.toString('base64') }],
    '8cbe4db156db8a94db8b801b7addb984',
  ],
  [
    'a trace header',
    [string('AWSTraceHeader', 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1')],
    '5ae4d5d7636402d80f4eb6d213245a88',
  ],
])('the digest of attributes: %s', (_, attributes, digest) => expect(attributesMd5(attributes)).toBe(digest))
