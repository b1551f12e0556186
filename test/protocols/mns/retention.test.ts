import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

const day = 86_400_000

describe('retention', () => {
  test('takes a message out when its time is over, and the counter falls', async () => {
    await mns.create('orders', '<MessageRetentionPeriod>86400</MessageRetentionPeriod>')
    await mns.send('orders', 'a')
    await mns.app.clock.advance(day - 1)
    expect((await mns.attributes('orders')).text('ActiveMessages')).toBe('1')
    await mns.app.clock.advance(1)
    expect((await mns.attributes('orders')).text('ActiveMessages')).toBe('0')
    expect((await mns.receive('orders')).text('Code')).toBe('MessageNotExist')
  })

  test('counts from the send, also for a message that is in flight', async () => {
    await mns.create('orders', '<MessageRetentionPeriod>60</MessageRetentionPeriod>')
    await mns.send('orders', 'a')
    await mns.app.clock.advance(50_000)
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(10_000)
    expect((await mns.attributes('orders')).text('InactiveMessages')).toBe('0')
    const { status, text } = await mns.delete('orders', handle)
    expect([status, text('Code')]).toEqual([404, 'MessageNotExist'])
  })
})
