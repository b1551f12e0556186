import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

const startMs = Date.UTC(2026, 0, 1)

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
})
afterEach(() => mns.app.close())

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
