// The shortest list of what a stand-in for LocalStack's SQS has to do, one group a clause. What takes a process of its own is
// in must-list-command.test.ts.
import { describe, expect, test } from 'vitest'
import { completeConfig } from '../../src/config/options.ts'
import { readOptions } from '../../src/config/read-options.ts'
import type { TestEmulator } from '../support/emulator.ts'
import { freePort } from '../support/free-port.ts'
import { ask, json, sqsCall } from '../support/http.ts'
import { call, given, listOf, query, receive, signedBy } from './asking.ts'

const account = '000000000000'
const queueNotThere = expect.stringContaining('QueueDoesNotExist')

describe('port 4566, GATEWAY_LISTEN and LOCALSTACK_HOST', () => {
  test('without a word it listens on port 4566 of this machine alone', () => {
    const read = readOptions([], {})
    const complete = completeConfig('given' in read ? read.given : {})
    expect(complete).toMatchObject({ config: { port: 4566, host: ['127.0.0.1', '::1'], listen: [] } })
  })

  test('GATEWAY_LISTEN names the address, and several may be named', async () => {
    const [one, other] = [await freePort(), await freePort()]
    const variables = { GATEWAY_LISTEN: `127.0.0.1:${one},127.0.0.1:${other}`, TWINMQ_MEMORY: '1' }
    const read = readOptions([], variables)
    const twinmq = await given({ ...variables, TWINMQ_PORT: '', TWINMQ_HOST: '' })
    expect('problem' in read).toBe(false)
    expect(twinmq.port).toBe(one)
    for (const port of [one, other]) expect((await ask(port, { path: '/_localstack/health' })).status).toBe(200)
  })

  test('LOCALSTACK_HOST is in the URLs, with its port, and is not listened on', async () => {
    const twinmq = await given({ LOCALSTACK_HOST: 'queues.internal:1234', SQS_ENDPOINT_STRATEGY: 'path' })
    expect(await twinmq.queue('orders')).toBe(`http://queues.internal:1234/queue/us-east-1/${account}/orders`)
  })

  test('USE_SSL gives the scheme of URLs that do not follow the request', async () => {
    const variables = { LOCALSTACK_HOST: 'queues.internal:1234', USE_SSL: '1' }
    const path = await given({ ...variables, SQS_ENDPOINT_STRATEGY: 'path' })
    expect(await path.queue('orders')).toBe(`https://queues.internal:1234/queue/us-east-1/${account}/orders`)
    const standard = await given({ ...variables, SQS_ENDPOINT_STRATEGY: 'standard' })
    expect(await standard.queue('orders')).toMatch(/^http:/)
  })
})

describe('URL strategies out', () => {
  const host = 'localhost.localstack.cloud:4566'
  const strategies: readonly (readonly [string, string, string])[] = [
    ['standard', 'us-east-1', `http://sqs.us-east-1.${host}/${account}/orders`],
    ['standard', 'eu-west-1', `http://sqs.eu-west-1.${host}/${account}/orders`],
    ['domain', 'us-east-1', `http://queue.${host}/${account}/orders`],
    ['domain', 'eu-west-1', `http://eu-west-1.queue.${host}/${account}/orders`],
    ['path', 'us-east-1', `http://${host}/queue/us-east-1/${account}/orders`],
    ['path', 'eu-west-1', `http://${host}/queue/eu-west-1/${account}/orders`],
    ['off', 'eu-west-1', `http://${host}/${account}/orders`],
    ['some other word', 'eu-west-1', `http://${host}/${account}/orders`],
  ]

  test.each(strategies)('%s, a queue of %s: %s', async (strategy, region, url) => {
    const twinmq = await given({ SQS_ENDPOINT_STRATEGY: strategy, LOCALSTACK_HOST: host })
    const headers = signedBy('test', region)
    const RedrivePolicy = JSON.stringify({
      deadLetterTargetArn: `arn:aws:sqs:${region}:${account}:dead`,
      maxReceiveCount: 1,
    })
    await call(twinmq, 'CreateQueue', { QueueName: 'dead' }, headers)
    const created = await call(twinmq, 'CreateQueue', { QueueName: 'orders', Attributes: { RedrivePolicy } }, headers)
    expect(created.document.QueueUrl).toBe(url)
    expect((await call(twinmq, 'GetQueueUrl', { QueueName: 'orders' }, headers)).document.QueueUrl).toBe(url)
    const listed = await call(twinmq, 'ListQueues', { QueueNamePrefix: 'orders' }, headers)
    expect(listed.document.QueueUrls).toEqual([url])
    const sources = await call(twinmq, 'ListDeadLetterSourceQueues', { QueueUrl: 'dead' }, headers)
    expect(sources.document.queueUrls).toEqual([url])
  })

  const hosts: readonly (readonly [string, string])[] = [
    ['localhost:4566', `http://localhost:4566/queue/eu-west-1/${account}/orders`],
    ['127.0.0.1:32789', `http://127.0.0.1:32789/queue/eu-west-1/${account}/orders`],
    ['host.docker.internal:4566', `http://host.docker.internal:4566/queue/eu-west-1/${account}/orders`],
    [`sqs.us-east-1.${host}`, `http://sqs.eu-west-1.${host}/${account}/orders`],
    [`queue.${host}`, `http://eu-west-1.queue.${host}/${account}/orders`],
    [`us-east-2.queue.${host}`, `http://eu-west-1.queue.${host}/${account}/orders`],
  ]

  test.each(hosts)('dynamic, for a caller who used %s: %s', async (Host, url) => {
    const twinmq = await given({ SQS_ENDPOINT_STRATEGY: 'dynamic' })
    const headers = { ...signedBy('test', 'eu-west-1'), Host }
    expect((await call(twinmq, 'CreateQueue', { QueueName: 'orders' }, headers)).document.QueueUrl).toBe(url)
  })

  test('caller, which is the default, has account and name under the host that was used', async () => {
    for (const variables of [{}, { SQS_ENDPOINT_STRATEGY: 'caller' }]) {
      const twinmq = await given(variables)
      const headers = { ...signedBy('test', 'eu-west-1'), Host: 'mq.internal:32789' }
      const { document } = await call(twinmq, 'CreateQueue', { QueueName: 'orders' }, headers)
      expect(document.QueueUrl).toBe(`http://mq.internal:32789/${account}/orders`)
    }
  })
})

describe('every URL form in', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['any host, account and name', `http://nowhere.example:1/${account}/orders`],
    ['no port', `http://127.0.0.1/${account}/orders`],
    ['a made-up host', `http://aws-local:12345/${account}/orders`],
    ['a slash at its end', `http://localhost:4566/${account}/orders/`],
    ['queue, region, account and name', `http://any.host/queue/eu-west-1/${account}/orders`],
    ['the host of LocalStack', `http://sqs.eu-west-1.localhost.localstack.cloud:4566/${account}/orders`],
    ['the host of AWS', `https://sqs.eu-west-1.amazonaws.com/${account}/orders`],
    ['the older host of AWS', `https://eu-west-1.queue.amazonaws.com/${account}/orders`],
    ['the bare name', 'orders'],
  ]

  test.each(forms)('%s: %s', async (_form, QueueUrl) => {
    const twinmq = await given()
    const headers = signedBy('test', 'eu-west-1')
    await call(twinmq, 'CreateQueue', { QueueName: 'orders' }, headers)
    const { status } = await call(twinmq, 'SendMessage', { QueueUrl, MessageBody: 'a' }, headers)
    expect(status).toBe(200)
    expect((await call(twinmq, 'DeleteQueue', { QueueUrl }, headers)).status).toBe(200)
    expect((await call(twinmq, 'ListQueues', {}, headers)).document.QueueUrls).toBeUndefined()
  })

  test('account and region of the URL win over those of the caller', async () => {
    const twinmq = await given()
    await call(twinmq, 'CreateQueue', { QueueName: 'orders' }, signedBy('111111111111', 'eu-west-1'))
    const QueueUrl = 'http://localhost:4566/queue/eu-west-1/111111111111/orders'
    const { status } = await call(twinmq, 'SendMessage', { QueueUrl, MessageBody: 'a' }, signedBy('222222222222'))
    expect(status).toBe(200)
  })

  test('a host that begins with queue means us-east-1', async () => {
    const twinmq = await given()
    await call(twinmq, 'CreateQueue', { QueueName: 'orders' })
    const QueueUrl = `https://queue.amazonaws.com/${account}/orders`
    expect((await call(twinmq, 'PurgeQueue', { QueueUrl }, signedBy('test', 'eu-west-1'))).status).toBe(200)
  })
})

describe('account from the key, region from the scope, isolation, nothing verified', () => {
  const keys: readonly (readonly [string, string])[] = [
    ['123456789012', '123456789012'],
    ['LSIAQAAAAAAVNCBMPNSG', '000000000042'],
    ['LKIAQAAAAAAVNCBMPNSG', '000000000042'],
    ['AKIARZPUZDIKGB2VALC4', account],
    ['test', account],
    ['accesskey', account],
  ]

  test.each(keys)('the key %s stands for account %s', async (key, owner) => {
    const twinmq = await given()
    const { document } = await call(twinmq, 'CreateQueue', { QueueName: 'orders' }, signedBy(key))
    expect(document.QueueUrl).toMatch(new RegExp(`/${owner}/orders$`))
  })

  test('with PARITY_AWS_ACCESS_KEY_ID=1 a key of AWS stands for its account', async () => {
    const twinmq = await given({ PARITY_AWS_ACCESS_KEY_ID: '1' })
    const { document } = await call(twinmq, 'CreateQueue', { QueueName: 'a' }, signedBy('AKIARZPUZDIKGB2VALC4'))
    expect(document.QueueUrl).toContain('/123456789012/a')
  })

  test('a queue is seen in its own account and region alone', async () => {
    const twinmq = await given()
    await call(twinmq, 'CreateQueue', { QueueName: 'orders' }, signedBy('111111111111', 'eu-west-1'))
    for (const headers of [signedBy('111111111111', 'us-east-1'), signedBy('222222222222', 'eu-west-1'), {}]) {
      expect((await call(twinmq, 'ListQueues', {}, headers)).document.QueueUrls).toBeUndefined()
      const found = await call(twinmq, 'GetQueueUrl', { QueueName: 'orders' }, headers)
      expect(found.document.__type).toEqual(queueNotThere)
    }
  })

  test('unsigned, wrongly signed and presigned calls all succeed', async () => {
    const twinmq = await given()
    const headers = { ...signedBy('AKIAIOSFODNN7EXAMPLE'), 'X-Amz-Date': '19990101T000000Z' }
    for (const given of [{}, headers, { Authorization: 'AWS test:nonsense' }, { Authorization: 'what is this' }])
      expect((await call(twinmq, 'ListQueues', {}, given)).status).toBe(200)
    const presigned =
      '/?Action=ListQueues&Version=2012-11-05&X-Amz-Credential=test%2F20260101%2Feu-west-1%2Fsqs%2Faws4_request'
    expect((await twinmq.ask({ path: `${presigned}&X-Amz-Signature=0` })).status).toBe(200)
  })
})

describe('JSON, Query and GET on queue URLs', () => {
  const queueUrls = (twinmq: TestEmulator) => [
    `/${account}/orders`,
    `/queue/us-east-1/${account}/orders`,
    `http://sqs.us-east-1.localhost.localstack.cloud:${twinmq.port}/${account}/orders`,
    `http://queue.localhost.localstack.cloud:${twinmq.port}/${account}/orders`,
  ]

  test('JSON at the root and at a queue URL', async () => {
    const twinmq = await given()
    await twinmq.queue('orders')
    const asked = sqsCall('SendMessage', { QueueUrl: 'orders', MessageBody: 'a' })
    for (const path of ['/', `/${account}/orders`]) expect((await twinmq.ask({ ...asked, path })).status).toBe(200)
  })

  test('a form at the root and at a queue URL', async () => {
    const twinmq = await given()
    const QueueUrl = await twinmq.queue('orders')
    const fields = { Action: 'SendMessage', MessageBody: 'say "a"', Version: '2012-11-05' }
    expect((await query(twinmq, { ...fields, QueueUrl })).body).toContain('<SendMessageResponse')
    expect((await query(twinmq, fields, { path: `/${account}/orders` })).body).toContain('<SendMessageResponse')
    const received = await query(twinmq, { Action: 'ReceiveMessage', QueueUrl })
    expect(received.body).toContain('<Body>say &quot;a&quot;</Body>')
  })

  test('GET with an action on every form of queue URL, unsigned', async () => {
    const twinmq = await given()
    await twinmq.queue('orders')
    for (const path of queueUrls(twinmq)) {
      const { status, body } = await twinmq.ask({ path: `${path}?Action=GetQueueAttributes&AttributeName.1=QueueArn` })
      expect([path, status]).toEqual([path, 200])
      expect(body).toContain(`<Value>arn:aws:sqs:us-east-1:${account}:orders</Value>`)
    }
  })

  test('GET without an action is a 404 with an UnknownOperationException', async () => {
    const twinmq = await given()
    await twinmq.queue('orders')
    const answer = await twinmq.ask({ path: `/${account}/orders`, headers: { Accept: 'application/json' } })
    expect(answer).toMatchObject({ status: 404, body: '<UnknownOperationException/>' })
  })

  test.each(['CreateQueue', 'ListQueues', 'NoSuchAction'])('%s on a queue URL is an InvalidAction', async (action) => {
    const twinmq = await given()
    await twinmq.queue('orders')
    const { status, body } = await twinmq.ask({ path: `/${account}/orders?Action=${action}&QueueName=a` })
    expect(status).toBe(400)
    expect(body).toContain('<Code>InvalidAction</Code>')
  })

  test('a parameter left out there is a MissingParameter, and QueueUrl overrides the URL', async () => {
    const twinmq = await given()
    const other = await twinmq.queue('other')
    await twinmq.queue('orders')
    const missing = await twinmq.ask({ path: `/${account}/orders?Action=SendMessage` })
    expect([missing.status, missing.body]).toEqual([400, expect.stringContaining('<Code>MissingParameter</Code>')])
    const overridden = `Action=SendMessage&MessageBody=a&QueueUrl=${encodeURIComponent(other)}`
    await twinmq.ask({ path: `/${account}/orders?${overridden}` })
    expect(await receive(twinmq, other)).toEqual(['a'])
  })

  test('JSON errors bear the code of old in a header', async () => {
    const twinmq = await given()
    const asked = sqsCall('GetQueueUrl', { QueueName: 'nobody' })
    const { headers } = await twinmq.ask(asked)
    expect(headers['x-amzn-query-error']).toBe('AWS.SimpleQueueService.NonExistentQueue;Sender')
  })
})

describe('STS GetCallerIdentity', () => {
  test.each([
    ['test', account],
    ['111111111111', '111111111111'],
  ])('a caller with the key %s is the root of account %s', async (key, owner) => {
    const twinmq = await given()
    const fields = { Action: 'GetCallerIdentity', Version: '2011-06-15' }
    const { status, body } = await query(twinmq, fields, { headers: signedBy(key, 'us-east-1', 'sts') })
    expect(status).toBe(200)
    expect(body).toContain(`<Arn>arn:aws:iam::${owner}:root</Arn>`)
    expect(body).toContain(`<Account>${owner}</Account>`)
  })
})

describe('unknown variables ignored', () => {
  const others = {
    LOCALSTACK_AUTH_TOKEN: 'ls-1',
    LOCALSTACK_API_KEY: 'x',
    ACTIVATE_PRO: '1',
    LAMBDA_EXECUTOR: 'docker',
    DOCKER_HOST: 'unix:///var/run/docker.sock',
    GATEWAY_SERVER: 'twisted',
    DNS_ADDRESS: '0',
    DISABLE_EVENTS: '1',
    DATA_DIR: '/tmp/data',
    DEFAULT_REGION: 'eu-west-1',
    SQS_PORT_EXTERNAL: '4576',
    SYNCHRONOUS_SQS_EVENTS: '1',
    SNAPSHOT_SAVE_STRATEGY: 'SCHEDULED',
    SERVICES: 'sqs:4576,sns,lambda',
    DEBUG: 'perhaps',
    SOME_NEW_VARIABLE: 'x',
  }

  test('those of LocalStack that mean nothing here, old ones, and others do not stop a start', async () => {
    const twinmq = await given(others)
    expect(await twinmq.queue('orders')).toBe(`http://127.0.0.1:${twinmq.port}/${account}/orders`)
    expect(json(await twinmq.ask({ path: '/_localstack/health' }))).toMatchObject({ services: { sqs: 'running' } })
    expect(listOf((await call(twinmq, 'ListQueues', {})).document.QueueUrls)).toHaveLength(1)
  })
})
