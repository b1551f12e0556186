import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

const startMs = Date.UTC(2026, 0, 1)

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
})
afterEach(() => mns.app.close())

async function bodiesReceived(count: number): Promise<string[]> {
  const bodies: string[] = []
  for (let index = 0; index < count; index += 1) bodies.push((await mns.receive('orders')).text('MessageBody'))
  return bodies
}

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

  test.each(['17', '-1'])('Priority %s is InvalidArgument', async (value) => {
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

describe('ReceiveMessage', () => {
  test('answers 200 with the message and its hold', async () => {
    const sent = await mns.send('orders', 'SGVsbG8=')
    await mns.app.clock.advance(1_000)
    const { status, body, text } = await mns.receive('orders')
    expect(status).toBe(200)
    expect(text('ReceiptHandle')).toMatch(/^8-[A-Za-z0-9]{34,}$/)
    expect(body).toBe(`<?xml version="1.0" ?>
<Message xmlns="http://mns.aliyuncs.com/doc/v1">
<MessageId>${sent.text('MessageId')}</MessageId>
<MessageBodyMD5>F76691D4C1532DDC644B6FCEF012DD94</MessageBodyMD5>
<MessageBody>SGVsbG8=</MessageBody>
<ReceiptHandle>${text('ReceiptHandle')}</ReceiptHandle>
<EnqueueTime>${startMs}</EnqueueTime>
<FirstDequeueTime>${startMs + 1_000}</FirstDequeueTime>
<NextVisibleTime>${startMs + 31_000}</NextVisibleTime>
<DequeueCount>1</DequeueCount>
<Priority>8</Priority>
</Message>`)
  })

  test('on an empty queue is MessageNotExist, at once', async () => {
    const { status, headers, text } = await mns.receive('orders')
    expect([status, text('Code'), text('Message')]).toEqual([404, 'MessageNotExist', 'Message not exist.'])
    expect(headers['Content-Type']).toBe('text/xml;charset=utf-8')
  })

  test('on a missing queue is QueueNotExist', async () => {
    expect((await mns.receive('absent')).text('Code')).toBe('QueueNotExist')
  })

  test('hands out lower priorities first', async () => {
    for (const priority of ['9', '1', '8']) await mns.send('orders', priority, `<Priority>${priority}</Priority>`)
    expect(await bodiesReceived(3)).toEqual(['1', '8', '9'])
  })

  test('of equal priorities the one sent first comes first', async () => {
    for (const body of ['a', 'b', 'c']) await mns.send('orders', body)
    expect(await bodiesReceived(3)).toEqual(['a', 'b', 'c'])
  })

  test('gives a message again at the instant its visibility timeout ends, not a millisecond before', async () => {
    await mns.send('orders', 'a')
    const first = await mns.receive('orders')
    await mns.app.clock.advance(29_999)
    expect((await mns.receive('orders')).status).toBe(404)
    await mns.app.clock.advance(1)
    const second = await mns.receive('orders')
    expect(second.text('DequeueCount')).toBe('2')
    expect(second.text('FirstDequeueTime')).toBe(first.text('FirstDequeueTime'))
    expect(second.text('MessageId')).toBe(first.text('MessageId'))
    expect(second.text('ReceiptHandle')).not.toBe(first.text('ReceiptHandle'))
  })
})

describe('delayed messages', () => {
  test('carry a receipt in the answer to their send and are not received before their time', async () => {
    const sent = await mns.send('orders', 'a', '<DelaySeconds>10</DelaySeconds>')
    expect(childNames(sent.document)).toEqual(['MessageId', 'MessageBodyMD5', 'ReceiptHandle'])
    await mns.app.clock.advance(9_999)
    expect((await mns.receive('orders')).text('Code')).toBe('MessageNotExist')
    await mns.app.clock.advance(1)
    expect((await mns.receive('orders')).text('MessageBody')).toBe('a')
  })

  test('take the delay of the queue when they name none, and 0 overrides it', async () => {
    await mns.create('late', '<DelaySeconds>5</DelaySeconds>')
    expect((await mns.send('late', 'a')).text('ReceiptHandle')).not.toBe('')
    expect((await mns.send('late', 'b', '<DelaySeconds>0</DelaySeconds>')).text('ReceiptHandle')).toBe('')
    expect((await mns.receive('late')).text('MessageBody')).toBe('b')
    await mns.app.clock.advance(5_000)
    expect((await mns.receive('late')).text('MessageBody')).toBe('a')
  })

  test('can be deleted by the receipt of their send', async () => {
    const sent = await mns.send('orders', 'a', '<DelaySeconds>10</DelaySeconds>')
    expect((await mns.delete('orders', sent.text('ReceiptHandle'))).status).toBe(204)
    await mns.app.clock.advance(20_000)
    expect((await mns.receive('orders')).text('Code')).toBe('MessageNotExist')
  })

  test('can be made ready by it, which is how Java commits a transaction', async () => {
    const sent = await mns.send('orders', 'a', '<DelaySeconds>3600</DelaySeconds>')
    const changed = await mns.change('orders', sent.text('ReceiptHandle'), 1)
    expect(changed.status).toBe(200)
    expect((await mns.attributes('orders')).text('DelayMessages')).toBe('1')
    await mns.app.clock.advance(1_000)
    const { text } = await mns.receive('orders')
    expect([text('MessageBody'), text('DequeueCount')]).toEqual(['a', '1'])
  })

  test('are held no longer by it once their time has come', async () => {
    const sent = await mns.send('orders', 'a', '<DelaySeconds>1</DelaySeconds>')
    await mns.app.clock.advance(1_000)
    expect((await mns.delete('orders', sent.text('ReceiptHandle'))).text('Code')).toBe('MessageNotExist')
  })
})

describe('PeekMessage', () => {
  test('shows what a receive would give, without a hold', async () => {
    await mns.send('orders', 'a')
    await mns.app.clock.advance(500)
    const { status, document, text } = await mns.peek('orders')
    expect(status).toBe(200)
    expect(childNames(document)).toEqual([
      'MessageId',
      'MessageBodyMD5',
      'MessageBody',
      'EnqueueTime',
      'FirstDequeueTime',
      'DequeueCount',
      'Priority',
    ])
    expect([text('EnqueueTime'), text('FirstDequeueTime')]).toEqual([`${startMs}`, `${startMs}`])
    expect(text('DequeueCount')).toBe('0')
  })

  test('changes nothing', async () => {
    await mns.send('orders', 'a')
    for (let count = 0; count < 3; count += 1) await mns.peek('orders')
    expect((await mns.attributes('orders')).text('ActiveMessages')).toBe('1')
    expect((await mns.receive('orders')).text('DequeueCount')).toBe('1')
  })

  test('of an empty queue, or of one whose messages are all hidden, is MessageNotExist', async () => {
    expect((await mns.peek('orders')).text('Code')).toBe('MessageNotExist')
    await mns.send('orders', 'a')
    await mns.send('orders', 'b', '<DelaySeconds>5</DelaySeconds>')
    await mns.receive('orders')
    const { status, text } = await mns.peek('orders')
    expect([status, text('Code')]).toEqual([404, 'MessageNotExist'])
  })

  test('goes by priority as a receive does', async () => {
    await mns.send('orders', 'later')
    await mns.send('orders', 'first', '<Priority>1</Priority>')
    expect((await mns.peek('orders')).text('MessageBody')).toBe('first')
  })

  test('after a receive tells when that was', async () => {
    await mns.app.clock.advance(1_000)
    await mns.send('orders', 'a')
    await mns.app.clock.advance(1_000)
    await mns.receive('orders')
    await mns.app.clock.advance(30_000)
    const { text } = await mns.peek('orders')
    expect([text('EnqueueTime'), text('FirstDequeueTime')]).toEqual([`${startMs + 1_000}`, `${startMs + 2_000}`])
    expect(text('DequeueCount')).toBe('1')
  })

  test('never waits', async () => {
    expect((await mns.peek('orders', '&waitseconds=30')).text('Code')).toBe('MessageNotExist')
  })
})

describe('DeleteMessage', () => {
  test('answers 204; the same handle again is MessageNotExist', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    const deleted = await mns.delete('orders', handle)
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    const { status, text } = await mns.delete('orders', handle)
    expect([status, text('Code')]).toEqual([404, 'MessageNotExist'])
  })

  test.each([
    'garbage',
    '8-0zxjHBaWtzPz8zphz0z6OGz5yWWidU1fJM',
    '1-ODU4OTkzNDU5My0xNTI0MTIzMzQ4LTEtOA==',
    'AQEB5Nn8kAyHpIGbBGZ5kRXy',
  ])('by a handle of another form is ReceiptHandleError: %s', async (handle) => {
    const { status, text } = await mns.delete('orders', handle)
    expect([status, text('Code')]).toEqual([400, 'ReceiptHandleError'])
    expect(text('Message')).toBe('The receipt handle you provide is not valid.')
  })

  test('by a handle with one character changed is ReceiptHandleError', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    for (const at of [0, 5, 20, 30, handle.length - 1]) {
      const changed = handle.slice(0, at) + (handle[at] === '7' ? '9' : '7') + handle.slice(at + 1)
      expect((await mns.delete('orders', changed)).text('Code')).toBe('ReceiptHandleError')
    }
    expect((await mns.delete('orders', handle)).status).toBe(204)
  })

  test.each(['', '?ReceiptHandle=', '?ReceiptHandle'])(
    'without handle and body is MissingReceiptHandle: "%s"',
    async (query) => {
      const { status, text } = await mns.call(`DELETE /queues/orders/messages${query}`)
      expect([status, text('Code')]).toEqual([400, 'MissingReceiptHandle'])
    },
  )

  test('after the visibility timeout is MessageNotExist, and the message is still there', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(30_000)
    expect((await mns.delete('orders', handle)).text('Code')).toBe('MessageNotExist')
    expect((await mns.receive('orders')).text('MessageBody')).toBe('a')
  })

  test('after a newer receive only the newest handle works', async () => {
    await mns.send('orders', 'a')
    const first = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(30_000)
    const second = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.delete('orders', first)).text('Code')).toBe('MessageNotExist')
    expect((await mns.delete('orders', second)).status).toBe(204)
  })

  test("with another queue's handle is MessageNotExist and leaves that queue alone", async () => {
    await mns.create('other')
    await mns.send('orders', 'a')
    await mns.send('other', 'b')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.receive('other')
    const { status, text } = await mns.delete('other', handle)
    expect([status, text('Code')]).toEqual([404, 'MessageNotExist'])
    expect((await mns.attributes('other')).text('InactiveMessages')).toBe('1')
    expect((await mns.delete('orders', handle)).status).toBe(204)
  })

  test('of a missing queue is QueueNotExist', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.delete('absent', handle)).text('Code')).toBe('QueueNotExist')
  })

  test('takes the name of the handle in any letter case, and the handle raw or percent-encoded', async () => {
    for (const name of ['receiptHandle', 'ReceiptHandle', 'RECEIPTHANDLE']) {
      await mns.send('orders', 'a')
      const handle = (await mns.receive('orders')).text('ReceiptHandle')
      const encoded = name === 'RECEIPTHANDLE' ? handle.replace('-', '%2D') : handle
      expect((await mns.call(`DELETE /queues/orders/messages?${name}=${encoded}`)).status).toBe(204)
    }
  })
})

describe('ChangeMessageVisibility', () => {
  test('answers 200 with a new handle and a time counted from now; the old handle is spent', async () => {
    await mns.send('orders', 'a')
    const old = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(10_000)
    const { status, body, text } = await mns.change('orders', old, 60)
    expect(status).toBe(200)
    expect(body).toBe(`<?xml version="1.0" ?>
<ChangeVisibility xmlns="http://mns.aliyuncs.com/doc/v1">
<ReceiptHandle>${text('ReceiptHandle')}</ReceiptHandle>
<NextVisibleTime>${startMs + 70_000}</NextVisibleTime>
</ChangeVisibility>`)
    expect((await mns.delete('orders', old)).text('Code')).toBe('MessageNotExist')
    expect((await mns.change('orders', old, 60)).text('Code')).toBe('MessageNotExist')
    await mns.app.clock.advance(59_999)
    expect((await mns.receive('orders')).status).toBe(404)
    expect((await mns.delete('orders', text('ReceiptHandle'))).status).toBe(204)
  })

  test.each(['0', '43201', '-1', 'soon'])('to %s is InvalidArgument', async (seconds) => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    const { status, text } = await mns.change('orders', handle, seconds)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect(text('Message')).toBe('The value of VisibilityTimeout should between 1 and 43200 seconds')
  })

  test.each([1, 43_200])('to %i seconds is taken', async (seconds) => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.change('orders', handle, seconds)).text('NextVisibleTime')).toBe(`${startMs + seconds * 1000}`)
  })

  test('can be put off again and again: each counts from now', async () => {
    await mns.send('orders', 'a')
    let handle = (await mns.receive('orders')).text('ReceiptHandle')
    for (let hours = 0; hours < 36; hours += 12) {
      const changed = await mns.change('orders', handle, 43_200)
      expect(changed.status).toBe(200)
      handle = changed.text('ReceiptHandle')
      await mns.app.clock.advance(43_199_999)
    }
    expect((await mns.attributes('orders')).text('InactiveMessages')).toBe('1')
  })

  test('without a time is MissingVisibilityTimeout, without a handle MissingReceiptHandle', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    const noTime = await mns.call(`PUT /queues/orders/messages?ReceiptHandle=${handle}`)
    expect([noTime.status, noTime.text('Code')]).toEqual([400, 'MissingVisibilityTimeout'])
    const noHandle = await mns.call('PUT /queues/orders/messages?VisibilityTimeout=5')
    expect([noHandle.status, noHandle.text('Code')]).toEqual([400, 'MissingReceiptHandle'])
  })

  test('by a handle of another form is ReceiptHandleError, on a missing queue QueueNotExist', async () => {
    expect((await mns.change('orders', 'garbage', 5)).text('Code')).toBe('ReceiptHandleError')
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.change('absent', handle, 5)).text('Code')).toBe('QueueNotExist')
  })

  test('after the visibility timeout is MessageNotExist', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(30_000)
    expect((await mns.change('orders', handle, 5)).text('Code')).toBe('MessageNotExist')
  })

  test('takes its names in the letter case of any client', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    const line = `PUT /queues/orders/messages?ReceiptHandle=${handle}&VisibilityTimeout=5`
    expect((await mns.call(line)).status).toBe(200)
  })
})
