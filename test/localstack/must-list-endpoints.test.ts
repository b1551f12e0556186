// The shortest list of what a stand-in for LocalStack's SQS has to do, second part: its flags, and the endpoints that are not of AWS.
import { describe, expect, test } from 'vitest'
import type { TestEmulator } from '../support/emulator.ts'
import { json, sqsCall } from '../support/http.ts'
import { call, given, listOf, query, receive, signedBy } from './asking.ts'

const account = '000000000000'
const minute = 60_000

async function send(to: TestEmulator, QueueUrl: string, ...bodies: readonly string[]): Promise<void> {
  for (const MessageBody of bodies) await to.sqs('SendMessage', { QueueUrl, MessageBody })
}

describe('the five SQS flags', () => {
  test('SQS_DELAY_PURGE_RETRY: off a purge may follow a purge, on it waits for 60 seconds', async () => {
    const off = await given()
    const QueueUrl = await off.queue('orders')
    for (const _turn of [1, 2]) expect((await call(off, 'PurgeQueue', { QueueUrl })).status).toBe(200)
    const on = await given({ SQS_DELAY_PURGE_RETRY: '1' })
    await on.queue('orders')
    expect((await call(on, 'PurgeQueue', { QueueUrl: 'orders' })).status).toBe(200)
    const refused = await call(on, 'PurgeQueue', { QueueUrl: 'orders' })
    expect(refused).toMatchObject({
      status: 403,
      document: { __type: expect.stringContaining('PurgeQueueInProgress') },
    })
    await on.emulator.clock.advance(minute)
    expect((await call(on, 'PurgeQueue', { QueueUrl: 'orders' })).status).toBe(200)
  })

  test('SQS_DELAY_RECENTLY_DELETED: off a name is free at once, on after 60 seconds', async () => {
    const off = await given()
    await off.queue('orders')
    await off.sqs('DeleteQueue', { QueueUrl: 'orders' })
    expect((await call(off, 'CreateQueue', { QueueName: 'orders' })).status).toBe(200)
    const on = await given({ SQS_DELAY_RECENTLY_DELETED: 'true' })
    await on.queue('orders')
    await on.sqs('DeleteQueue', { QueueUrl: 'orders' })
    const refused = await call(on, 'CreateQueue', { QueueName: 'orders' })
    expect(refused.document.__type).toContain('QueueDeletedRecently')
    await on.emulator.clock.advance(minute)
    expect((await call(on, 'CreateQueue', { QueueName: 'orders' })).status).toBe(200)
    expect((await call(on, 'PurgeQueue', { QueueUrl: 'orders' })).status).toBe(200)
    expect((await call(on, 'PurgeQueue', { QueueUrl: 'orders' })).status, 'the other flag is off').toBe(200)
  })

  test.each([
    ['unset', {}, '60', []],
    ['0', { SQS_ENABLE_MESSAGE_RETENTION_PERIOD: '0' }, '60', ['a']],
    ['1', { SQS_ENABLE_MESSAGE_RETENTION_PERIOD: '1' }, '2', []],
  ])('SQS_ENABLE_MESSAGE_RETENTION_PERIOD %s', async (_value, variables, MessageRetentionPeriod, left) => {
    const twinmq = await given(variables)
    const url = await twinmq.queue('orders', { MessageRetentionPeriod })
    await send(twinmq, url, 'a')
    await twinmq.emulator.clock.advance(Number(MessageRetentionPeriod) * 1_000 - 1)
    expect(await receive(twinmq, url, { VisibilityTimeout: 0 })).toEqual(['a'])
    await twinmq.emulator.clock.advance(1)
    expect(await receive(twinmq, url)).toEqual(left)
  })

  test('a retention of less than 60 seconds is taken only when the flag says 1', async () => {
    const input = { QueueName: 'orders', Attributes: { MessageRetentionPeriod: '2' } }
    for (const variables of [{}, { SQS_ENABLE_MESSAGE_RETENTION_PERIOD: '0' }])
      expect((await call(await given(variables), 'CreateQueue', input)).status).toBe(400)
  })

  test('SQS_DISABLE_MAX_NUMBER_OF_MESSAGE_LIMIT lets one receive take more than ten', async () => {
    const more = { MaxNumberOfMessages: 12 }
    const bodies = Array.from({ length: 12 }, (_, at) => `m${at}`)
    const off = await given()
    const refused = await call(off, 'ReceiveMessage', { QueueUrl: await off.queue('orders'), ...more })
    expect(refused.status).toBe(400)
    const on = await given({ SQS_DISABLE_MAX_NUMBER_OF_MESSAGE_LIMIT: '1' })
    const url = await on.queue('orders')
    await send(on, url, ...bodies)
    expect(await receive(on, url, more)).toEqual(bodies)
  })

  test('SQS_DISABLE_CLOUDWATCH_METRICS and its interval are taken', async () => {
    const variables = { SQS_DISABLE_CLOUDWATCH_METRICS: '1', SQS_CLOUDWATCH_METRICS_REPORT_INTERVAL: '5' }
    const twinmq = await given(variables)
    expect((await call(twinmq, 'ListQueues', {})).status).toBe(200)
    expect(twinmq.log.warnings).toEqual([])
  })
})

/** A queue with one message in flight, one delayed and one ready. */
async function threeMessages(): Promise<{ twinmq: TestEmulator; url: string }> {
  const twinmq = await given()
  const url = await twinmq.queue('orders')
  await send(twinmq, url, 'taken')
  await receive(twinmq, url)
  await send(twinmq, url, 'ready')
  await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody: 'delayed', DelaySeconds: 60 })
  return { twinmq, url }
}

const asJson = { 'Content-Type': 'application/x-amz-json-1.0' }
const endpoint = '/_aws/sqs/messages'

describe('/_aws/sqs/messages in all forms', () => {
  const forms: readonly (readonly [string, (url: string) => object])[] = [
    ['GET with QueueUrl', (url) => ({ path: `${endpoint}?QueueUrl=${encodeURIComponent(url)}` })],
    ['GET with a bare name', () => ({ path: `${endpoint}?QueueUrl=orders` })],
    ['GET with a path', () => ({ path: `${endpoint}/us-east-1/${account}/orders` })],
    ['POST of a form', (url) => ({ method: 'POST', path: endpoint, body: `QueueUrl=${encodeURIComponent(url)}` })],
  ]

  test.each(forms)('%s shows what is visible, and changes nothing', async (_form, asked) => {
    const { twinmq, url } = await threeMessages()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    for (const _turn of [1, 2]) {
      const { status, body, headers: answered } = await twinmq.ask({ headers, ...asked(url) })
      expect(status).toBe(200)
      expect(answered['content-type']).toMatch(/^text\/xml/)
      expect([...body.matchAll(/<Body>(.*?)<\/Body>/g)].map(({ 1: text }) => text)).toEqual(['ready'])
      expect(body).toContain('<Name>ApproximateReceiveCount</Name><Value>0</Value>')
      expect(body).toContain('<Name>ApproximateFirstReceiveTimestamp</Name><Value>0</Value>')
      expect(body).toContain('<ReceiptHandle>SQS/BACKDOOR/ACCESS</ReceiptHandle>')
    }
    expect(await receive(twinmq, url)).toEqual(['ready'])
  })

  test('an SDK that has it as its endpoint receives all, and may do nothing else', async () => {
    const { twinmq, url } = await threeMessages()
    const receiving = await twinmq.ask({ ...sqsCall('ReceiveMessage', { QueueUrl: url }), path: endpoint })
    expect(json(receiving)).toMatchObject({ Messages: [{ Body: 'ready', ReceiptHandle: 'SQS/BACKDOOR/ACCESS' }] })
    const form = await query(twinmq, { Action: 'ReceiveMessage', QueueUrl: url }, { path: endpoint })
    expect(form.body).toContain('<Body>ready</Body>')
    const other = await twinmq.ask({ ...sqsCall('PurgeQueue', { QueueUrl: url }), path: endpoint })
    expect([other.status, other.body]).toEqual([400, expect.stringContaining('InvalidRequest')])
  })

  test('ShowInvisible and ShowDelayed show the others, and say which they are', async () => {
    const { twinmq } = await threeMessages()
    const path = `${endpoint}?QueueUrl=orders&ShowInvisible=True&ShowDelayed=1`
    const answer = await twinmq.ask({ path, headers: { Accept: 'application/json' } })
    const result = Object(json(answer)).ReceiveMessageResponse.ReceiveMessageResult
    expect(listOf(result.Message).map(({ Body }) => Body)).toEqual(['taken', 'ready', 'delayed'])
    const stands = listOf(result.Message).map(({ Attribute }) =>
      ['IsVisible', 'IsDelayed'].map((name) => listOf(Attribute).find(({ Name }) => Name === name)?.Value),
    )
    expect(stands[0]).toEqual(['false', 'false'])
    expect(stands[1]).toEqual(['true', 'false'])
    expect(stands[2]?.[1]).toBe('true')
  })

  test('as JSON one message is an object, several are a list, none is left out', async () => {
    const twinmq = await given()
    const url = await twinmq.queue('orders')
    const look = async () => {
      const answer = await twinmq.ask({ path: `${endpoint}?QueueUrl=orders`, headers: { Accept: 'application/json' } })
      return Object(json(answer)).ReceiveMessageResponse.ReceiveMessageResult?.Message
    }
    expect(await look()).toBeUndefined()
    await send(twinmq, url, 'a')
    expect(await look()).toMatchObject({ Body: 'a' })
    await send(twinmq, url, 'b')
    expect(await look()).toMatchObject([{ Body: 'a' }, { Body: 'b' }])
  })

  test('more than ten are shown', async () => {
    const twinmq = await given()
    const url = await twinmq.queue('orders')
    await send(twinmq, url, ...Array.from({ length: 12 }, (_, at) => `m${at}`))
    const { body } = await twinmq.ask({ path: `${endpoint}?QueueUrl=orders`, headers: asJson })
    expect(Object(JSON.parse(body)).Messages).toHaveLength(12)
  })

  test.each([
    ['', 400, 'AWS.SimpleQueueService.NonExistentQueue'],
    ['?QueueUrl=', 400, 'AWS.SimpleQueueService.NonExistentQueue'],
    ['?QueueUrl=nobody', 400, 'AWS.SimpleQueueService.NonExistentQueue'],
    ['/nonsense', 404, 'InvalidAddress'],
  ])('what is not there: "%s" is %i %s', async (rest, status, code) => {
    const twinmq = await given()
    const answer = await twinmq.ask({ path: `${endpoint}${rest}`, headers: { Accept: 'application/json' } })
    expect(answer.status).toBe(status)
    expect(json(answer)).toMatchObject({ ErrorResponse: { Error: { Code: code } } })
  })
})

describe('health and init status with exact text', () => {
  test('services are available until the first call, then running', async () => {
    const twinmq = await given()
    const health = async () => (await twinmq.ask({ path: '/_localstack/health' })).body
    expect(await health()).toContain('"sqs": "available"')
    await call(twinmq, 'ListQueues', {}, signedBy('test'))
    expect(await health()).toContain('"sqs": "running"')
    expect(await health()).toMatch(/^\{"services": \{.*\}, "edition": "community", "version": "\d+\.\d+\.\d+"\}$/)
  })

  test('with EAGER_SERVICE_LOADING they run from the start', async () => {
    const twinmq = await given({ SERVICES: 'sqs', EAGER_SERVICE_LOADING: '1' })
    expect((await twinmq.ask({ path: '/_localstack/health' })).body).toContain('"sqs": "running"')
  })

  test('HEAD is 200 too', async () => {
    const twinmq = await given()
    expect((await twinmq.ask({ method: 'HEAD', path: '/_localstack/health' })).status).toBe(200)
  })

  test('each stage of the start is told, in any case of its letters, and others are not there', async () => {
    const twinmq = await given()
    for (const stage of ['ready', 'READY', 'boot', 'Start']) {
      const { body } = await twinmq.ask({ path: `/_localstack/init/${stage}` })
      expect(body).toContain('"completed": true')
    }
    expect((await twinmq.ask({ path: '/_localstack/init/shutdown' })).body).toContain('"completed": false')
    expect((await twinmq.ask({ path: '/_localstack/init/lunch' })).status).toBe(404)
    const all = await twinmq.ask({ path: '/_localstack/init' })
    const completed = { BOOT: true, START: true, READY: true, SHUTDOWN: false }
    expect(json(all)).toEqual({ completed, scripts: [] })
  })
})
