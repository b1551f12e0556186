import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyMd5 } from '../../../protocols/mns/digests.ts'
import type { PushOutcome } from '../../../src/broker/deliveries.ts'
import { FakePushes } from '../../support/pushes.ts'
import { carryOut, childNames, type Mns, startMns } from './client.ts'

let mns: Mns
let pushes: FakePushes
beforeEach(async () => {
  pushes = new FakePushes()
  mns = await startMns({ pushes })
  await mns.call('PUT /topics/news')
  await mns.create('inbox')
})
afterEach(() => mns.app.close())

const toInbox = 'acs:mns:us-east-1:000000000000:queues/inbox'
const subscribe = (name: string, endpoint: string, more = '', headers = {}) =>
  mns.call(
    `PUT /topics/news/subscriptions/${name}`,
    `<Subscription><Endpoint>${endpoint}</Endpoint>${more}</Subscription>`,
    headers,
  )
const publish = (body: string, more = '', headers = {}) =>
  mns.call('POST /topics/news/messages', `<Message><MessageBody>${body}</MessageBody>${more}</Message>`, headers)
const format = (name: string) => `<NotifyContentFormat>${name}</NotifyContentFormat>`
const bodies = async () => (await mns.receive('inbox', '?numOfMessages=16')).texts('MessageBody')

describe('a queue that subscribes', () => {
  test('to XML gets the notification as a text, under an id and an MD5 of its own', async () => {
    await subscribe('s', toInbox)
    await mns.app.clock.advance(1)
    const published = await publish('a &amp; &lt;b&gt; é')
    const received = await mns.receive('inbox')
    expect(received.text('MessageBody')).toBe(`<?xml version="1.0" ?>
<Notification xmlns="http://mns.aliyuncs.com/doc/v1">
<TopicOwner>000000000000</TopicOwner>
<TopicName>news</TopicName>
<Subscriber>000000000000</Subscriber>
<SubscriptionName>s</SubscriptionName>
<MessageId>${published.text('MessageId')}</MessageId>
<Message>a &amp; &lt;b&gt; é</Message>
<MessageMD5>${bodyMd5('a & <b> é')}</MessageMD5>
<PublishTime>1767225600001</PublishTime>
</Notification>`)
    expect(received.text('MessageId')).not.toBe(published.text('MessageId'))
    expect(received.text('MessageBodyMD5')).toBe(bodyMd5(received.text('MessageBody')))
    expect([received.text('Priority'), received.text('EnqueueTime')]).toEqual(['8', '1767225600001'])
  })

  test('to JSON gets one object of texts', async () => {
    await subscribe('s', toInbox, format('JSON'))
    const published = await publish('&quot;a&quot;', '<MessageTag>vip</MessageTag>')
    const notification: unknown = JSON.parse((await mns.receive('inbox')).text('MessageBody'))
    expect(notification).toEqual({
      TopicOwner: '000000000000',
      TopicName: 'news',
      Subscriber: '000000000000',
      SubscriptionName: 's',
      MessageId: published.text('MessageId'),
      Message: '"a"',
      MessageMD5: bodyMd5('"a"'),
      MessageTag: 'vip',
      PublishTime: '1767225600000',
    })
  })

  test.each(['SIMPLIFIED', 'STREAM'])('to %s gets the published body alone', async (name) => {
    await subscribe('s', toInbox, format(name))
    const published = await publish('SGVsbG8=')
    const received = await mns.receive('inbox')
    expect(received.text('MessageBody')).toBe('SGVsbG8=')
    expect(received.text('MessageBodyMD5')).toBe(published.text('MessageBodyMD5'))
  })

  test('gets the properties and the group that the message was published with', async () => {
    await subscribe('s', toInbox, format('SIMPLIFIED'))
    const user = '<PropertyValue><Name>n</Name><Value>1</Value><Type>NUMBER</Type></PropertyValue>'
    const system =
      '<SystemPropertyValue><Name>traceparent</Name><Value>00-1</Value><Type>STRING</Type></SystemPropertyValue>'
    await publish(
      'a',
      `<UserProperties>${user}</UserProperties><SystemProperties>${system}</SystemProperties><MessageGroupId>g</MessageGroupId>`,
    )
    const { document, texts, text } = await mns.receive('inbox')
    expect(childNames(document).slice(-3)).toEqual(['MessageGroupId', 'SystemProperties', 'UserProperties'])
    expect([texts('Name'), texts('Value'), texts('Type')]).toEqual([
      ['traceparent', 'n'],
      ['00-1', '1'],
      ['STRING', 'NUMBER'],
    ])
    expect(text('MessageGroupId')).toBe('g')
  })

  test('with a delay of its own hides what arrives', async () => {
    await mns.call('PUT /queues/inbox?metaoverride=true', '<Queue><DelaySeconds>5</DelaySeconds></Queue>')
    await subscribe('s', toInbox, format('SIMPLIFIED'))
    await publish('a')
    expect((await mns.receive('inbox')).status).toBe(404)
    await mns.app.clock.advance(5_000)
    expect(await bodies()).toEqual(['a'])
  })

  test('wakes a receive that waits', async () => {
    await subscribe('s', toInbox, format('SIMPLIFIED'))
    const waiting = mns.open('GET /queues/inbox/messages?waitseconds=10')
    await publish('a')
    expect((await waiting.reply).text('MessageBody')).toBe('a')
  })

  test('and is made only later gets the message at the next try', async () => {
    await subscribe('s', 'acs:mns:us-east-1:127:queues/late', format('SIMPLIFIED'))
    await publish('a')
    expect((await mns.call('GET /topics/news')).text('MessageCount')).toBe('1')
    await mns.create('late')
    await mns.app.clock.advance(20_000)
    expect((await mns.receive('late')).text('MessageBody')).toBe('a')
    expect((await mns.call('GET /topics/news')).text('MessageCount')).toBe('0')
  })
})

describe('a queue is the local one', () => {
  /** What SDKs make of the URL that they call: the first label is the account, the third the region. */
  test.each([
    ['127.0.0.1:4566', 'acs:mns:0:127:queues/inbox'],
    ['127.0.0.1', 'acs:mns:0:127:queues/inbox'],
    ['192.168.7.20:4566', 'acs:mns:7:192:queues/inbox'],
    ['127.0.0.1:4566', 'acs:mns:us-east-1:000000000000:queues/inbox'],
    ['127.0.0.1:4566', 'acs:mns:0:000000000000:queues/inbox'],
    ['localhost:23000', 'acs:mns:us-east-1:localhost:queues/inbox'],
    ['localhost:23000', 'acs:mns:us-east-1:localhost:23000:queues/inbox'],
    ['localhost:23000', 'acs:mns:us-east-1:http://localhost:23000:queues/inbox'],
    ['localhost:23000', 'acs:mns:0:localhost:23000:queues/inbox'],
    ['localhost:23000', 'acs:mns::localhost:23000:queues/inbox'],
    ['localhost:23000', 'acs:mns::localhost:23000/:queues/inbox'],
    ['localhost', 'acs:mns::localhost:queues/inbox'],
    ['[::1]:4566', 'acs:mns::[::1]:4566:queues/inbox'],
    ['twinmq:4566', 'acs:mns:0:twinmq:queues/inbox'],
    ['twinmq:4566', 'acs:mns::twinmq:4566:queues/inbox'],
    ['mq.dev.local:4566', 'acs:mns:local:4566:mq:queues/inbox'],
    ['mq.dev.local:4566', 'acs:mns:local:mq:queues/inbox'],
    ['mq.dev.local.test', 'acs:mns:local:mq:queues/inbox'],
  ])('for a client of %s that says %s', async (host, endpoint) => {
    expect((await subscribe('s', endpoint, format('SIMPLIFIED'), { host })).status).toBe(201)
    expect(mns.app.warnings).toEqual([])
    await publish('a')
    expect(await bodies()).toEqual(['a'])
  })

  test.each(['127', 'localhost', 'localhost:4566', '000000000000'])(
    'under the account %s, in the region that is named',
    async (account) => {
      const place = { account: '000000000000', region: 'cn-hangzhou' }
      carryOut(mns.app, { kind: 'createQueue', queue: { ...place, name: 'inbox' }, settings: {}, mustMatch: {}, defaults: {}, tags: [] }) // biome-ignore format: one command
      await subscribe('s', `acs:mns:cn-hangzhou:${account}:queues/inbox`, format('SIMPLIFIED'))
      await publish('a')
      expect(await bodies()).toEqual([])
      const counts = carryOut(mns.app, { kind: 'getQueue', queue: { ...place, name: 'inbox' } })
      expect(counts).toMatchObject({ ok: true, value: { counts: { ready: 1 } } })
    },
  )

  test("in the topic's own region where none is in the region that the SDK was made with", async () => {
    await subscribe('s', 'acs:mns:cn-hangzhou:127:queues/inbox', format('SIMPLIFIED'))
    expect(mns.app.warnings).toEqual([])
    await publish('a')
    expect(await bodies()).toEqual(['a'])
  })

  test.each(['0', '7', 'cn-hangzhou'])('of another account in the region %s of an address', async (region) => {
    const host = '1234567890.mns.cn-hangzhou.aliyuncs.com'
    const there = (line: string, body = '') => mns.call(line, body, { host })
    for (const line of ['PUT /topics/news', 'PUT /queues/inbox']) await there(line)
    await subscribe('s', `acs:mns:${region}:1234567890:queues/inbox`, format('SIMPLIFIED'), { host })
    await publish('a', '', { host })
    expect((await there('GET /queues/inbox/messages')).text('MessageBody')).toBe('a')
  })

  test('and that of the account in the host of the cloud, where the region counts', async () => {
    const host = '1234567890.mns.cn-hangzhou.aliyuncs.com'
    const there = (line: string, body = '') => mns.call(line, body, { host })
    for (const line of ['PUT /topics/news', 'PUT /queues/inbox']) await there(line)
    for (const region of ['cn-hangzhou', 'cn-beijing'])
      await subscribe(region, `acs:mns:${region}:1234567890:queues/inbox`, format('XML'), { host })
    await publish('a', '', { host })
    const { texts } = await there('GET /queues/inbox/messages?numOfMessages=16')
    expect(texts('MessageBody')).toHaveLength(1)
    expect(texts('MessageBody')[0]).toContain('<SubscriptionName>cn-hangzhou</SubscriptionName>')
    expect(texts('MessageBody')[0]).toContain('<TopicOwner>1234567890</TopicOwner>')
    expect(await bodies()).toEqual([])
  })

  test('of any account in the shared namespace', async () => {
    await mns.app.close()
    mns = await startMns({ namespace: 'shared' })
    await mns.call('PUT /topics/news')
    await mns.create('inbox')
    await subscribe('s', 'acs:mns:cn-beijing:99:queues/inbox', format('SIMPLIFIED'))
    expect(mns.app.warnings).toEqual([])
    await publish('a', '', { host: '1234567890.mns.cn-hangzhou.aliyuncs.com' })
    expect(await bodies()).toEqual(['a'])
  })
})

test('a filter lets through its own tag only; no filter lets through all', async () => {
  await subscribe('all', toInbox, format('SIMPLIFIED'))
  await mns.create('vips')
  await subscribe('vips', 'acs:mns:us-east-1:127:queues/vips', `${format('SIMPLIFIED')}<FilterTag>vip</FilterTag>`)
  await publish('none')
  await publish('vip', '<MessageTag>vip</MessageTag>')
  await publish('other', '<MessageTag>VIP</MessageTag>')
  expect(await bodies()).toEqual(['none', 'vip', 'other'])
  expect((await mns.receive('vips', '?numOfMessages=16')).texts('MessageBody')).toEqual(['vip'])
})

test('of two subscriptions, one that fails does not hold up or repeat the other', async () => {
  const outcome = (name: string): PushOutcome => ({ status: name === 'bad' ? 500 : 200 })
  pushes.answer = ({ subscription }) => outcome(subscription.name)
  await subscribe('bad', 'http://127.0.0.1:9/bad')
  await subscribe('good', 'http://127.0.0.1:9/good')
  await subscribe('queue', toInbox, format('SIMPLIFIED'))
  await publish('a')
  expect((await mns.call('GET /topics/news')).text('MessageCount')).toBe('1')
  await mns.app.clock.advance(3_600_000)
  const sent = pushes.sent.map(({ subscription }) => subscription)
  expect(sent.filter((name) => name === 'good')).toHaveLength(1)
  expect(sent.filter((name) => name === 'bad')).toHaveLength(4)
  expect(await bodies()).toEqual(['a'])
  expect((await mns.call('GET /topics/news')).text('MessageCount')).toBe('0')
})
