import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

const create = (topic: string, attributes = '') => mns.call(`PUT /topics/${topic}`, `<Topic>${attributes}</Topic>`)
const set = (topic: string, attributes: string) =>
  mns.call(`PUT /topics/${topic}?metaoverride=true`, `<Topic>${attributes}</Topic>`)
const publish = (topic: string, content: string) =>
  mns.call(`POST /topics/${topic}/messages`, `<Message>${content}</Message>`)
const subscribe = (topic: string, name: string, endpoint = 'http://127.0.0.1:9/') =>
  mns.call(
    `PUT /topics/${topic}/subscriptions/${name}`,
    `<Subscription><Endpoint>${endpoint}</Endpoint></Subscription>`,
  )

describe('CreateTopic', () => {
  test('answers 201 to a new topic and 204 to the same again, both with its place and without a body', async () => {
    for (const status of [201, 204]) {
      const answer = await create('news', '<LoggingEnabled>True</LoggingEnabled>')
      expect([answer.status, answer.body]).toEqual([status, ''])
      expect(answer.headers.Location).toBe('http://127.0.0.1:4566/topics/news')
    }
  })

  test('compares defaults: attributes left out are those that a bare topic has', async () => {
    await mns.call('PUT /topics/news')
    const defaults = '<MaximumMessageSize>65536</MaximumMessageSize><LoggingEnabled>false</LoggingEnabled>'
    expect((await create('news', defaults)).status).toBe(204)
    await set('news', '<MaximumMessageSize>1024</MaximumMessageSize>')
    const { status, text } = await create('news')
    expect([status, text('Code')]).toEqual([409, 'TopicAlreadyExist'])
    expect((await create('news', '<MaximumMessageSize>1024</MaximumMessageSize>')).status).toBe(204)
  })

  test.each([
    ['a'.repeat(120), 201, ''],
    ['1', 201, ''],
    ['a'.repeat(121), 400, 'TopicNameLengthError'],
    ['a_b', 400, 'TopicNameInvalid'],
    ['-a', 400, 'TopicNameInvalid'],
    ['a%2Fb', 400, 'TopicNameInvalid'],
  ])('of the name %.20s answers %i %s', async (name, status, code) => {
    const answer = await create(name)
    expect([answer.status, answer.text('Code')]).toEqual([status, code])
  })

  test.each([
    ['<MaximumMessageSize>1024</MaximumMessageSize>', 201],
    ['<MaximumMessageSize>1023</MaximumMessageSize>', 400],
    ['<MaximumMessageSize>65537</MaximumMessageSize>', 400],
    ['<MaximumMessageSize>many</MaximumMessageSize>', 400],
    ['<LoggingEnabled>perhaps</LoggingEnabled>', 400],
    ['<MessageRetentionPeriod>60</MessageRetentionPeriod>', 201],
  ])('with %s answers %i', async (attributes, status) => {
    const answer = await create('news', attributes)
    expect([answer.status, answer.text('Code')]).toEqual([status, status === 201 ? '' : 'InvalidArgument'])
  })

  test('says the range of a size that is out of it', async () => {
    const { text } = await create('news', '<MaximumMessageSize>1</MaximumMessageSize>')
    expect(text('Message')).toBe('The value of MaximumMessageSize should between 1024 and 65536 bytes')
  })

  test('does not mind a queue of the same name', async () => {
    await mns.create('news')
    expect((await create('news')).status).toBe(201)
  })
})

test('GetTopicAttributes gives seven elements, times in seconds', async () => {
  await create('news')
  await mns.app.clock.advance(2_500)
  await set('news', '<LoggingEnabled>TRUE</LoggingEnabled>')
  const { status, document, text } = await mns.call('GET /topics/news')
  expect([status, document?.name]).toEqual([200, 'Topic'])
  expect(childNames(document)).toEqual([
    'TopicName',
    'MessageCount',
    'CreateTime',
    'LastModifyTime',
    'MaximumMessageSize',
    'MessageRetentionPeriod',
    'LoggingEnabled',
  ])
  expect([text('TopicName'), text('MessageCount')]).toEqual(['news', '0'])
  expect([text('CreateTime'), text('LastModifyTime')]).toEqual(['1767225600', '1767225602'])
  expect([text('MaximumMessageSize'), text('MessageRetentionPeriod')]).toEqual(['65536', '86400'])
  expect(text('LoggingEnabled')).toBe('True')
})

test('a topic that is not there is not told, changed, published to or listed; its deletion is as good as done', async () => {
  const lines = ['GET /topics/x', 'PUT /topics/x?metaoverride=true', 'GET /topics/x/subscriptions']
  for (const line of lines) {
    const { status, text } = await mns.call(line)
    expect([status, text('Code')]).toEqual([404, 'TopicNotExist'])
    expect(text('Message')).toBe('The topic name you provided is not exist.')
  }
  expect((await publish('x', '<MessageBody>a</MessageBody>')).text('Code')).toBe('TopicNotExist')
  expect((await subscribe('x', 's')).text('Code')).toBe('TopicNotExist')
  expect((await mns.call('DELETE /topics/x')).status).toBe(204)
})

test('SetTopicAttributes leaves what it does not name', async () => {
  await create('news', '<MaximumMessageSize>2048</MaximumMessageSize>')
  expect((await set('news', '<LoggingEnabled>True</LoggingEnabled>')).status).toBe(204)
  const { text } = await mns.call('GET /topics/news')
  expect([text('MaximumMessageSize'), text('LoggingEnabled')]).toEqual(['2048', 'True'])
  expect((await set('news', '<MaximumMessageSize>1</MaximumMessageSize>')).text('Code')).toBe('InvalidArgument')
})

test('deleting a topic takes its subscriptions along', async () => {
  await create('news')
  await subscribe('news', 's')
  for (const _ of [1, 2]) expect((await mns.call('DELETE /topics/news')).status).toBe(204)
  expect((await mns.call('GET /topics/news')).status).toBe(404)
  await create('news')
  expect((await mns.call('GET /topics/news/subscriptions')).texts('Subscription')).toEqual([])
})

describe('lists', () => {
  const lists = [
    { line: 'GET /topics', root: 'Topics', name: 'TopicName', url: 'TopicURL', base: '/topics/' },
    {
      line: 'GET /topics/all/subscriptions',
      root: 'Subscriptions',
      name: 'SubscriptionName',
      url: 'SubscriptionURL',
      base: '/topics/all/subscriptions/',
    },
  ]
  const fill = async (names: readonly string[]): Promise<void> => {
    for (const name of names) await create(name)
    await create('all')
    for (const name of names) await subscribe('all', name)
  }

  test('of nothing are a root without children', async () => {
    expect((await mns.call('GET /topics')).body).toBe(
      '<?xml version="1.0" ?>\n<Topics xmlns="http://mns.aliyuncs.com/doc/v1"></Topics>',
    )
    await create('all')
    expect((await mns.call('GET /topics/all/subscriptions')).body).toBe(
      '<?xml version="1.0" ?>\n<Subscriptions xmlns="http://mns.aliyuncs.com/doc/v1"></Subscriptions>',
    )
  })

  test.each(lists)('$root begin each entry with its URL and go on as the answer of Get', async (list) => {
    await fill(['a'])
    const { document, texts } = await mns.call(list.line, '', { 'x-mns-prefix': 'a', 'x-mns-ret-number': '1' })
    const got = await mns.call(`GET ${list.base}a`)
    expect(document?.name).toBe(list.root)
    expect(childNames(document?.children[0])).toEqual([list.url, ...childNames(got.document)])
    expect(texts(list.url)).toEqual([`http://127.0.0.1:4566${list.base}a`])
  })

  test.each(lists)('$root are by name and filtered by prefix', async ({ line, name }) => {
    await fill(['b', 'a2', 'A1', 'a1'])
    expect((await mns.call(line, '', { 'x-mns-prefix': 'a' })).texts(name).filter((each) => each !== 'all')).toEqual([
      'a1',
      'a2',
    ])
  })

  test.each(lists)('$root go through all pages by NextMarker, which the last page lacks', async ({ line, name }) => {
    await fill(['x1', 'x2', 'x3'])
    const seen: string[] = []
    let marker = ''
    do {
      const headers = { 'x-mns-prefix': 'x', 'x-mns-ret-number': '1', 'x-mns-marker': marker }
      const page = await mns.call(line, '', headers)
      expect(page.texts(name)).toHaveLength(1)
      seen.push(...page.texts(name))
      marker = page.text('NextMarker')
      if (marker) expect(childNames(page.document).at(-1)).toBe('NextMarker')
    } while (marker)
    expect(seen).toEqual(['x1', 'x2', 'x3'])
  })

  test('a marker of subscriptions is none of topics', async () => {
    await fill(['a', 'b'])
    const page = await mns.call('GET /topics/all/subscriptions', '', { 'x-mns-ret-number': '1' })
    const { status, text } = await mns.call('GET /topics', '', { 'x-mns-marker': page.text('NextMarker') })
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  })

  test.each(lists)('$root refuse a page out of range and a marker of another list', async ({ line }) => {
    await fill(['a', 'b'])
    await mns.create('q1')
    await mns.create('q2')
    const foreign = (await mns.call('GET /queues', '', { 'x-mns-ret-number': '1' })).text('NextMarker')
    expect(foreign).not.toBe('')
    for (const headers of [
      { 'x-mns-ret-number': '0' },
      { 'x-mns-ret-number': '1001' },
      { 'x-mns-marker': 'b' },
      { 'x-mns-marker': foreign },
    ]) {
      const { status, text } = await mns.call(line, '', headers)
      expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    }
  })
})

describe('PublishMessage', () => {
  beforeEach(() => create('news'))

  test('answers 201 with an id and the MD5 of the body in upper case, and nothing else', async () => {
    const { status, document, text } = await publish('news', '<MessageBody>SGVsbG8=</MessageBody>')
    expect([status, document?.name]).toEqual([201, 'Message'])
    expect(childNames(document)).toEqual(['MessageId', 'MessageBodyMD5'])
    expect(text('MessageId')).toMatch(/^[0-9A-F]{32}$/)
    expect(text('MessageBodyMD5')).toBe('F76691D4C1532DDC644B6FCEF012DD94')
  })

  test.each([
    ['', 400],
    ['<MessageBody></MessageBody>', 400],
    ['<MessageBody><b/></MessageBody>', 400],
    [`<MessageBody>${'a'.repeat(65_536)}</MessageBody>`, 201],
    [`<MessageBody>${'a'.repeat(65_534)}é</MessageBody>`, 201],
    [`<MessageBody>${'a'.repeat(65_535)}é</MessageBody>`, 400],
    [`<MessageBody>a</MessageBody><MessageTag>${'é'.repeat(16)}</MessageTag>`, 201],
    [`<MessageBody>a</MessageBody><MessageTag>${'t'.repeat(17)}</MessageTag>`, 400],
    ['<MessageBody>a</MessageBody><MessageAttributes><DirectSMS>{not json</DirectSMS></MessageAttributes>', 201],
  ])('of %.60s answers %i', async (content, status) => {
    const answer = await publish('news', content)
    expect([answer.status, answer.text('Code')]).toEqual([status, status === 201 ? '' : 'InvalidArgument'])
  })

  test('obeys the size of the topic, to which properties count', async () => {
    await set('news', '<MaximumMessageSize>1024</MaximumMessageSize>')
    expect((await publish('news', `<MessageBody>${'a'.repeat(1_024)}</MessageBody>`)).status).toBe(201)
    const property = '<PropertyValue><Name>n</Name><Value>v</Value><Type>STRING</Type></PropertyValue>'
    const { text } = await publish(
      'news',
      `<MessageBody>${'a'.repeat(1_017)}</MessageBody><UserProperties>${property}</UserProperties>`,
    )
    expect(text('Message')).toBe('The value of MessageBody should between 1 and 1024 bytes')
  })

  test('takes no other root than Message', async () => {
    const { text } = await mns.call('POST /topics/news/messages', '<Messages/>')
    expect(text('Code')).toBe('MalformedXML')
    expect((await mns.call('POST /topics/news/messages')).text('Code')).toBe('MalformedXML')
  })
})

test.each(['POST /topics/a', 'DELETE /topics', 'GET /topics/a/messages', 'GET /topics/a/b', 'GET /topics/a/b/c/d'])(
  '%s is no request of the API',
  async (line) => {
    const { status, text } = await mns.call(line)
    expect([status, text('Code')]).toEqual([400, 'InvalidRequestURL'])
  },
)
