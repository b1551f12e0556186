import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

describe('GetQueueAttributes', () => {
  test('tells twelve elements, with the documented defaults', async () => {
    await mns.create('orders')
    const { status, body } = await mns.attributes('orders')
    expect(status).toBe(200)
    expect(body).toBe(`<?xml version="1.0" ?>
<Queue xmlns="http://mns.aliyuncs.com/doc/v1">
<QueueName>orders</QueueName>
<CreateTime>1767225600</CreateTime>
<LastModifyTime>1767225600</LastModifyTime>
<DelaySeconds>0</DelaySeconds>
<MaximumMessageSize>65536</MaximumMessageSize>
<MessageRetentionPeriod>345600</MessageRetentionPeriod>
<VisibilityTimeout>30</VisibilityTimeout>
<PollingWaitSeconds>0</PollingWaitSeconds>
<ActiveMessages>0</ActiveMessages>
<InactiveMessages>0</InactiveMessages>
<DelayMessages>0</DelayMessages>
<LoggingEnabled>False</LoggingEnabled>
</Queue>`)
  })

  test('counts messages by state', async () => {
    await mns.create('orders')
    for (const body of ['a', 'b', 'c']) await mns.send('orders', body)
    await mns.receive('orders')
    await mns.send('orders', 'd', '<DelaySeconds>60</DelaySeconds>')
    const { text } = await mns.attributes('orders')
    expect([text('ActiveMessages'), text('InactiveMessages'), text('DelayMessages')]).toEqual(['2', '1', '1'])
    await mns.app.clock.advance(60_000)
    const later = await mns.attributes('orders')
    expect([later.text('ActiveMessages'), later.text('InactiveMessages'), later.text('DelayMessages')]).toEqual([
      '4',
      '0',
      '0',
    ])
  })
})

describe('SetQueueAttributes', () => {
  test('changes what is named and keeps the rest', async () => {
    await mns.create('orders', '<DelaySeconds>5</DelaySeconds><VisibilityTimeout>40</VisibilityTimeout>')
    await mns.app.clock.advance(2_000)
    const set = await mns.call(
      'PUT /queues/orders?metaoverride=true',
      '<Queue><VisibilityTimeout>50</VisibilityTimeout></Queue>',
    )
    expect([set.status, set.body]).toEqual([204, ''])
    const { text } = await mns.attributes('orders')
    expect([text('DelaySeconds'), text('VisibilityTimeout')]).toEqual(['5', '50'])
    expect([text('CreateTime'), text('LastModifyTime')]).toEqual(['1767225600', '1767225602'])
  })

  test.each(['metaoverride=true', 'Metaoverride=true', 'metaOverride=True'])('is meant by %s', async (query) => {
    await mns.create('orders')
    expect(
      (await mns.call(`PUT /queues/orders?${query}`, '<Queue><DelaySeconds>1</DelaySeconds></Queue>')).status,
    ).toBe(204)
  })

  test('of a missing queue is QueueNotExist, and so is its Get', async () => {
    const { status, text } = await mns.call('PUT /queues/absent?metaoverride=true', '<Queue/>')
    expect([status, text('Code')]).toEqual([404, 'QueueNotExist'])
    expect((await mns.attributes('absent')).text('Code')).toBe('QueueNotExist')
  })

  test('out of range changes nothing', async () => {
    await mns.create('orders')
    const body = '<Queue><DelaySeconds>9</DelaySeconds><VisibilityTimeout>0</VisibilityTimeout></Queue>'
    expect((await mns.call('PUT /queues/orders?metaoverride=true', body)).text('Code')).toBe('InvalidArgument')
    expect((await mns.attributes('orders')).text('DelaySeconds')).toBe('0')
  })
})

describe('DeleteQueue', () => {
  test('answers 204, again too', async () => {
    await mns.create('orders')
    expect((await mns.call('DELETE /queues/orders')).status).toBe(204)
    expect((await mns.call('DELETE /queues/orders')).status).toBe(204)
    expect((await mns.attributes('orders')).text('Code')).toBe('QueueNotExist')
  })

  test('and CreateQueue at once give a new queue without the old messages', async () => {
    await mns.create('orders')
    await mns.send('orders', 'a')
    await mns.call('DELETE /queues/orders')
    expect((await mns.create('orders')).status).toBe(201)
    expect((await mns.receive('orders')).text('Code')).toBe('MessageNotExist')
  })

  test('in strict mode keeps the name for 60 seconds: QueueDeletedRecently', async () => {
    const strict = await startMns({ strict: true })
    await strict.create('orders')
    await strict.call('DELETE /queues/orders')
    await strict.app.clock.advance(59_999)
    const { status, text } = await strict.create('orders')
    expect([status, text('Code')]).toEqual([400, 'QueueDeletedRecently'])
    await strict.app.clock.advance(1)
    expect((await strict.create('orders')).status).toBe(201)
    await strict.app.close()
  })
})
