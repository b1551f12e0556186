import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AdapterOptions, isCall, type TransportFailure, type WireRequest } from '../../../protocols/adapter.ts'
import { identify } from '../../../protocols/identify.ts'
import { actions } from '../../../protocols/sqs/actions.ts'
import { sqsAdapter } from '../../../protocols/sqs/adapter.ts'
import { type Refusal, refuse } from '../../../src/core/refusal.ts'
import { formRequest, jsonRequest, wireRequest } from './requests.ts'

const warnings: string[] = []

function newAdapter(options: Partial<AdapterOptions> = {}) {
  return sqsAdapter({
    defaultAccount: '000000000000',
    defaultRegion: 'us-east-1',
    namespace: 'isolated',
    strict: false,
    nowMs: () => 0,
    nextRequestId: () => '0123456789abcdef0123456789abcdef',
    warn: (line) => warnings.push(line),
    ...options,
  })
}

const requestId = '01234567-89ab-cdef-0123-456789abcdef'
const adapter = newAdapter()

const signedFor = (service: string): string =>
  `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`

function decoded(request: WireRequest) {
  return adapter.decode(request, identify(request))
}

function answerTo(request: WireRequest) {
  const answer = decoded(request)
  if (isCall(answer)) throw new Error(`${answer.action} is to be carried out`)
  return answer
}

function failed(request: WireRequest, failure: TransportFailure) {
  return adapter.failure(request, failure, identify(request))
}

function callOf(request: WireRequest) {
  const call = decoded(request)
  if (!isCall(call)) throw new Error(call.body)
  return call
}

describe('a request for another service of AWS is answered by its name', () => {
  const text = (service: string) =>
    `The service ${service} is not offered here. This is twinmq, a local emulator of Amazon SQS and Alibaba Cloud MNS: it serves these two, and of AWS STS GetCallerIdentity and AssumeRole. Send this request to another endpoint.`

  test.each(['s3', 'sns', 'dynamodb'])('as its signature says: %s', (service) => {
    const request = wireRequest({
      method: 'PUT',
      target: '/bucket/key',
      headers: { authorization: signedFor(service) },
    })
    const { status, body } = answerTo(request)
    expect(status).toBe(501)
    expect(body).toContain(`<Code>NotImplemented</Code><Message>${text(service)}</Message>`)
  })

  test('as its target says', () => {
    const headers = { 'x-amz-target': 'DynamoDB_20120810.ListTables', authorization: signedFor('dynamodb') }
    const { status, body } = answerTo(wireRequest({ headers, body: '{}' }))
    expect(status).toBe(501)
    expect(JSON.parse(body)).toEqual({ __type: 'NotImplemented', message: text('dynamodb') })
  })

  test('in the form in which that service answers', () => {
    const answered = (service: string) => answerTo(wireRequest({ headers: { authorization: signedFor(service) } }))
    expect(answered('s3').body).toMatch(/^<\?xml version="1.0"\?><Error><Code>/)
    expect(answered('sns').body).toMatch(/<ErrorResponse><Error><Type>Receiver<\/Type><Code>/)
    expect(JSON.parse(answered('lambda').body)).toEqual({ __type: 'NotImplemented', message: text('lambda') })
    expect(answered('lambda').headers['x-amzn-errortype']).toBe('NotImplemented')
  })

  test('as its target says where it is not signed', () => {
    const { body } = answerTo(wireRequest({ headers: { 'x-amz-target': 'AWSEvents.PutEvents' }, body: '{}' }))
    expect(JSON.parse(body).message).toBe(text('events'))
  })

  test('as its host says where it is not signed and no request of SQS', () => {
    const at = (host: string, target = '/photos') => answerTo(wireRequest({ method: 'PUT', host, target }))
    expect(at('s3.us-east-1.localhost.localstack.cloud').body).toContain(text('s3'))
    expect(at('photos.s3.localhost.localstack.cloud', '/cat.jpg').body).toContain(text('s3'))
    expect(at('photos.example.com').status).toBe(405)
    callOf(wireRequest({ method: 'GET', host: 'events.internal', target: '/?Action=ListQueues' }))
  })

  test('as a presigned URL says', () => {
    const target = '/bucket/key?X-Amz-Credential=test%2F20260101%2Fus-east-1%2Fs3%2Faws4_request'
    expect(answerTo(wireRequest({ method: 'GET', target })).body).toContain(text('s3'))
  })

  test('but a target of SQS counts whatever the signature is for, and a malformed one names none', () => {
    callOf(jsonRequest('ListQueues', {}, { authorization: signedFor('execute-api') }))
    callOf(jsonRequest('ListQueues', {}, { authorization: 'AWS4-HMAC-SHA256 Credential=test/s3/s3/s3' }))
  })
})

describe('what happens outside an action is told in the protocol of the request', () => {
  const xml = (code: string, type: string) => expect.stringMatching(`<Type>${type}</Type><Code>${code}</Code>`)

  test.each([
    ['bodyTooLarge', 413, 'RequestEntityTooLarge', 'RequestEntityTooLarge', 'Sender', 'close'],
    ['bodyTimeout', 408, 'RequestTimeout', 'RequestTimeout', 'Sender', 'close'],
    ['notReady', 503, 'ServiceUnavailable', 'ServiceUnavailable', 'Receiver', undefined],
    ['internal', 500, 'InternalFailure', 'InternalError', 'Receiver', undefined],
  ] as const)('%s', (failure, status, name, code, fault, connection) => {
    const inJson = failed(jsonRequest('SendMessage', '{"QueueUrl":'), failure)
    expect(inJson.status).toBe(status)
    expect(inJson.headers).toMatchObject({
      'Content-Type': 'application/x-amz-json-1.0',
      'x-amzn-RequestId': requestId,
      'x-amzn-query-error': `${name};${fault}`,
    })
    expect(inJson.headers.Connection).toBe(connection)
    expect(JSON.parse(inJson.body)).toMatchObject({ __type: `com.amazon.coral.service#${name}` })

    const inQuery = failed(formRequest('Action=Send'), failure)
    expect(inQuery).toMatchObject({ status, body: xml(code, fault) })
    expect(inQuery.headers['Content-Type']).toBe('text/xml')
  })
})

describe('a method that is not known', () => {
  test.each(['GET', 'PUT', 'DELETE', 'HEAD'])('%s in JSON', (method) => {
    const { status, body, headers } = answerTo({ ...jsonRequest('ListQueues', {}), method })
    expect(status).toBe(405)
    expect(headers['x-amzn-query-error']).toBe('MethodNotAllowed;Sender')
    expect(JSON.parse(body).__type).toBe('com.amazon.coral.service#MethodNotAllowed')
  })

  test.each(['PUT', 'DELETE', 'HEAD', 'PATCH'])('%s in Query', (method) => {
    const { status, body } = answerTo(wireRequest({ method, target: '/000000000000/orders?Action=ListQueueTags' }))
    expect(status).toBe(405)
    expect(body).toContain('<Code>MethodNotAllowed</Code>')
  })
})

test('every action of the API is offered', () => {
  expect(actions.size).toBe(23)
})

describe('a refusal is worded', () => {
  const worded = (refusal: Refusal, request = jsonRequest('ReceiveMessage', { QueueUrl: 'orders' })) => {
    const { status, body } = callOf(request).encode(refuse(refusal))
    return { status, ...JSON.parse(body) }
  }

  test('as OverLimit when a short poll meets the limit of messages in flight', () => {
    expect(callOf(jsonRequest('ReceiveMessage', { QueueUrl: 'orders' })).command).toMatchObject({
      inFlightLimit: 120_000,
    })
    expect(worded({ kind: 'inFlightLimitReached' })).toMatchObject({
      status: 403,
      __type: 'com.amazonaws.sqs#OverLimit',
    })
  })

  test('with the reason when a change could not be written down', () => {
    expect(worded({ kind: 'storageUnavailable', reason: 'disk full' })).toEqual({
      status: 503,
      __type: 'com.amazon.coral.service#ServiceUnavailable',
      Message: 'The change could not be written down: disk full',
    })
  })

  test('with every place where a queue of that name is', () => {
    const queue = { account: '000000000000', region: 'eu-west-1', name: 'orders' }
    const elsewhere = [
      { ...queue, region: 'us-east-1' },
      { ...queue, account: '111111111111' },
    ]
    expect(worded({ kind: 'queueNotFound', queue, elsewhere }).message).toBe(
      'The specified queue does not exist. Looked in region eu-west-1 (account 000000000000); a queue of this name exists in region us-east-1 (account 000000000000), eu-west-1 (account 111111111111). Queue URLs do not name a region here: set the region of the client, or start twinmq with --sqs-endpoint-strategy dynamic.',
    )
  })

  test('with the handle that was given', () => {
    const handle = 'AQEBAAAAAAABAAAAAAABAAAAAauXPT3a'
    const request = jsonRequest('DeleteMessage', { QueueUrl: 'orders', ReceiptHandle: handle })
    expect(worded({ kind: 'receiptExpired' }, request)).toEqual({
      status: 400,
      __type: 'com.amazonaws.sqs#InvalidParameterValueException',
      message: `Value ${handle} for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.`,
    })
    expect(worded({ kind: 'receiptOfAnotherQueue' }, request).status).toBe(404)
  })
})

describe('a QueueUrl of another host than the one asked is told', () => {
  const send = (QueueUrl: string) => decoded(jsonRequest('SendMessage', { QueueUrl, MessageBody: 'a' }))

  test('once for each pair of hosts', () => {
    warnings.length = 0
    for (const url of ['http://localhost:4566/000000000000/a', 'http://localhost:4566/000000000000/b']) send(url)
    expect(warnings).toEqual([
      'a request to 127.0.0.1:4566 has a QueueUrl of the host localhost:4566: some SDKs would send it there instead',
    ])
    send('https://sqs.us-east-1.amazonaws.com/000000000000/a')
    expect(warnings).toHaveLength(2)
  })

  test('not for the host that was asked, a bare name, or in Query', () => {
    warnings.length = 0
    send('http://127.0.0.1:4566/000000000000/a')
    send('https://127.0.0.1:4566/000000000000/a')
    send('a')
    decoded(formRequest({ Action: 'SendMessage', QueueUrl: 'http://elsewhere/000000000000/a', MessageBody: 'a' }))
    expect(warnings).toEqual([])
  })
})

test('no request at all makes decoding fail', () => {
  const header = fc.constantFrom('x-amz-target', 'content-type', 'authorization', 'accept', 'x-amzn-trace-id', 'other')
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('AmazonSQS.SendMessage', 'AmazonSQS.CreateQueue', 'application/x-amz-json-1.0', 'application/json'),
  )
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string().map((text) => `Action=SendMessage&QueueUrl=${text}`),
    fc.string().map((text) => `Action=ReceiveMessage&AttributeName.${text}`),
    fc.json().map((json) => `{"QueueUrl":"a","MessageBody":"b","MessageAttributes":${json}}`),
  )
  const method = fc.constantFrom('GET', 'POST', 'PUT')
  fc.assert(
    fc.property(fc.dictionary(header, value), fc.string(), body, method, (headers, path, text, verb) => {
      const answer = decoded(wireRequest({ method: verb, target: `/${path}`, headers, body: text }))
      expect(isCall(answer) || answer.status >= 400).toBe(true)
    }),
    { numRuns: 500 },
  )
})
