import { afterEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import { type Fields, jsonProtocol, queryProtocol } from './sqs-protocols.ts'

let app: TestApp
afterEach(() => app.close())

type Asker = { readonly host?: string; readonly key?: string; readonly region?: string }

/** Asks in JSON, at a host and on behalf of an account. */
async function ask(action: string, input: Fields, asker: Asker = {}): Promise<Fields> {
  const { host = '127.0.0.1:4566', key = 'test', region = 'us-east-1' } = asker
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/sqs/aws4_request, Signature=0`
  const said = jsonProtocol.read(await app.request(jsonProtocol.request(action, input, { host, authorization })))
  if ('error' in said) throw new Error(said.error.message)
  return said.output
}

async function start(options: TestAppOptions = {}): Promise<void> {
  app = await startTestApp(options)
}

describe('the URL of a queue', () => {
  test('is one under the host that was asked, and leads to the queue from any other', async () => {
    await start()
    for (const host of ['sqs.internal:9999', 'localhost:4566', 'host.docker.internal:4566', '127.0.0.1:32789']) {
      const { QueueUrl } = await ask('CreateQueue', { QueueName: 'orders' }, { host })
      expect(QueueUrl).toBe(`http://${host}/000000000000/orders`)
      expect(await ask('GetQueueUrl', { QueueName: 'orders' }, { host })).toEqual({ QueueUrl })
      expect(await ask('ListQueues', {}, { host })).toEqual({ QueueUrls: [QueueUrl] })
      await ask('SendMessage', { QueueUrl: QueueUrl!, MessageBody: 'a' })
    }
    const { Attributes } = await ask('GetQueueAttributes', { QueueUrl: 'orders', AttributeNames: ['All'] })
    expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '4' })
  })

  test('names the region of the queue where the host names one', async () => {
    await start()
    const asker = { host: 'sqs.us-east-1.localhost.localstack.cloud:4566', region: 'eu-west-1', key: '111111111111' }
    const { QueueUrl } = await ask('CreateQueue', { QueueName: 'orders' }, asker)
    expect(QueueUrl).toBe('http://sqs.eu-west-1.localhost.localstack.cloud:4566/111111111111/orders')
    await ask('SendMessage', { QueueUrl: QueueUrl!, MessageBody: 'a' })
  })

  test('is under the public URL, if there is one, whatever the host', async () => {
    await start({ publicUrl: 'https://q.ci' })
    const { QueueUrl } = await ask('CreateQueue', { QueueName: 'orders' }, { host: 'sqs.us-east-1.example.com' })
    expect(QueueUrl).toBe('https://q.ci/000000000000/orders')
    await ask('SendMessage', { QueueUrl: QueueUrl!, MessageBody: 'a' }, { host: 'elsewhere' })
  })
})

describe('in the shared namespace', () => {
  test('a queue is one for all accounts and regions, and each is shown its own', async () => {
    await start({ namespace: 'shared' })
    const maker = { key: '111111111111', region: 'eu-west-1' }
    const user = { key: '222222222222', region: 'ap-south-1' }
    const mine = 'http://127.0.0.1:4566/111111111111/orders'
    const yours = 'http://127.0.0.1:4566/222222222222/orders'

    expect(await ask('CreateQueue', { QueueName: 'orders' }, maker)).toEqual({ QueueUrl: mine })
    expect(await ask('CreateQueue', { QueueName: 'orders' }, user)).toEqual({ QueueUrl: yours })
    expect(await ask('GetQueueUrl', { QueueName: 'orders', QueueOwnerAWSAccountId: '111111111111' }, user)).toEqual({
      QueueUrl: yours,
    })
    expect(await ask('ListQueues', {}, user)).toEqual({ QueueUrls: [yours] })
    const attributes = await ask('GetQueueAttributes', { QueueUrl: mine, AttributeNames: ['QueueArn'] }, user)
    expect(attributes).toEqual({ Attributes: { QueueArn: 'arn:aws:sqs:ap-south-1:222222222222:orders' } })

    await ask('SendMessage', { QueueUrl: mine, MessageBody: 'a' }, maker)
    const { Messages } = await ask('ReceiveMessage', { QueueUrl: yours, AttributeNames: ['SenderId'] }, user)
    expect(Messages).toMatchObject([{ Body: 'a', Attributes: { SenderId: '111111111111' } }])
  })
})

describe('policies of the shared namespace', () => {
  const maker = { key: '111111111111', region: 'eu-west-1' }
  const user = { key: '222222222222', region: 'ap-south-1' }
  const makersArn = 'arn:aws:sqs:eu-west-1:111111111111:'
  const usersArn = 'arn:aws:sqs:ap-south-1:222222222222:'
  const redriveTo = (deadLetterTargetArn: string) => JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 })
  const allowed = (arn: string) => JSON.stringify({ redrivePermission: 'byQueue', sourceQueueArns: [arn] })

  test('name queues by name alone, and show the asker his own account and region', async () => {
    await start({ namespace: 'shared' })
    const dead = { RedriveAllowPolicy: allowed(`${makersArn}orders`) }
    await ask('CreateQueue', { QueueName: 'dead', Attributes: dead }, maker)
    const redrive = { RedrivePolicy: redriveTo('arn:aws:sqs:us-east-1:000000000000:dead') }
    await ask('CreateQueue', { QueueName: 'orders', Attributes: redrive }, user)

    const redriveOf = { QueueUrl: 'orders', AttributeNames: ['RedrivePolicy'] }
    expect(await ask('GetQueueAttributes', redriveOf, maker)).toEqual({
      Attributes: { RedrivePolicy: redriveTo(`${makersArn}dead`) },
    })
    const allowOf = { QueueUrl: 'dead', AttributeNames: ['RedriveAllowPolicy'] }
    expect(await ask('GetQueueAttributes', allowOf, user)).toEqual({
      Attributes: { RedriveAllowPolicy: allowed(`${usersArn}orders`) },
    })
    expect(await ask('ListDeadLetterSourceQueues', { QueueUrl: 'dead' }, maker)).toEqual({
      queueUrls: ['http://127.0.0.1:4566/111111111111/orders'],
    })
  })

  test('agree when another account creates the queue again, and are worked by for all', async () => {
    await start({ namespace: 'shared' })
    await ask('CreateQueue', { QueueName: 'dead' }, maker)
    await ask(
      'CreateQueue',
      { QueueName: 'orders', Attributes: { RedrivePolicy: redriveTo(`${makersArn}dead`) } },
      maker,
    )
    await ask('CreateQueue', { QueueName: 'orders', Attributes: { RedrivePolicy: redriveTo(`${usersArn}dead`) } }, user)
    const other = { RedrivePolicy: redriveTo(`${usersArn}orders`) }
    await expect(ask('CreateQueue', { QueueName: 'orders', Attributes: other }, user)).rejects.toThrow('RedrivePolicy')

    await ask('SendMessage', { QueueUrl: 'orders', MessageBody: 'a' }, user)
    await ask('ReceiveMessage', { QueueUrl: 'orders', VisibilityTimeout: 0 }, user)
    expect(await ask('ReceiveMessage', { QueueUrl: 'orders' }, user)).toEqual({})
    const moved = await ask('ReceiveMessage', { QueueUrl: 'dead', AttributeNames: ['DeadLetterQueueSourceArn'] }, user)
    expect(moved.Messages).toMatchObject([{ Attributes: { DeadLetterQueueSourceArn: `${usersArn}orders` } }])
  })
})

describe('both protocols speak of the same queues', () => {
  test('what is sent in Query is received in JSON, with its attributes and digests', async () => {
    await start()
    const attributes = { baz: { DataType: 'String', StringValue: 'qux' } }
    const input = { QueueUrl: 'orders', MessageBody: '{"foo":20}', MessageAttributes: attributes }
    await ask('CreateQueue', { QueueName: 'orders' })
    const sent = queryProtocol.read(await app.request(queryProtocol.request('SendMessage', input, {})))
    const { Messages } = await ask('ReceiveMessage', { QueueUrl: 'orders', MessageAttributeNames: ['All'] })
    expect(sent).toMatchObject({ output: { MD5OfMessageAttributes: '16bd0283a5b4962721ccd3efe4bc6257' } })
    expect(Messages).toMatchObject([
      {
        Body: '{"foo":20}',
        MD5OfBody: 'd6cf0f93237ada70daf9b6e75cfff2e6',
        MD5OfMessageAttributes: '16bd0283a5b4962721ccd3efe4bc6257',
        MessageAttributes: attributes,
      },
    ])
  })

  test.each(['/000000000000/orders', '/queue/orders', '/queue/us-east-1/000000000000/orders', '/000000000000/orders/'])(
    'a URL of a queue can be opened without a signature: %s',
    async (path) => {
      await start()
      await ask('CreateQueue', { QueueName: 'orders' })
      const sent = await app.request({ method: 'GET', target: `${path}?Action=SendMessage&MessageBody=a`, headers: {} })
      expect(sent).toMatchObject({ status: 200, headers: { 'Content-Type': 'text/xml' } })
      const headers = { accept: 'application/json' }
      const received = await app.request({ method: 'GET', target: `${path}?Action=ReceiveMessage`, headers })
      expect(JSON.parse(received.body).ReceiveMessageResponse.ReceiveMessageResult.messages).toMatchObject([
        { Body: 'a' },
      ])
      const deleted = await app.request({ method: 'GET', target: `${path}?Action=DeleteQueue` })
      expect(deleted.status).toBe(200)
    },
  )
})

test('a list that asks for no page holds at most a thousand queues, and no token', async () => {
  await start()
  for (let index = 0; index <= 1000; index += 1) await ask('CreateQueue', { QueueName: `q${10_000 + index}` })
  const { QueueUrls, NextToken } = await ask('ListQueues', {})
  expect(QueueUrls).toHaveLength(1000)
  expect(NextToken).toBeUndefined()
  const first = await ask('ListQueues', { MaxResults: 1000 })
  const second = await ask('ListQueues', { MaxResults: 1000, NextToken: first.NextToken! })
  expect(second).toEqual({ QueueUrls: [expect.stringMatching(/q11000$/)] })
})

test('a long poll whose client has gone takes no message', async () => {
  await start()
  await ask('CreateQueue', { QueueName: 'orders' })
  const poll = app.open(jsonProtocol.request('ReceiveMessage', { QueueUrl: 'orders', WaitTimeSeconds: 20 }, {}))
  poll.leave()
  await ask('SendMessage', { QueueUrl: 'orders', MessageBody: 'a' })
  const input = { QueueUrl: 'orders', AttributeNames: ['ApproximateReceiveCount'] }
  expect((await ask('ReceiveMessage', input)).Messages).toMatchObject([
    { Body: 'a', Attributes: { ApproximateReceiveCount: '1' } },
  ])
})
