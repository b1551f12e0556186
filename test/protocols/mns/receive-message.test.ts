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
