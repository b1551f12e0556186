import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
})
afterEach(() => mns.app.close())

describe('SendMessage', () => {
  test('answers 201 with the id and the MD5 of the body as it stands, and no receipt', async () => {
    const { status, body, text } = await mns.send('orders', 'SGVsbG8=')
    expect(status).toBe(201)
    expect(text('MessageId')).toMatch(/^[0-9A-F]{32}$/)
    expect(body).toBe(`<?xml version="1.0" ?>
<Message xmlns="http://mns.aliyuncs.com/doc/v1">
<MessageId>${text('MessageId')}</MessageId>
<MessageBodyMD5>F76691D4C1532DDC644B6FCEF012DD94</MessageBodyMD5>
</Message>`)
  })

  test.each([
    ['I am 测试字符串.', '9D75198CAA17528AB23790C1861987AF'],
    ['SSBhbSDmtYvor5XlrZfnrKbkuLIu', 'A9B134C465C384F49EB89A6E3870D996'],
  ])('the MD5 of %s is over its UTF-8 bytes; base64 is not decoded', async (body, md5) => {
    expect((await mns.send('orders', body)).text('MessageBodyMD5')).toBe(md5)
  })

  test('to a missing queue is QueueNotExist', async () => {
    const { status, text } = await mns.send('absent', 'a')
    expect([status, text('Code')]).toEqual([404, 'QueueNotExist'])
  })

  test.each([
    [
      'without MessageBody',
      '<Message/>',
      'The XML you provided did not validate against our published schema, cause by MessageBody.',
    ],
    [
      'with an empty one',
      '<Message><MessageBody/></Message>',
      'The value of MessageBody should between 1 and 65536 bytes',
    ],
    [
      'with markup that was not escaped',
      '<Message><MessageBody>a <b>c</b></MessageBody></Message>',
      'The XML you provided did not validate against our published schema, cause by MessageBody.',
    ],
  ])('%s is InvalidArgument', async (_what, document, message) => {
    const { status, text } = await mns.call('POST /queues/orders/messages', document)
    expect([status, text('Code'), text('Message')]).toEqual([400, 'InvalidArgument', message])
  })

  test.each([
    ['letters', 'a'.repeat(1024), 'a'],
    ['characters of three bytes', `${'文'.repeat(341)}a`, 'a'],
    ['characters of four bytes', '😀'.repeat(256), '😀'],
  ])('a body of exactly MaximumMessageSize is taken, one more is not: %s', async (_what, body, more) => {
    await mns.create('small', '<MaximumMessageSize>1024</MaximumMessageSize>')
    expect(Buffer.byteLength(body)).toBe(1024)
    expect((await mns.send('small', body)).status).toBe(201)
    const { status, text } = await mns.send('small', body + more)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect(text('Message')).toBe('The value of MessageBody should between 1 and 1024 bytes')
  })

  test('a body of 65,536 bytes is taken by default, one more is not', async () => {
    expect((await mns.send('orders', 'a'.repeat(65_536))).status).toBe(201)
    expect((await mns.send('orders', 'a'.repeat(65_537))).text('Code')).toBe('InvalidArgument')
  })

  test.each(['0', '8', ''])('Priority "%s" is 8', async (value) => {
    await mns.send('orders', 'a', value && `<Priority>${value}</Priority>`)
    expect((await mns.receive('orders')).text('Priority')).toBe('8')
  })

  test.each(['1', '16'])('Priority %s is taken', async (value) => {
    expect((await mns.send('orders', 'a', `<Priority>${value}</Priority>`)).status).toBe(201)
    expect((await mns.receive('orders')).text('Priority')).toBe(value)
  })

  test('Priority 17 is InvalidArgument, and the text names the range from 1', async () => {
    const { text } = await mns.send('orders', 'a', '<Priority>17</Priority>')
    expect(text('Message')).toBe('The value of Priority should between 1 and 16')
  })

  test.each(['17', '-1', '0.5'])('Priority %s is InvalidArgument', async (value) => {
    const { status, text } = await mns.send('orders', 'a', `<Priority>${value}</Priority>`)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  })

  test('a delay of 604,800 seconds is taken, one more is InvalidArgument', async () => {
    expect((await mns.send('orders', 'a', '<DelaySeconds>604800</DelaySeconds>')).status).toBe(201)
    const { status, text } = await mns.send('orders', 'a', '<DelaySeconds>604801</DelaySeconds>')
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect(text('Message')).toBe('The value of DelaySeconds should between 0 and 604800 seconds')
  })

  test.each([
    ['entities', 'a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&apos;', `a & b <c> "d" 'e'`],
    ['what looks escaped already', '&amp;lt;b&amp;gt; &amp;amp;amp; &amp;#65;', '&lt;b&gt; &amp;amp; &#65;'],
    ['CDATA', '<![CDATA[hello <"x"> & co]]>', 'hello <"x"> & co'],
    ['CJK and emoji', '测试 😀 é', '测试 😀 é'],
    ['line ends and blanks', '  a\n\tb&#13;\n  ', '  a\n\tb\r\n  '],
    ['blanks alone', '   ', '   '],
    ['markup slots', '{{body}} {{{optional}}}', '{{body}} {{{optional}}}'],
    ['base64', '5Lit5paH', '5Lit5paH'],
    ['plain text', 'abc', 'abc'],
  ])('a body comes back as it was sent: %s', async (_what, escaped, body) => {
    await mns.send('orders', escaped)
    expect((await mns.receive('orders')).text('MessageBody')).toBe(body)
  })
})
