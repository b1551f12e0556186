import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { carryOut, childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.call('PUT /topics/news')
})
afterEach(() => mns.app.close())

const url = 'http://127.0.0.1:9/in'
const place = '/topics/news/subscriptions/'
const subscribe = (name: string, endpoint: string, more = '') =>
  mns.call(`PUT ${place}${name}`, `<Subscription><Endpoint>${endpoint}</Endpoint>${more}</Subscription>`)
const set = (name: string, attributes: string) =>
  mns.call(`PUT ${place}${name}?metaoverride=true`, `<Subscription>${attributes}</Subscription>`)
const get = (name: string) => mns.call(`GET ${place}${name}`)

describe('Subscribe', () => {
  test('answers 201 to a new subscription and 204 to the same again, both with its place', async () => {
    for (const status of [201, 204]) {
      const answer = await subscribe('s', url, '<FilterTag>vip</FilterTag>')
      expect([answer.status, answer.body]).toEqual([status, ''])
      expect(answer.headers.Location).toBe(`http://127.0.0.1:4566${place}s`)
    }
  })

  test.each([
    ['http://127.0.0.1:9/other', ''],
    [url, '<FilterTag>vip</FilterTag>'],
    [url, '<NotifyStrategy>EXPONENTIAL_DECAY_RETRY</NotifyStrategy>'],
    [url, '<NotifyContentFormat>JSON</NotifyContentFormat>'],
  ])('answers 409 when %s %s was not so before', async (endpoint, more) => {
    await subscribe('s', url)
    const { status, text } = await subscribe('s', endpoint, more)
    expect([status, text('Code')]).toEqual([409, 'SubscriptionAlreadyExist'])
  })

  test('counts a default that is said as one that is not', async () => {
    await subscribe('s', url)
    const defaults =
      '<NotifyStrategy>BACKOFF_RETRY</NotifyStrategy><NotifyContentFormat>XML</NotifyContentFormat><FilterTag></FilterTag>'
    expect((await subscribe('s', url, defaults)).status).toBe(204)
  })

  test.each([
    ['a'.repeat(255), 201, ''],
    ['a'.repeat(256), 400, 'SubscriptionNameLengthError'],
    ['a_b', 400, 'SubscriptionNameInvalid'],
  ])('of the name %.20s answers %i %s', async (name, status, code) => {
    const answer = await subscribe(name, url)
    expect([answer.status, answer.text('Code')]).toEqual([status, code])
  })

  test.each([
    `<FilterTag>${'t'.repeat(17)}</FilterTag>`,
    '<NotifyStrategy>NEVER</NotifyStrategy>',
    '<NotifyContentFormat>YAML</NotifyContentFormat>',
  ])('with %s answers InvalidArgument', async (more) => {
    const { status, text } = await subscribe('s', url, more)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect((await get('s')).text('Code')).toBe('SubscriptionNotExist')
  })

  test.each(['<Subscription/>', ''])('without an endpoint (%s) answers InvalidArgument', async (body) => {
    const { status, text } = await mns.call(`PUT ${place}s`, body)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  })

  test.each([
    '',
    'orders',
    'ftp://127.0.0.1/',
    'http://',
    'http:///',
    'http:///x',
    'https:////x/y',
    'http://?x',
    'http://#x',
    'http://:80/x',
    'http:x',
    'http://a b/',
    'http://127.0.0.1:99999/',
    'acs:mns:us-east-1:127:topics/a',
    'acs:mns:us-east-1:127:queues/',
    'acs:mns:us-east-1:127:queues/a/b',
    'acs:mns::127:queues/a',
    'acs:mns::000000000000:queues/a',
    'acs:mns:us-east-1:other:4566:queues/a',
    'acs:mns:us-east-1:http://other.test:4566:queues/a',
    'acs:mns:us-east-1:localhost:port:queues/a',
    'acs:mns:us-east-1::queues/a',
    'arn:aws:sqs:us-east-1:000000000000:orders',
    'mail:',
  ])('with the endpoint "%s" answers EndpointInvalid', async (endpoint) => {
    const { status, text } = await subscribe('s', endpoint)
    expect([status, text('Code')]).toEqual([400, 'EndpointInvalid'])
  })

  test.each([
    'https://127.0.0.1/a?b=c&amp;d',
    'HTTP://localhost',
    'http://[::1]:80/',
    'mail:directmail:a@b.test',
    'sms:directsms:anonymous',
    'sms:dayu:1',
    'push:app:1',
  ])('takes the endpoint %s and gives it back', async (endpoint) => {
    expect((await subscribe('s', endpoint)).status).toBe(201)
    expect((await get('s')).text('Endpoint')).toBe(endpoint.replace('&amp;', '&'))
  })

  test('to mail and the like is kept, and what is published for it is dropped', async () => {
    await subscribe('s', 'sms:directsms:anonymous')
    const message = '<Message><MessageBody>a</MessageBody></Message>'
    expect((await mns.call('POST /topics/news/messages', message)).status).toBe(201)
    expect((await mns.call('GET /topics/news')).text('MessageCount')).toBe('0')
    expect((await mns.call('GET /topics/news/subscriptions')).texts('SubscriptionName')).toEqual(['s'])
  })

  test('says in the log that a queue of another account is meant', async () => {
    await subscribe('own', 'acs:mns:us-east-1:127:queues/orders')
    expect(mns.app.warnings).toEqual([])
    await subscribe('other', 'acs:mns:us-east-1:1234567890:queues/orders')
    expect(mns.app.warnings.join()).toContain('delivers to account 1234567890, region us-east-1')
    await subscribe('other', 'acs:mns:us-east-1:1234567890:queues/orders')
    await mns.call(
      'PUT /topics/absent/subscriptions/s',
      '<Subscription><Endpoint>acs:mns:us-east-1:1:queues/orders</Endpoint></Subscription>',
    )
    expect(mns.app.warnings).toHaveLength(1)
    const host = '000000000000.mns.us-east-1.aliyuncs.com'
    const endpoint = '<Endpoint>acs:mns:cn-hangzhou:000000000000:queues/orders</Endpoint>'
    await mns.call(`PUT ${place}region`, `<Subscription>${endpoint}</Subscription>`, { host })
    expect(mns.app.warnings[1]).toMatch(/region cn-hangzhou; .*region us-east-1$/)
  })
})

describe('a queue that takes smaller messages than the topic', () => {
  const size = (bytes: number) => `<MaximumMessageSize>${bytes}</MaximumMessageSize>`
  const setTopic = (bytes: number) => mns.call('PUT /topics/news?metaoverride=true', `<Topic>${size(bytes)}</Topic>`)
  const toOrders = 'acs:mns:us-east-1:000000000000:queues/orders'

  test('is refused by a text that names both, and nothing changes', async () => {
    await mns.create('orders', size(65_535))
    const { status, text } = await subscribe('s', toOrders)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect(text('Message')).toBe(
      'The MaximumMessageSize of queue orders, 65535 bytes, is below that of topic news, 65536 bytes.',
    )
    expect((await get('s')).text('Code')).toBe('SubscriptionNotExist')
  })

  test.each([
    [1_024, 1_024, 201],
    [1_024, 1_025, 400],
    [65_536, 65_536, 201],
    [2_048, 1_024, 201],
  ])('of %i bytes, the topic of %i, answers %i', async (queueBytes, topicBytes, status) => {
    await mns.create('orders', size(queueBytes))
    await setTopic(topicBytes)
    expect((await subscribe('s', toOrders)).status).toBe(status)
  })

  test('has the defaults of MNS where none was told, whoever made it', async () => {
    const queue = { account: '000000000000', region: 'us-east-1', name: 'orders' }
    carryOut(mns.app, { kind: 'createQueue', queue, settings: {}, mustMatch: {}, defaults: {}, tags: [] })
    expect((await subscribe('bare', toOrders)).status).toBe(201)
    await setTopic(65_536)
    expect((await subscribe('told', toOrders)).status).toBe(201)
    carryOut(mns.app, { kind: 'setQueueSettings', queue, settings: { maximumMessageBytes: 1_048_576 } })
    expect((await subscribe('large', toOrders)).status).toBe(201)
  })

  test('may subscribe while it is not there, and stays subscribed when sizes change', async () => {
    expect((await subscribe('s', toOrders)).status).toBe(201)
    await mns.create('orders', size(1_024))
    expect((await subscribe('s', toOrders)).status).toBe(204)
    expect((await subscribe('other', toOrders)).status).toBe(400)
  })
})

describe('GetSubscriptionAttributes', () => {
  test('gives all that there is, and no FilterTag when none was set', async () => {
    await subscribe('s', url)
    const { status, document, text } = await get('s')
    expect([status, document?.name]).toEqual([200, 'Subscription'])
    expect(childNames(document)).toEqual([
      'SubscriptionName',
      'Subscriber',
      'TopicOwner',
      'TopicName',
      'Endpoint',
      'NotifyStrategy',
      'NotifyContentFormat',
      'CreateTime',
      'LastModifyTime',
    ])
    expect([text('SubscriptionName'), text('TopicName'), text('Endpoint')]).toEqual(['s', 'news', url])
    expect([text('Subscriber'), text('TopicOwner')]).toEqual(['000000000000', '000000000000'])
    expect([text('NotifyStrategy'), text('NotifyContentFormat')]).toEqual(['BACKOFF_RETRY', 'XML'])
    expect([text('CreateTime'), text('LastModifyTime')]).toEqual(['1767225600', '1767225600'])
  })

  test.each(['XML', 'JSON', 'SIMPLIFIED', 'STREAM'])('tells the format %s', async (format) => {
    await subscribe('s', url, `<NotifyContentFormat>${format}</NotifyContentFormat><FilterTag>é&lt;</FilterTag>`)
    const { text } = await get('s')
    expect([text('NotifyContentFormat'), text('FilterTag')]).toEqual([format, 'é<'])
  })
})

test('SetSubscriptionAttributes changes strategy and filter, and leaves what it does not name', async () => {
  await subscribe('s', url, '<FilterTag>vip</FilterTag>')
  await mns.app.clock.advance(3_000)
  expect((await set('s', '<NotifyStrategy>EXPONENTIAL_DECAY_RETRY</NotifyStrategy>')).status).toBe(204)
  const changed = await get('s')
  expect([changed.text('NotifyStrategy'), changed.text('FilterTag')]).toEqual(['EXPONENTIAL_DECAY_RETRY', 'vip'])
  expect(changed.text('LastModifyTime')).toBe('1767225603')
  await set('s', '<FilterTag>other</FilterTag><Endpoint>http://127.0.0.1:9/no</Endpoint>')
  const again = await get('s')
  expect([again.text('NotifyStrategy'), again.text('FilterTag')]).toEqual(['EXPONENTIAL_DECAY_RETRY', 'other'])
  expect(again.text('Endpoint')).toBe(url)
  expect((await set('s', '<NotifyStrategy>NEVER</NotifyStrategy>')).text('Code')).toBe('InvalidArgument')
})

test('a subscription that is not there is neither told nor changed; its end is as good as done', async () => {
  for (const answer of [await get('x'), await set('x', '')])
    expect([answer.status, answer.text('Code')]).toEqual([404, 'SubscriptionNotExist'])
  expect((await mns.call('GET /topics/x/subscriptions/s')).text('Code')).toBe('TopicNotExist')
  for (const line of [`DELETE ${place}x`, 'DELETE /topics/x/subscriptions/s'])
    expect((await mns.call(line)).status).toBe(204)
})

test('Unsubscribe ends a subscription once and for all', async () => {
  await subscribe('a', url)
  await subscribe('b', url)
  for (const _ of [1, 2]) expect((await mns.call(`DELETE ${place}a`)).status).toBe(204)
  expect((await mns.call('GET /topics/news/subscriptions')).texts('SubscriptionName')).toEqual(['b'])
})
