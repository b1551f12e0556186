import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { GivenConfig } from '../../src/config/options.ts'
import { readOptions } from '../../src/config/read-options.ts'
import { selfMade } from '../../src/server/tls/identity.ts'
import { TestEmulator } from '../support/emulator.ts'
import { json, sqsCall } from '../support/http.ts'

/** Options that variables come to. */
function given(variables: Readonly<Record<string, string>>): GivenConfig {
  const read = readOptions([], variables)
  if ('problem' in read) throw new Error(read.problem)
  return read.given
}

/** The URL that CreateQueue answers. */
async function createdUrl(to: TestEmulator, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const asked = sqsCall('CreateQueue', { QueueName: 'orders' })
  return Object(json(await to.ask({ ...asked, headers: { ...asked.headers, ...headers } }))).QueueUrl
}

/** The same over TLS. */
function createdSecurely(port: number, ca?: string): Promise<unknown> {
  const { headers, body } = sqsCall('CreateQueue', { QueueName: 'orders' })
  const trust = ca === undefined ? { rejectUnauthorized: false } : { ca, servername: 'localhost' }
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      method: 'POST',
      agent: false,
      headers: { ...headers },
      ...trust,
    } as const
    const outgoing = request(options, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      incoming.on('end', () => resolve(Object(JSON.parse(text)).QueueUrl))
    })
    outgoing.on('error', reject).end(body)
  })
}

describe('queue URLs', () => {
  test('follow the Host and the scheme of the request, unless told otherwise', async () => {
    const twinmq = await TestEmulator.start()
    const { port } = twinmq
    const path = '/000000000000/orders'
    expect(await createdUrl(twinmq)).toBe(`http://127.0.0.1:${port}${path}`)
    expect(await createdUrl(twinmq, { Host: 'mq.internal:80' })).toBe(`http://mq.internal:80${path}`)
    expect(await createdSecurely(port)).toBe(`https://127.0.0.1:${port}${path}`)
  })

  test('have the form of SQS_ENDPOINT_STRATEGY, the host of LOCALSTACK_HOST and the port that is listened on', async () => {
    const standard = await TestEmulator.start(given({ SQS_ENDPOINT_STRATEGY: 'standard' }))
    const host = 'sqs.us-east-1.localhost.localstack.cloud'
    expect(await createdUrl(standard)).toBe(`http://${host}:${standard.port}/000000000000/orders`)
    expect(await createdSecurely(standard.port)).toBe(`https://${host}:${standard.port}/000000000000/orders`)
    const named = given({ SQS_ENDPOINT_STRATEGY: 'path', LOCALSTACK_HOST: 'queue:4567', USE_SSL: '1' })
    expect(await createdUrl(await TestEmulator.start(named))).toBe(
      'https://queue:4567/queue/us-east-1/000000000000/orders',
    )
  })

  test('are one form in every answer', async () => {
    const twinmq = await TestEmulator.start(given({ SQS_ENDPOINT_STRATEGY: 'domain', LOCALSTACK_HOST: 'mq:1' }))
    const QueueUrl = 'http://queue.mq:1/000000000000/orders'
    const dlq = await twinmq.queue('dlq')
    await twinmq.queue('orders', {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dlq',
        maxReceiveCount: 1,
      }),
    })
    expect(dlq).toBe('http://queue.mq:1/000000000000/dlq')
    expect(await twinmq.sqs('GetQueueUrl', { QueueName: 'orders' })).toEqual({ QueueUrl })
    expect(await twinmq.sqs('ListQueues', { QueueNamePrefix: 'o' })).toEqual({ QueueUrls: [QueueUrl] })
    expect(await twinmq.sqs('ListDeadLetterSourceQueues', { QueueUrl: dlq })).toEqual({ queueUrls: [QueueUrl] })
  })

  test('have the public URL before all else', async () => {
    const publicUrl = 'https://mq.example'
    const twinmq = await TestEmulator.start({ ...given({ SQS_ENDPOINT_STRATEGY: 'standard' }), publicUrl })
    expect(await createdUrl(twinmq)).toBe(`${publicUrl}/000000000000/orders`)
  })

  test('have LOCALSTACK_HOST, and so no host of another machine, for a request without Host', async () => {
    const twinmq = await TestEmulator.start(given({ LOCALSTACK_HOST: 'mq' }))
    const connection = await twinmq.connect()
    connection.write('GET /?Action=CreateQueue&QueueName=orders HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(await connection.untilClosed()).toContain(
      `<QueueUrl>http://mq:${twinmq.port}/000000000000/orders</QueueUrl>`,
    )
  })
})

test("a certificate of one's own is shown to those who ask over TLS", async () => {
  const { key, cert } = selfMade(['localhost'], Date.now)()
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'server.pem'), key + cert)
  const { port } = await TestEmulator.start(given({ CUSTOM_SSL_CERT_PATH: join(folder, 'server.pem') }))
  expect(await createdSecurely(port, cert)).toBe(`https://127.0.0.1:${port}/000000000000/orders`)
})

describe('waits and retention of queues', () => {
  const again = async (twinmq: TestEmulator, action: string, input: object) =>
    (await twinmq.ask(sqsCall(action, input))).status

  test('SQS_DELAY_PURGE_RETRY and SQS_DELAY_RECENTLY_DELETED are one wait each', async () => {
    for (const name of ['SQS_DELAY_PURGE_RETRY', 'SQS_DELAY_RECENTLY_DELETED']) {
      const twinmq = await TestEmulator.start(given({ [name]: '1' }))
      const QueueUrl = await twinmq.queue('orders')
      await twinmq.sqs('PurgeQueue', { QueueUrl })
      expect(await again(twinmq, 'PurgeQueue', { QueueUrl })).toBe(name === 'SQS_DELAY_PURGE_RETRY' ? 403 : 200)
      await twinmq.sqs('DeleteQueue', { QueueUrl })
      expect(await again(twinmq, 'CreateQueue', { QueueName: 'orders' })).toBe(
        name === 'SQS_DELAY_RECENTLY_DELETED' ? 400 : 200,
      )
    }
  })

  test('SQS_ENABLE_MESSAGE_RETENTION_PERIOD=0 keeps messages for ever, =1 for a second and more', async () => {
    const attributes = { MessageRetentionPeriod: '60' }
    const off = await TestEmulator.start(given({ SQS_ENABLE_MESSAGE_RETENTION_PERIOD: '0' }))
    const QueueUrl = await off.queue('orders', attributes)
    await off.sqs('SendMessage', { QueueUrl, MessageBody: 'a' })
    await off.emulator.clock.advance(60_000)
    expect(await off.sqs('ReceiveMessage', { QueueUrl })).toMatchObject({ Messages: [{ Body: 'a' }] })
    expect(await off.show('/messages?queue=orders')).not.toHaveProperty('messages.0.expiresAt')

    const short = await TestEmulator.start(given({ SQS_ENABLE_MESSAGE_RETENTION_PERIOD: '1' }))
    const brief = await short.queue('orders', { MessageRetentionPeriod: '2' })
    await short.sqs('SendMessage', { QueueUrl: brief, MessageBody: 'a' })
    await short.emulator.clock.advance(2_000)
    expect(await short.sqs('ReceiveMessage', { QueueUrl: brief })).toEqual({})
    const seconds = (text: string) => ({ QueueUrl: brief, Attributes: { MessageRetentionPeriod: text } })
    expect(await again(short, 'SetQueueAttributes', seconds('1'))).toBe(200)
    expect(await again(short, 'SetQueueAttributes', seconds('0'))).toBe(400)
    const usual = await TestEmulator.start()
    expect(
      await again(usual, 'CreateQueue', { QueueName: 'orders', Attributes: { MessageRetentionPeriod: '59' } }),
    ).toBe(400)
  })
})
