import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
})
afterEach(() => mns.app.close())

const entry = (body: string, fields = '') => `<Message><MessageBody>${body}</MessageBody>${fields}</Message>`
const sendAll = (entries: readonly string[], queue = 'orders') =>
  mns.call(`POST /queues/${queue}/messages`, `<Messages>${entries.join('')}</Messages>`)
const deleteAll = (handles: readonly string[], queue = 'orders') =>
  mns.call(
    `DELETE /queues/${queue}/messages`,
    `<ReceiptHandles>${handles.map((handle) => `<ReceiptHandle>${handle}</ReceiptHandle>`).join('')}</ReceiptHandles>`,
  )
const receiveAll = (count: number | string) => mns.receive('orders', `?numOfMessages=${count}`)
const letters = (count: number) => Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index))

describe('BatchSendMessage', () => {
  test('of 16 answers 201 with 16 entries in order', async () => {
    const { status, document, texts } = await sendAll(letters(16).map((letter) => entry(letter)))
    expect(status).toBe(201)
    expect(document?.name).toBe('Messages')
    expect(texts('MessageId')).toHaveLength(16)
    expect(new Set(texts('MessageId')).size).toBe(16)
    expect(texts('MessageBodyMD5')[1]).toBe('92EB5FFEE6AE2FEC3AD71C777531578F')
    expect((await receiveAll(16)).texts('MessageBody')).toEqual(letters(16))
  })

  test.each([0, 17])('of %i is InvalidArgument', async (count) => {
    const { status, text } = await sendAll(letters(count).map((letter) => entry(letter)))
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect((await mns.attributes('orders')).text('ActiveMessages')).toBe('0')
  })

  test('with one entry that is too long answers 500 and tells of each entry with exactly two elements', async () => {
    await mns.create('small', '<MaximumMessageSize>1024</MaximumMessageSize>')
    const { status, document, text } = await sendAll([entry('a'), entry('b'.repeat(1025)), entry('c')], 'small')
    expect(status).toBe(500)
    expect(document?.children.map(childNames)).toEqual([
      ['MessageId', 'MessageBodyMD5'],
      ['ErrorCode', 'ErrorMessage'],
      ['MessageId', 'MessageBodyMD5'],
    ])
    expect([text('ErrorCode'), text('ErrorMessage')]).toEqual([
      'InvalidArgument',
      'The value of MessageBody should between 1 and 1024 bytes',
    ])
    expect((await mns.attributes('small')).text('ActiveMessages')).toBe('2')
  })

  test.each([
    ['Priority 99', entry('b', '<Priority>99</Priority>')],
    ['a delay that is no number', entry('b', '<DelaySeconds>soon</DelaySeconds>')],
    ['no body', '<Message/>'],
  ])('with one entry that has %s tells so at its place and sends the others', async (_what, bad) => {
    const { status, document } = await sendAll([entry('a'), bad, entry('c')])
    expect(status).toBe(500)
    expect(document?.children.map((child) => childNames(child)[0])).toEqual(['MessageId', 'ErrorCode', 'MessageId'])
    expect((await receiveAll(16)).texts('MessageBody')).toEqual(['a', 'c'])
  })

  test('with nothing but bad entries answers 500 and sends nothing', async () => {
    const { status, texts } = await sendAll(['<Message/>', '<Message/>'])
    expect([status, texts('ErrorCode')]).toEqual([500, ['InvalidArgument', 'InvalidArgument']])
  })

  test('gives delayed entries their receipt, but not in an answer that tells of a failure', async () => {
    const delayed = entry('a', '<DelaySeconds>5</DelaySeconds>')
    const good = await sendAll([delayed, entry('b')])
    expect(good.document?.children.map(childNames)).toEqual([
      ['MessageId', 'MessageBodyMD5', 'ReceiptHandle'],
      ['MessageId', 'MessageBodyMD5'],
    ])
    expect((await deleteAll(good.texts('ReceiptHandle'))).status).toBe(204)
    const mixed = await sendAll([delayed, '<Message/>'])
    expect(mixed.document?.children.map(childNames)).toEqual([
      ['MessageId', 'MessageBodyMD5'],
      ['ErrorCode', 'ErrorMessage'],
    ])
  })

  test('of 65,536 bytes together is taken, of one more is InvalidArgument', async () => {
    const half = 'a'.repeat(32_768)
    expect((await sendAll([entry(half), entry(half)])).status).toBe(201)
    const { status, document, text } = await sendAll([entry(half), entry(`${half}a`)])
    expect([status, document?.name, text('Code')]).toEqual([400, 'Error', 'InvalidArgument'])
    expect((await mns.attributes('orders')).text('ActiveMessages')).toBe('2')
  })

  test('to a missing queue is QueueNotExist, even if no entry is good', async () => {
    expect((await sendAll([entry('a')], 'absent')).text('Code')).toBe('QueueNotExist')
    expect((await sendAll(['<Message/>'], 'absent')).text('Code')).toBe('QueueNotExist')
  })
})

describe('BatchReceiveMessage', () => {
  test('gives as many as there are, in a list also when it is one', async () => {
    await sendAll(['a', 'b', 'c'].map((body) => entry(body)))
    const one = await receiveAll(1)
    expect([one.document?.name, one.texts('MessageBody')]).toEqual(['Messages', ['a']])
    const rest = await receiveAll(16)
    expect([rest.status, rest.document?.name, rest.texts('MessageBody')]).toEqual([200, 'Messages', ['b', 'c']])
    expect(childNames(rest.document?.children[0])).toEqual([
      'MessageId',
      'MessageBodyMD5',
      'MessageBody',
      'ReceiptHandle',
      'EnqueueTime',
      'FirstDequeueTime',
      'NextVisibleTime',
      'DequeueCount',
      'Priority',
    ])
  })

  test('of nothing is MessageNotExist', async () => {
    const { status, text } = await receiveAll(16)
    expect([status, text('Code')]).toEqual([404, 'MessageNotExist'])
  })

  test.each(['0', '17', 'many', '-1'])('of %s is InvalidArgument, for a peek too', async (count) => {
    await sendAll([entry('a')])
    for (const reply of [await receiveAll(count), await mns.peek('orders', `&numOfMessages=${count}`)]) {
      expect([reply.status, reply.text('Code')]).toEqual([400, 'InvalidArgument'])
    }
  })

  test('takes its name in any letter case', async () => {
    await sendAll(['a', 'b'].map((body) => entry(body)))
    expect((await mns.receive('orders', '?NumOfMessages=16&WaitSeconds=1')).texts('MessageBody')).toEqual(['a', 'b'])
  })
})

describe('BatchPeekMessage', () => {
  test('shows up to 16 in a list and changes nothing', async () => {
    await sendAll(['a', 'b', 'c'].map((body) => entry(body)))
    const { status, document, texts } = await mns.peek('orders', '&numOfMessages=16')
    expect([status, document?.name, texts('MessageBody')]).toEqual([200, 'Messages', ['a', 'b', 'c']])
    expect(texts('ReceiptHandle')).toEqual([])
    expect(texts('DequeueCount')).toEqual(['0', '0', '0'])
    expect((await mns.attributes('orders')).text('ActiveMessages')).toBe('3')
    expect((await mns.peek('orders', '&numOfMessages=2')).texts('MessageBody')).toEqual(['a', 'b'])
  })
})

describe('BatchDeleteMessage', () => {
  async function received(count: number): Promise<readonly string[]> {
    await sendAll(letters(count).map((letter) => entry(letter)))
    return (await receiveAll(count)).texts('ReceiptHandle')
  }

  test('of good handles answers 204', async () => {
    const deleted = await deleteAll(await received(16))
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    expect((await mns.attributes('orders')).text('InactiveMessages')).toBe('0')
  })

  test('with bad handles answers 404 and tells of those alone; the others are deleted', async () => {
    const [good = '', spent = ''] = await received(2)
    await mns.delete('orders', spent)
    const { status, body } = await deleteAll([good, 'garbage&amp;', spent])
    expect(status).toBe(404)
    expect(body).toBe(`<?xml version="1.0" ?>
<Errors xmlns="http://mns.aliyuncs.com/doc/v1">
<Error>
<ErrorCode>ReceiptHandleError</ErrorCode>
<ErrorMessage>The receipt handle you provide is not valid.</ErrorMessage>
<ReceiptHandle>garbage&amp;</ReceiptHandle>
</Error>
<Error>
<ErrorCode>MessageNotExist</ErrorCode>
<ErrorMessage>Message not exist.</ErrorMessage>
<ReceiptHandle>${spent}</ReceiptHandle>
</Error>
</Errors>`)
    expect((await mns.attributes('orders')).text('InactiveMessages')).toBe('0')
  })

  test('of a handle twice deletes once and tells of the second', async () => {
    const [handle = ''] = await received(1)
    const { status, texts } = await deleteAll([handle, handle])
    expect([status, texts('ErrorCode')]).toEqual([404, ['MessageNotExist']])
  })

  test.each([0, 17])('of %i handles is InvalidArgument', async (count) => {
    const { status, text } = await deleteAll(letters(count))
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  })

  test('with an empty handle is InvalidArgument', async () => {
    expect((await deleteAll([''])).text('Code')).toBe('InvalidArgument')
  })

  test('with handles wrapped once too often, or under another root, is MalformedXML', async () => {
    const [handle = ''] = await received(1)
    const { status, text } = await deleteAll([`<ReceiptHandle>${handle}</ReceiptHandle>`])
    expect([status, text('Code')]).toEqual([400, 'MalformedXML'])
    const other = `<Handles><ReceiptHandle>${handle}</ReceiptHandle></Handles>`
    expect((await mns.call('DELETE /queues/orders/messages', other)).text('Code')).toBe('MalformedXML')
    expect((await mns.attributes('orders')).text('InactiveMessages')).toBe('1')
  })

  test('of a missing queue is QueueNotExist', async () => {
    expect((await deleteAll(['garbage'], 'absent')).text('Code')).toBe('QueueNotExist')
  })
})
