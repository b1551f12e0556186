import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { type Fields, jsonProtocol } from '../../../wire/sqs-protocols.ts'

const endpoint = '/_aws/sqs/messages'
const inObjects = { accept: 'application/json' }

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

async function sqs(action: string, input: Fields): Promise<Fields> {
  const said = jsonProtocol.read(await app.request(jsonProtocol.request(action, input, {})))
  if ('error' in said) throw new Error(said.error.message)
  return said.output
}

const create = (QueueName: string, Attributes: Fields = {}) => sqs('CreateQueue', { QueueName, Attributes })
const send = (QueueUrl: string, MessageBody: string, more: Fields = {}) =>
  sqs('SendMessage', { QueueUrl, MessageBody, ...more })

type Shown = { readonly Body: string; readonly Attribute: readonly { readonly Name: string; readonly Value: string }[] }

/** What the endpoint shows, as objects: always a list, each message with its body and those attributes. */
async function look(target: string, ...names: readonly string[]): Promise<readonly (string | undefined)[][]> {
  const { status, body } = await app.request({ method: 'GET', target: endpoint + target, headers: inObjects })
  expect(status).toBe(200)
  const shown: readonly Shown[] = [JSON.parse(body).ReceiveMessageResponse.ReceiveMessageResult.Message ?? []].flat()
  return shown.map(({ Body, Attribute }) => [
    Body,
    ...names.map((name) => Attribute.find(({ Name }) => Name === name)?.Value),
  ])
}

async function failure(target: string): Promise<[number, string]> {
  const { status, body } = await app.request({ method: 'GET', target: endpoint + target, headers: inObjects })
  return [status, JSON.parse(body).ErrorResponse.Error.Code]
}

describe('a look', () => {
  test('changes nothing about the messages', async () => {
    await create('orders', { VisibilityTimeout: '30' })
    await send('orders', 'a')
    for (const _ of [1, 2]) expect(await look('?QueueUrl=orders', 'ApproximateReceiveCount')).toEqual([['a', '0']])
    const { Messages } = await sqs('ReceiveMessage', { QueueUrl: 'orders', AttributeNames: ['All'] })
    expect(Messages).toMatchObject([{ Attributes: { ApproximateReceiveCount: '1' } }])
    await app.clock.advance(29_999)
    await look('?QueueUrl=orders&ShowInvisible=1')
    await app.clock.advance(1)
    expect(await look('?QueueUrl=orders', 'ApproximateReceiveCount')).toEqual([['a', '1']])
  })

  test('shows every attribute, with its digest, and a handle that deletes nothing', async () => {
    await create('orders')
    const kind = { DataType: 'String', StringValue: 'greeting' }
    await send('orders', 'a', { MessageAttributes: { kind } })
    const sent = jsonProtocol.request('ReceiveMessage', { QueueUrl: 'orders' }, {})
    const { body } = await app.request({ ...sent, target: endpoint })
    const [message] = JSON.parse(body).Messages
    expect(message).toMatchObject({
      Body: 'a',
      MD5OfBody: '0cc175b9c0f1b6a831c399e269772661',
      ReceiptHandle: 'SQS/BACKDOOR/ACCESS',
      MessageAttributes: { kind },
      Attributes: { SenderId: '000000000000', ApproximateFirstReceiveTimestamp: '0', ApproximateReceiveCount: '0' },
    })
    expect(message.MD5OfMessageAttributes).toMatch(/^[0-9a-f]{32}$/)
    const view = await app.request({ method: 'GET', target: `${endpoint}?QueueUrl=orders`, headers: inObjects })
    expect(JSON.parse(view.body).ReceiveMessageResponse.ReceiveMessageResult.Message.MessageAttribute).toEqual({
      Name: 'kind',
      Value: kind,
    })
  })

  test.each([
    ['a URL', '?QueueUrl=http%3A%2F%2Felsewhere%3A1%2F000000000000%2Forders'],
    ['a URL with the region in it', '?QueueUrl=http%3A%2F%2Fh%2Fqueue%2Fus-east-1%2F000000000000%2Forders'],
    ['a path', '?QueueUrl=000000000000%2Forders'],
    ['a bare name', '?QueueUrl=orders'],
    ['the path of the request', '/us-east-1/000000000000/orders'],
    ['that path with a slash', '/us-east-1/000000000000/orders/'],
  ])('takes a queue by %s', async (_form, target) => {
    await create('orders')
    await send('orders', 'a')
    expect(await look(target)).toEqual([['a']])
  })

  test('takes the region of a URL without one from the signature', async () => {
    const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-1/sqs/aws4_request, Signature=0'
    const asked = jsonProtocol.request('CreateQueue', { QueueName: 'orders' }, { authorization })
    await app.request(asked)
    const target = `${endpoint}?QueueUrl=http%3A%2F%2Fh%2F000000000000%2Forders`
    expect((await app.request({ method: 'GET', target, headers: { authorization } })).status).toBe(200)
    expect((await app.request({ method: 'GET', target })).status).toBe(400)
  })
})

describe('what is shown, and in which order', () => {
  test('visible messages by default; those in flight first and delayed ones last when asked for', async () => {
    await create('orders')
    await send('orders', 'delayed', { DelaySeconds: 60 })
    await send('orders', 'taken')
    await sqs('ReceiveMessage', { QueueUrl: 'orders' })
    await send('orders', 'ready')
    expect(await look('?QueueUrl=orders', 'IsVisible', 'IsDelayed')).toEqual([['ready', undefined, undefined]])
    expect(await look('?QueueUrl=orders&ShowInvisible=TRUE', 'IsVisible', 'IsDelayed')).toEqual([
      ['taken', 'false', undefined],
      ['ready', 'true', undefined],
    ])
    expect(await look('?QueueUrl=orders&ShowDelayed=true', 'IsVisible', 'IsDelayed')).toEqual([
      ['ready', undefined, 'false'],
      ['delayed', undefined, 'true'],
    ])
    expect(await look('?QueueUrl=orders&ShowDelayed=1&ShowInvisible=1')).toEqual([['taken'], ['ready'], ['delayed']])
    expect(await look('?QueueUrl=orders&ShowDelayed=0&ShowInvisible=no')).toEqual([['ready']])
  })

  test('of a FIFO queue group by group, and what is behind one in flight as invisible', async () => {
    await create('orders.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' })
    for (const body of ['x1', 'y1', 'x2', 'z1', 'y2'])
      await send('orders.fifo', body, { MessageGroupId: body.slice(0, 1) })
    expect(await look('?QueueUrl=orders.fifo')).toEqual([['x1'], ['x2'], ['y1'], ['y2'], ['z1']])
    await sqs('ReceiveMessage', { QueueUrl: 'orders.fifo' })
    expect(await look('?QueueUrl=orders.fifo')).toEqual([['y1'], ['y2'], ['z1']])
    expect(await look('?QueueUrl=orders.fifo&ShowInvisible=1', 'IsVisible')).toEqual([
      ['x1', 'false'],
      ['x2', 'false'],
      ['y1', 'true'],
      ['y2', 'true'],
      ['z1', 'true'],
    ])
  })
})

describe('an SDK with the endpoint as its own', () => {
  test('may ask in a form, in XML or in JSON, with flags in either place', async () => {
    await create('orders')
    await send('orders', 'taken')
    await sqs('ReceiveMessage', { QueueUrl: 'orders' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'Action=ReceiveMessage&Version=2012-11-05&QueueUrl=orders&ShowInvisible=true'
    const inXml = await app.request({ target: `${endpoint}/`, headers, body })
    expect(inXml.headers['Content-Type']).toBe('text/xml')
    expect(inXml.body).toContain('<Attribute><Name>IsVisible</Name><Value>false</Value></Attribute>')
    const asked = jsonProtocol.request('ReceiveMessage', { QueueUrl: 'orders' }, {})
    const inJson = await app.request({ ...asked, target: `${endpoint}?ShowInvisible=1` })
    expect(jsonProtocol.read(inJson)).toMatchObject({ output: { Messages: [{ Attributes: { IsVisible: 'false' } }] } })
  })

  test.each(['SendMessage', 'DeleteQueue', 'Nonsense'])('may not ask for %s', async (action) => {
    await create('orders')
    const asked = jsonProtocol.request(action, { QueueUrl: 'orders' }, {})
    const inJson = jsonProtocol.read(await app.request({ ...asked, target: endpoint }))
    const message = 'This endpoint only accepts ReceiveMessage calls'
    expect(inJson).toMatchObject({ error: { status: 400, type: 'InvalidRequest', code: 'InvalidRequest', message } })
    expect(await failure(`?QueueUrl=orders&Action=${action}`)).toEqual([400, 'InvalidRequest'])
    for (const target of [endpoint, `${endpoint}/us-east-1/000000000000/orders`]) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const inXml = await app.request({ target, headers, body: `Action=${action}&Version=2012-11-05` })
      expect(inXml.status).toBe(400)
      expect(inXml.body).toContain(`<Code>InvalidRequest</Code><Message>${message}</Message>`)
    }
  })
})

describe('a look at what is not there', () => {
  test.each(['', '?QueueUrl=', '?QueueUrl=nobody', '/us-east-1/000000000000/nobody', '?QueueUrl=/queue/nobody'])(
    'is a queue that does not exist: %s',
    async (target) => expect(await failure(target)).toEqual([400, 'AWS.SimpleQueueService.NonExistentQueue']),
  )

  test.each(['?QueueUrl=/nonsense', '?QueueUrl=http://localhost:4566/nonsense', '/nonsense', '/us-east-1/orders'])(
    'is an address that is none: %s',
    async (target) => expect(await failure(target)).toEqual([404, 'InvalidAddress']),
  )

  test('is told in JSON and in XML too', async () => {
    const asked = jsonProtocol.request('ReceiveMessage', { QueueUrl: 'nobody' }, {})
    expect(jsonProtocol.read(await app.request({ ...asked, target: endpoint }))).toMatchObject({
      error: { type: 'QueueDoesNotExist', code: 'AWS.SimpleQueueService.NonExistentQueue' },
    })
    const inXml = await app.request({ method: 'GET', target: `${endpoint}?QueueUrl=nobody` })
    expect(inXml.body).toContain('<Code>AWS.SimpleQueueService.NonExistentQueue</Code>')
    expect((await app.request({ method: 'DELETE', target: endpoint })).status).toBe(405)
  })
})
