import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

const day = 86_400_000

describe('CreateQueue', () => {
  test('answers 201 with Location and no body', async () => {
    const { status, headers, body } = await mns.create('orders')
    expect([status, headers.Location, body]).toEqual([201, 'http://127.0.0.1:4566/queues/orders', ''])
  })

  test('again with the same attributes answers 204, with Location too', async () => {
    await mns.create('orders', '<DelaySeconds>5</DelaySeconds>')
    const { status, headers, body } = await mns.create('orders', '<DelaySeconds>5</DelaySeconds>')
    expect([status, headers.Location, body]).toEqual([204, 'http://127.0.0.1:4566/queues/orders', ''])
  })

  test('again with one attribute changed is QueueAlreadyExist', async () => {
    await mns.create('orders')
    const { status, text } = await mns.create('orders', '<VisibilityTimeout>31</VisibilityTimeout>')
    expect([status, text('Code')]).toEqual([409, 'QueueAlreadyExist'])
  })

  test('again with nothing is QueueAlreadyExist when the queue has other attributes than the defaults', async () => {
    await mns.create('orders', '<PollingWaitSeconds>20</PollingWaitSeconds>')
    expect((await mns.create('orders')).status).toBe(409)
  })

  test('an attribute left out means its default, in the first call and in the second', async () => {
    const defaults =
      '<DelaySeconds>0</DelaySeconds><MaximumMessageSize>65536</MaximumMessageSize>' +
      '<MessageRetentionPeriod>345600</MessageRetentionPeriod><VisibilityTimeout>30</VisibilityTimeout>' +
      '<PollingWaitSeconds>0</PollingWaitSeconds><LoggingEnabled>False</LoggingEnabled>'
    expect((await mns.create('bare')).status).toBe(201)
    expect((await mns.create('bare', defaults)).status).toBe(204)
    expect((await mns.create('full', defaults)).status).toBe(201)
    expect((await mns.create('full')).status).toBe(204)
  })

  test('takes an empty body and an empty element', async () => {
    expect((await mns.call('PUT /queues/a')).status).toBe(201)
    expect((await mns.call('PUT /queues/a', '<Queue/>')).status).toBe(204)
  })

  test('passes over elements it does not know', async () => {
    expect((await mns.create('orders', '<Colour>red</Colour>')).status).toBe(201)
  })

  const ranges = [
    ['DelaySeconds', 0, 604_800, 'seconds'],
    ['MaximumMessageSize', 1024, 65_536, 'bytes'],
    ['MessageRetentionPeriod', 60, 604_800, 'seconds'],
    ['VisibilityTimeout', 1, 43_200, 'seconds'],
    ['PollingWaitSeconds', 0, 30, 'seconds'],
  ] as const

  test.each(ranges)('%s is taken at %i and at %i', async (element, low, high) => {
    for (const value of [low, high]) {
      const queue = `at-${value}`
      expect((await mns.create(queue, `<${element}>${value}</${element}>`)).status).toBe(201)
      expect((await mns.attributes(queue)).text(element)).toBe(String(value))
    }
  })

  test.each(ranges)(
    '%s below %i or above %i is InvalidArgument, and the text names the range',
    async (element, low, high, unit) => {
      for (const value of [low - 1, high + 1]) {
        const { status, text } = await mns.create('orders', `<${element}>${value}</${element}>`)
        expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
        expect(text('Message')).toBe(`The value of ${element} should between ${low} and ${high} ${unit}`)
      }
      expect((await mns.attributes('orders')).status).toBe(404)
    },
  )

  test.each(['DelaySeconds', 'LoggingEnabled'])('%s of the wrong kind names the element', async (element) => {
    const { status, text } = await mns.create('orders', `<${element}>soon</${element}>`)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect(text('Message')).toBe(
      `The XML you provided did not validate against our published schema, cause by ${element}.`,
    )
  })

  test.each(['true', 'True', 'TRUE', 'false', 'False', 'FALSE'])('LoggingEnabled is taken as %s', async (value) => {
    expect((await mns.create('orders', `<LoggingEnabled>${value}</LoggingEnabled>`)).status).toBe(201)
    const printed = value.toLowerCase() === 'true' ? 'True' : 'False'
    expect((await mns.attributes('orders')).text('LoggingEnabled')).toBe(printed)
  })

  test('retention of seven days is taken, the fifteen of old documents are not', async () => {
    const retention = (seconds: number) => `<MessageRetentionPeriod>${seconds}</MessageRetentionPeriod>`
    expect((await mns.create('week', retention(604_800))).status).toBe(201)
    expect((await mns.create('fortnight', retention(1_296_000))).text('Code')).toBe('InvalidArgument')
  })
})

describe('queue names', () => {
  test('of 120 characters are taken, of 121 are QueueNameLengthError', async () => {
    expect((await mns.create('a'.repeat(120))).status).toBe(201)
    const { status, text } = await mns.create('a'.repeat(121))
    expect([status, text('Code')]).toEqual([400, 'QueueNameLengthError'])
  })

  test.each(['a', '1a', 'A-b-3', 'a-'])('%s is taken', async (name) => {
    expect((await mns.create(name)).status).toBe(201)
  })

  test.each(['a_b', '-a', 'a.fifo', 'a%20b', '%E4%B8%AD', 'a%2Fb', 'a+b'])('%s is InvalidQueueName', async (name) => {
    const { status, text } = await mns.create(name)
    expect([status, text('Code')]).toEqual([400, 'InvalidQueueName'])
  })

  test('differ by letter case', async () => {
    await mns.create('Orders')
    expect((await mns.attributes('orders')).status).toBe(404)
  })

  test('that JavaScript has a meaning for are ordinary names', async () => {
    expect((await mns.attributes('__proto__')).text('Code')).toBe('QueueNotExist')
    expect((await mns.create('constructor')).status).toBe(201)
    expect((await mns.attributes('constructor')).text('QueueName')).toBe('constructor')
  })
})

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

describe('ListQueue', () => {
  const list = (headers: Record<string, string> = {}) => mns.call('GET /queues', '', headers)

  test('of nothing answers 200 and a root without children', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toBe('<?xml version="1.0" ?>\n<Queues xmlns="http://mns.aliyuncs.com/doc/v1"></Queues>')
  })

  test('gives URL, name and attributes, whether or not the meta data is asked for', async () => {
    await mns.create('orders', '<DelaySeconds>5</DelaySeconds>')
    await mns.send('orders', 'a')
    for (const headers of [{}, { 'x-mns-with-meta': 'true' }]) {
      const { document, text } = await list(headers)
      expect(childNames(document?.children[0])).toEqual([
        'QueueURL',
        'QueueName',
        'CreateTime',
        'LastModifyTime',
        'DelaySeconds',
        'MaximumMessageSize',
        'MessageRetentionPeriod',
        'VisibilityTimeout',
        'PollingWaitSeconds',
        'ActiveMessages',
        'InactiveMessages',
        'DelayMessages',
        'LoggingEnabled',
      ])
      expect(text('QueueURL')).toBe('http://127.0.0.1:4566/queues/orders')
      expect([text('DelaySeconds'), text('DelayMessages')]).toEqual(['5', '1'])
    }
  })

  test('is by name, and a prefix filters with regard to letter case', async () => {
    for (const name of ['b', 'a2', 'A1', 'a1']) await mns.create(name)
    expect((await list()).texts('QueueName')).toEqual(['A1', 'a1', 'a2', 'b'])
    expect((await list({ 'x-mns-prefix': 'a' })).texts('QueueName')).toEqual(['a1', 'a2'])
    expect((await list({ 'x-mns-prefix': 'undefined' })).texts('QueueName')).toEqual([])
  })

  test('goes through all pages by NextMarker, which is last and which the last page lacks', async () => {
    const names = ['a', 'b', 'c']
    for (const name of names) await mns.create(name)
    const seen: string[] = []
    const markers: string[] = []
    let marker = ''
    do {
      const page = await list({ 'x-mns-ret-number': '1', ...(marker && { 'x-mns-marker': marker }) })
      seen.push(...page.texts('QueueName'))
      marker = page.text('NextMarker')
      if (marker) markers.push(childNames(page.document).at(-1)!)
    } while (marker)
    expect(seen).toEqual(names)
    expect(markers).toEqual(['NextMarker', 'NextMarker'])
  })

  test('a page of exactly what there is has no NextMarker', async () => {
    for (const name of ['a', 'b']) await mns.create(name)
    const { texts } = await list({ 'x-mns-ret-number': '2' })
    expect([texts('QueueName').length, texts('NextMarker').length]).toEqual([2, 0])
  })

  test.each(['1', '1000'])('a page of %s is taken', async (number) => {
    expect((await list({ 'x-mns-ret-number': number })).status).toBe(200)
  })

  test.each(['0', '1001', '-1', 'many', '1.5', ''])('a page of "%s" is InvalidArgument', async (number) => {
    const { status, text } = await list({ 'x-mns-ret-number': number })
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  })

  test.each(['orders', 'undefined', 'L3F1ZXVlcy8', 'L3RvcGljcy9h'])(
    'a marker that no list has given is InvalidArgument: %s',
    async (marker) => {
      const { status, text } = await list({ 'x-mns-marker': marker })
      expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    },
  )
})

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
  ])('%s is the same place', async (host) => {
    await at('1234567890.mns.cn-hangzhou.aliyuncs.com', 'PUT /queues/orders')
    expect((await at(host, 'GET /queues/orders')).text('QueueName')).toBe('orders')
  })

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
    const outcome: boolean[] = []
    const caller = { gone: false, decided: ({ ok }: { ok: boolean }) => outcome.push(ok), released() {} }
    mns.app.broker.submit({ kind: 'getQueue', queue }, caller)
    expect(outcome).toEqual([true])
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
