import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { carryOut, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

describe('whose queue it is', () => {
  const at = (host: string, line: string) => mns.call(line, '', { host })

  test('the host names account and region', async () => {
    await at('1234567890.mns.cn-hangzhou.aliyuncs.com', 'PUT /queues/orders')
    const reply = await at('1234567890.mns.cn-hangzhou.aliyuncs.com', 'GET /queues')
    expect(reply.text('QueueURL')).toBe('http://1234567890.mns.cn-hangzhou.aliyuncs.com/queues/orders')
    expect((await at('1234567891.mns.cn-hangzhou.aliyuncs.com', 'GET /queues')).texts('QueueName')).toEqual([])
    expect((await at('1234567890.mns.cn-beijing.aliyuncs.com', 'GET /queues')).texts('QueueName')).toEqual([])
    expect((await mns.call('GET /queues')).texts('QueueName')).toEqual([])
  })

  test.each([
    '1234567890.mns.cn-hangzhou-internal.aliyuncs.com',
    '1234567890.mns.cn-hangzhou-internal-vpc.aliyuncs.com',
    '1234567890.mns.cn-hangzhou-vpc.aliyuncs.com',
    '1234567890.mns.cn-hangzhou-control.aliyuncs.com',
    '1234567890.mns.cn-hangzhou.localhost:4566',
    '1234567890.MNS.CN-HANGZHOU.ALIYUNCS.COM',
    '1234567890.mns-vpc.cn-hangzhou.aliyuncs.com',
    '1234567890.mns-internal.cn-hangzhou.aliyuncs.com',
    '1234567890.mns-internal-vpc.cn-hangzhou.aliyuncs.com:4566',
    '1234567890.MNS-VPC.cn-hangzhou.aliyuncs.com',
    '1234567890.mns-vpc.cn-hangzhou-internal.example.test',
    '1234567890.cn-hangzhou.mns.aliyuncs.com',
    '1234567890.mns-cn-hangzhou.aliyuncs.com',
    '1234567890.mns.internal.cn-hangzhou.aliyuncs.com',
    '1234567890.mns.cn-hangzhou',
  ])('%s is the same place', async (host) => {
    await at('1234567890.mns.cn-hangzhou.aliyuncs.com', 'PUT /queues/orders')
    expect((await at(host, 'GET /queues/orders')).text('QueueName')).toBe('orders')
  })

  test.each([
    '1234567890.mns.aliyuncs.com',
    '1234567890.mns-vpc.aliyuncs.com',
    '1234567890.mns.internal.aliyuncs.com',
    '1234567890.mns.localhost:4566',
    '1234567890.mns',
  ])('%s names the account alone, so the region is the default', async (host) => {
    await at(host, 'PUT /queues/orders')
    const queue = { account: '1234567890', region: 'us-east-1', name: 'orders' }
    expect(carryOut(mns.app, { kind: 'getQueue', queue }).ok).toBe(true)
  })

  test.each(['mns.cn-hangzhou.aliyuncs.com', 'queue.mns-test.svc', 'a.b.mns.test', '127.0.0.1', '[::1]:4566'])(
    '%s names neither',
    async (host) => {
      await at(host, 'PUT /queues/orders')
      const queue = { account: '000000000000', region: 'us-east-1', name: 'orders' }
      expect(carryOut(mns.app, { kind: 'getQueue', queue }).ok).toBe(true)
    },
  )

  test.each([
    ['MNS 123456789012:c2ln', '123456789012'],
    ['MNS 1234567890123456:c2ln', '1234567890123456'],
    ['MNS 123456789012AK:c2ln', '123456789012'],
    ['MNS4-HMAC-SHA256 Credential=123456789012/20260101/cn-hangzhou/mns/aliyun_v4_request,Signature=0', '123456789012'],
    ['MNS 12345678901:c2ln', '000000000000'],
    ['MNS 12345678901234567:c2ln', '000000000000'],
    ['MNS LTAI5tExample:c2ln', '000000000000'],
    ['Basic 123456789012', '000000000000'],
  ])('else the AccessKeyId that begins with an account number: %s is %s', async (authorization, account) => {
    await mns.call('PUT /queues/orders', '', { authorization })
    const queue = { account, region: 'us-east-1', name: 'orders' }
    expect(carryOut(mns.app, { kind: 'getQueue', queue }).ok).toBe(true)
  })

  test('the log tells where a queue is that was not found here', async () => {
    await at('1234567890.mns.cn-hangzhou.aliyuncs.com', 'PUT /queues/orders')
    await mns.attributes('orders')
    expect(mns.app.warnings).toEqual([
      'MNS: no queue orders in account 000000000000, region us-east-1; ' +
        'there is one in account 1234567890, region cn-hangzhou',
    ])
  })

  test('in the shared namespace the name is enough', async () => {
    const shared = await startMns({ namespace: 'shared' })
    const host = '1234567890.mns.cn-hangzhou.aliyuncs.com'
    await shared.call('PUT /queues/orders', '', { host })
    const reply = await shared.call('GET /queues')
    expect(reply.text('QueueURL')).toBe('http://127.0.0.1:4566/queues/orders')
    expect((await shared.attributes('orders')).status).toBe(200)
    await shared.app.close()
  })
})
