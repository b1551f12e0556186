import { afterEach, beforeEach, expect, test } from 'vitest'
import { identify } from '../../../protocols/identify.ts'
import { mnsAdapter } from '../../../protocols/mns/adapter.ts'
import { startTestApp } from '../../support/app.ts'
import { childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

test('every answer carries a request id of 24 upper-case hexadecimal digits and the version', async () => {
  const answers = [
    await mns.create('orders'),
    await mns.create('orders'),
    await mns.attributes('orders'),
    await mns.attributes('absent'),
    await mns.call('GET /nothing'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 204, 200, 404, 400])
  for (const { headers } of answers) {
    expect(headers['x-mns-request-id']).toMatch(/^[0-9A-F]{24}$/)
    expect(headers['x-mns-version']).toBe('2015-06-06')
    expect(headers.Server).toBe('AliyunMQS')
  }
  expect(new Set(answers.map(({ headers }) => headers['x-mns-request-id'])).size).toBe(answers.length)
})

test('an error has Code, Message, RequestId and HostId in that order, in the namespace without a slash', async () => {
  const { status, headers, body, document } = await mns.attributes('absent')
  expect(status).toBe(404)
  expect(childNames(document)).toEqual(['Code', 'Message', 'RequestId', 'HostId'])
  expect(headers['Content-Type']).toBe('text/xml;charset=utf-8')
  expect(body).toBe(`<?xml version="1.0" ?>
<Error xmlns="http://mns.aliyuncs.com/doc/v1">
<Code>QueueNotExist</Code>
<Message>The queue name you provided is not exist.</Message>
<RequestId>${headers['x-mns-request-id']}</RequestId>
<HostId>http://127.0.0.1:4566</HostId>
</Error>`)
})

test('whatever goes wrong, the answer is a document that says so', async () => {
  await mns.create('orders')
  const lines = [
    'GET /x',
    'GET /queues/absent',
    'PUT /queues/a_b',
    'GET /queues/orders/messages',
    'POST /queues/orders/messages',
  ]
  for (const line of lines) {
    const { status, headers, document, text } = await mns.call(line)
    expect(status).toBeGreaterThanOrEqual(400)
    expect([document?.name, headers['Content-Type']]).toEqual(['Error', 'text/xml;charset=utf-8'])
    expect(text('RequestId')).toBe(headers['x-mns-request-id'])
  }
})

test('an answer without a body has no content type', async () => {
  await mns.create('orders')
  const { status, headers, body } = await mns.call('DELETE /queues/orders')
  expect([status, body]).toEqual([204, ''])
  expect(headers).not.toHaveProperty('Content-Type')
})

test('a session token that is not signed is welcome, and so are headers nobody knows', async () => {
  const headers = { 'security-token': 'CAIS', 'x-acs-security-token': 'CAIS', 'Pinpoint-TraceID': 'agent^1^2' }
  expect((await mns.call('PUT /queues/orders', '', headers)).status).toBe(201)
})

test.each([
  'MNS ak:c2lnbmF0dXJl',
  'MNS ak',
  'MNS ',
  'MNS4-HMAC-SHA256',
  'MNS4-HMAC-SHA256 Credential=ak/20260101/cn-hangzhou/mns/aliyun_v4_request,Signature=00',
  'Basic x',
])('any Authorization is welcome: %s', async (authorization) => {
  expect((await mns.call('PUT /queues/orders', '', { authorization })).status).toBe(201)
})

test('but a target of SQS makes a request one of SQS, whatever its Authorization', async () => {
  const app = await startTestApp()
  const type = 'application/x-amz-json-1.0'
  const headers = { authorization: 'MNS ak', 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': type }
  expect(await app.request({ headers, body: '{}' })).toMatchObject({ status: 200, body: '{}' })
  expect(
    await app.request({ method: 'GET', target: '/?Action=ListQueues', headers: { authorization: 'MNS ak' } }),
  ).toMatchObject({ status: 200 })
  await app.close()
})

test.each(['text/xml', 'application/xml', 'text/xml;charset=UTF-8', 'text/plain'])(
  'the content type says nothing: %s',
  async (type) => {
    const sent = await mns.call('PUT /queues/orders', '<Queue/>', { 'content-type': type })
    expect(sent.status).toBe(201)
  },
)

test.each([
  'GET /nothing',
  'GET /',
  'GET /queues/orders/nothing',
  'GET /queues/orders/messages/more',
  'POST /queues/orders',
  'POST /queues',
  'PATCH /queues/orders/messages',
  'GET /queues//messages',
  'GET /queues/%E4%B8/messages',
])('a path or a method that the API does not know is InvalidRequestURL: %s', async (line) => {
  const { status, text } = await mns.call(line)
  expect([status, text('Code')]).toEqual([400, 'InvalidRequestURL'])
})

test('a slash at the end of a path is passed over', async () => {
  expect((await mns.call('PUT /queues/orders/', '<Queue/>')).status).toBe(201)
  expect((await mns.call('GET /queues/orders/')).text('QueueName')).toBe('orders')
  expect((await mns.call('GET /queues/orders/messages/')).text('Code')).toBe('MessageNotExist')
  expect((await mns.call('GET /queues/')).texts('QueueName')).toEqual(['orders'])
})

test('an item of the query that the API does not know is passed over', async () => {
  await mns.create('orders')
  expect((await mns.call('GET /queues/orders?x=1&&y')).status).toBe(200)
})

test('in strict mode an unknown item of the query is InvalidQueryString', async () => {
  const strict = await startMns({ strict: true })
  await strict.create('orders')
  const { status, text } = await strict.call('GET /queues/orders?x=1')
  expect([status, text('Code')]).toEqual([400, 'InvalidQueryString'])
  expect(text('Message')).toBe('Http request URL contains invalid querystring item "x=1".')
  await strict.app.close()
})

test('an item of the query with a broken escape is InvalidQueryString', async () => {
  await mns.create('orders')
  expect((await mns.call('GET /queues/orders/messages?waitseconds=%E4')).text('Code')).toBe('InvalidQueryString')
})

test.each([
  ['text', 'hello'],
  ['an open tag', '<Queue>'],
  ['an unescaped angle bracket', '<Message><MessageBody>hello <"x"></MessageBody></Message>'],
  ['an unescaped ampersand', '<Message><MessageBody>a & b</MessageBody></Message>'],
  ['a control character', '<Message><MessageBody>\x01</MessageBody></Message>'],
  ['a DOCTYPE', '<!DOCTYPE Message [<!ENTITY x "y">]><Message><MessageBody>&x;</MessageBody></Message>'],
  ['another root', '<Order><MessageBody>a</MessageBody></Order>'],
  ['nothing at all', ''],
])('a body that is %s is MalformedXML', async (_what, body) => {
  await mns.create('orders')
  const { status, text } = await mns.call('POST /queues/orders/messages', body)
  expect([status, text('Code')]).toEqual([400, 'MalformedXML'])
  expect(text('Message')).toBe('The XML you provided was not well-formed.')
})

test('a body that is not UTF-8 is MalformedXML', async () => {
  const body = Buffer.from('<Message><MessageBody>\xe9</MessageBody></Message>', 'latin1')
  expect((await mns.call('POST /queues/orders/messages', body)).text('Code')).toBe('MalformedXML')
})

test('ten thousand nested elements are MalformedXML', async () => {
  const body = '<Message>'.repeat(10_000) + '</Message>'.repeat(10_000)
  expect((await mns.call('POST /queues/orders/messages', body)).text('Code')).toBe('MalformedXML')
})

test.each([
  ['with a slash', '<Message xmlns="http://mns.aliyuncs.com/doc/v1/">', 'Message'],
  ['without a slash', '<Message xmlns="http://mns.aliyuncs.com/doc/v1">', 'Message'],
  ['none', '<Message>', 'Message'],
  ['under a prefix', '<m:Message xmlns:m="http://mns.aliyuncs.com/doc/v1/">', 'm:Message'],
])('the namespace of a request says nothing: %s', async (_which, open, name) => {
  await mns.create('orders')
  const body = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>${open}<MessageBody>a</MessageBody></${name}>`
  expect((await mns.call('POST /queues/orders/messages', body)).status).toBe(201)
})

test.each([
  ['base64 of the hexadecimal text', 'YzA5ZjA5MTUzNzY5NDgyMTA0ZjEyNWVlYTc5YjExYzE='],
  ['base64 of the digest', 'wJ8JFTdpSCEE8SXup5sRwQ=='],
])('a Content-MD5 may be %s', async (_what, digest) => {
  expect((await mns.call('PUT /queues/orders', '<Queue/>', { 'content-md5': digest })).status).toBe(201)
})

test.each([
  ['the hexadecimal text', 'c09f09153769482104f125eea79b11c1'],
  ['the digest of another body', 'ZDQxZDhjZDk4ZjAwYjIwNGU5ODAwOTk4ZWNmODQyN2U='],
  ['nothing', ''],
])('a Content-MD5 that is %s is InvalidDigest', async (_what, digest) => {
  const { status, text, body } = await mns.call('PUT /queues/orders', '<Queue/>', { 'content-md5': digest })
  expect([status, text('Code')]).toEqual([400, 'InvalidDigest'])
  expect(text('HostId')).toMatch(/^http:\/\//)
  expect(body).toContain('<Error xmlns="http://mns.aliyuncs.com/doc/v1">')
})

test('a Content-MD5 is checked where there is no body too', async () => {
  await mns.create('orders')
  const ofNothing = { 'content-md5': 'ZDQxZDhjZDk4ZjAwYjIwNGU5ODAwOTk4ZWNmODQyN2U=' }
  expect((await mns.call('GET /queues/orders', '', ofNothing)).status).toBe(200)
  const wrong = { 'content-md5': 'qLWUv43Mplb7HrG2Y0SUCg==' }
  expect((await mns.call('GET /queues/orders', '', wrong)).text('Code')).toBe('InvalidDigest')
})

test('the digest is checked before the document', async () => {
  const { text } = await mns.call('PUT /queues/orders', 'no XML', { 'content-md5': 'x' })
  expect(text('Code')).toBe('InvalidDigest')
})

test('--public-url takes the place of scheme and host in HostId and Location', async () => {
  const published = await startMns({ publicUrl: 'https://mq.example.test' })
  expect((await published.create('orders')).headers.Location).toBe('https://mq.example.test/queues/orders')
  expect((await published.attributes('absent')).text('HostId')).toBe('https://mq.example.test')
  await published.app.close()
})

const adapter = mnsAdapter({
  defaultAccount: '000000000000',
  defaultRegion: 'us-east-1',
  namespace: 'isolated',
  strict: false,
  nowMs: () => 0,
  nextRequestId: () => '0123456789abcdef0123456789abcdef',
  warn: () => {},
})

function wire(target: string, headers: Record<string, string> = {}) {
  const host = headers.host ?? '127.0.0.1:4566'
  return { method: 'GET', target, headers, body: Buffer.alloc(0), scheme: 'http', base: `http://${host}`, host }
}

test.each([
  ['/', { 'x-mns-version': '2015-06-06' }],
  ['/', { authorization: 'MNS ak:sig' }],
  ['/', { authorization: 'MNS4-HMAC-SHA256 Credential=ak/x,Signature=y' }],
  ['/', { host: '1234567890.mns.cn-hangzhou.aliyuncs.com' }],
  ['/', { host: '1234567890.MNS.localhost:4566' }],
  ['/', { host: '1234567890.mns-vpc.cn-hangzhou.aliyuncs.com' }],
  ['/', { host: '1234567890.mns-internal.cn-hangzhou.aliyuncs.com:80' }],
  ['/', { host: '1234567890.cn-hangzhou.mns.aliyuncs.com' }],
  ['/queues', {}],
  ['/queues?x', {}],
  ['/queues/orders/messages', {}],
  ['/topics/news', {}],
  ['/commonbuy/openservice', {}],
  ['/?accountmeta=true', {}],
])('%s with %j is a request for MNS', (target, headers) => {
  expect(identify(wire(target, headers)).api).toBe('mns')
})

test.each([
  ['/', {}],
  ['/queue/us-east-1/000000000000/orders', {}],
  ['/000000000000/orders', {}],
  ['/queuesque', {}],
  ['/', { authorization: 'AWS4-HMAC-SHA256 Credential=ak/20260101/us-east-1/sqs/aws4_request' }],
  ['/', { host: 'sqs.us-east-1.localhost.localstack.cloud:4566' }],
  ['/', { host: 'queue.mnsx.local' }],
  ['/', { host: 'twinmq.mns-test.svc.cluster.local' }],
  ['/', { host: 'twinmq.test.mns.svc.cluster.local' }],
])('%s with %j is not', (target, headers) => {
  expect(identify(wire(target, headers)).api).toBe('sqs')
})

test.each([
  ['bodyTooLarge', 413, 'RequestEntityTooLarge', 'close'],
  ['bodyTimeout', 408, 'RequestTimeout', 'close'],
  ['notReady', 503, 'InternalError', undefined],
  ['internal', 500, 'InternalError', undefined],
] as const)('%s is answered in the error form', (failure, status, code, connection) => {
  const response = adapter.failure(wire('/queues'), failure, { api: 'mns', protocol: 'xml' })
  expect(response.status).toBe(status)
  expect(response.body).toContain(`<Code>${code}</Code>`)
  expect(response.body).toContain('<RequestId>0123456789ABCDEF01234567</RequestId>')
  expect(response.headers.Connection).toBe(connection)
})
