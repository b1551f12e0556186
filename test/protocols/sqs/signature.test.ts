import { createHash, createHmac } from 'node:crypto'
import {
  CreateQueueCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  TagQueueCommand,
} from '@aws-sdk/client-sqs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AccessKey } from '../../../protocols/signing/keys.ts'
import { startTestApp, type TestAppOptions, type TestReply, type TestRequest } from '../../support/app.ts'

const key: AccessKey = { cloud: 'aws', accessKeyId: 'AKIDEXAMPLE', secret: 'test-secret', account: '111122223333' }
const nowMs = Date.UTC(2026, 0, 1)
const minute = 60_000
const host = '127.0.0.1:4566'

async function started(options: TestAppOptions = {}) {
  const app = await startTestApp({ keys: [key], nowMs, ...options })
  onTestFinished(() => app.close())
  return app
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const basic = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
/** Status and error name, whichever protocol answered. */
const outcome = ({ status, body }: TestReply): string =>
  [status, /__type":"(?:[^"#]*#)?([^"]+)|<Code>(.*)<\/Code>/.exec(body)?.slice(1).find(Boolean)].join(' ').trim()

type Unsigned = {
  method?: string
  target?: string
  headers?: Record<string, string>
  body?: string
  secret?: string
  atMs?: number
  /** Name, scope and so on of the Authorization header in another form. */
  scopeDay?: string
}

const json = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.ListQueues' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

function signatureOver(canonical: string, secret: string, date: string, day: string): string {
  const scope = `${day}/us-east-1/sqs/aws4_request`
  let derived: string | Buffer = `AWS4${secret}`
  for (const part of scope.split('/')) derived = createHmac('sha256', derived).update(part).digest()
  return createHmac('sha256', derived)
    .update(`AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`)
    .digest('hex')
}

/** A request that is signed in its header, as boto3 does it: with every header but those of the connection. */
function signed({ method = 'POST', target = '/', secret = key.secret, atMs = nowMs, ...rest }: Unsigned = {}) {
  const { headers = json, body = '{}', scopeDay = basic(atMs).slice(0, 8) } = rest
  const all: Record<string, string> = { host, 'x-amz-date': basic(atMs), ...headers }
  const names = Object.keys(all).sort()
  const [path = '', query = ''] = target.split('?')
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('')
  const canonical = `${method}\n${path}\n${query}\n${lines}\n${names.join(';')}\n${sha256(body)}`
  const signature = signatureOver(canonical, secret, basic(atMs), scopeDay)
  const credential = `${key.accessKeyId}/${scopeDay}/us-east-1/sqs/aws4_request`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { method, target, body, headers: { ...all, authorization } }
}

/** A URL that is good for some time, and needs no header. */
function presigned({ seconds = 3600, atMs = nowMs, action = 'ListQueues' } = {}): TestRequest {
  const day = basic(atMs).slice(0, 8)
  const credential = encodeURIComponent(`${key.accessKeyId}/${day}/us-east-1/sqs/aws4_request`)
  const items = [
    `Action=${action}`,
    'X-Amz-Algorithm=AWS4-HMAC-SHA256',
    `X-Amz-Credential=${credential}`,
    `X-Amz-Date=${basic(atMs)}`,
    `X-Amz-Expires=${seconds}`,
    'X-Amz-SignedHeaders=host',
  ]
  const canonical = `GET\n/\n${items.join('&')}\nhost:${host}\n\nhost\n${sha256('')}`
  const signature = signatureOver(canonical, key.secret, basic(atMs), day)
  return { method: 'GET', target: `/?${items.join('&')}&X-Amz-Signature=${signature}` }
}

const changed = (request: ReturnType<typeof signed>, headers: Record<string, string>): TestRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
})
const unsigned = ({ headers, ...request }: ReturnType<typeof signed>): TestRequest => {
  const { authorization: _, ...rest } = headers
  return { ...request, headers: rest }
}

describe('a request is answered as AWS does when', () => {
  const ask = { headers: form, body: 'Action=ListQueues' }
  const cases: readonly (readonly [string, TestRequest, string])[] = [
    ['all is right', signed(), '200'],
    ['all is right, in Query', signed(ask), '200'],
    ['it is not signed', unsigned(signed()), '403 MissingAuthenticationTokenException'],
    ['it is not signed, in Query', unsigned(signed(ask)), '403 MissingAuthenticationToken'],
    ['its key is unknown', changed(signed(), keyId('OTHER')), '403 UnrecognizedClientException'],
    ['its key is unknown, in Query', changed(signed(ask), keyId('OTHER')), '403 InvalidClientTokenId'],
    ['its secret is another', signed({ secret: 'x' }), '403 InvalidSignatureException'],
    ['its secret is another, in Query', signed({ ...ask, secret: 'x' }), '403 SignatureDoesNotMatch'],
    ['its body has changed', { ...signed(), body: '{ }' }, '403 InvalidSignatureException'],
    ['its target has changed', changed(signed(), { 'x-amz-target': 'AmazonSQS.PurgeQueue' }), '403 InvalidSignatureException'], // biome-ignore format: one case
    ['its hash is not that of its body', changed(signed(), { 'x-amz-content-sha256': sha256('x') }), '403 InvalidSignatureException'], // biome-ignore format: one case
    ['its authorization is of another kind', changed(signed(), { authorization: 'Basic x' }), '403 IncompleteSignatureException'], // biome-ignore format: one case
    ['its authorization has no signature', changed(signed(), { authorization: 'AWS4-HMAC-SHA256 Credential=a/20260101/b/sqs/aws4_request' }), '403 IncompleteSignatureException'], // biome-ignore format: one case
    ['its date is 15 minutes old', signed({ atMs: nowMs - 15 * minute }), '200'],
    ['its date is 15 minutes ahead', signed({ atMs: nowMs + 15 * minute }), '200'],
    ['its date is older', signed({ atMs: nowMs - 15 * minute - 1000 }), '403 InvalidSignatureException'],
    ['its date is further ahead', signed({ atMs: nowMs + 15 * minute + 1000 }), '403 InvalidSignatureException'],
    ['its scope is of another day', signed({ scopeDay: '20260102' }), '403 InvalidSignatureException'],
    ['a token comes with a key that has none', signed({ headers: { ...json, 'x-amz-security-token': 'x' } }), '403 UnrecognizedClientException'], // biome-ignore format: one case
    ['its action is unknown', signed({ headers: { ...json, 'x-amz-target': 'AmazonSQS.Fly' } }), '404 UnknownOperationException'], // biome-ignore format: one case
    ['its URL is presigned', presigned(), '200'],
    ['its URL is good until now', presigned({ seconds: 60, atMs: nowMs - minute }), '200'],
    ['its URL has expired', presigned({ seconds: 59, atMs: nowMs - minute }), '403 SignatureDoesNotMatch'],
    ['its URL is of tomorrow', presigned({ atMs: nowMs + 24 * 60 * minute }), '403 SignatureDoesNotMatch'],
    ['its URL is to be good for over seven days', presigned({ seconds: 604_801 }), '403 IncompleteSignature'],
    ['its URL has changed', { ...presigned(), target: presigned().target!.replace('ListQueues', 'PurgeQueue') }, '403 SignatureDoesNotMatch'], // biome-ignore format: one case
  ]
  test.each(cases)('%s', async (_, request, expected) => {
    const app = await started()
    const reply = await app.request(request)
    expect(outcome(reply)).toBe(expected)
    expect(reply.body).not.toContain(key.secret)
  })
})

function keyId(id: string): Record<string, string> {
  return {
    authorization: `AWS4-HMAC-SHA256 Credential=${id}/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0`,
  }
}

test('an error in JSON also names itself in the header for clients that once spoke Query', async () => {
  const app = await started()
  const { headers } = await app.request(unsigned(signed()))
  expect(headers['x-amzn-query-error']).toBe('MissingAuthenticationTokenException;Sender')
})

test('a date is good that is near the time of the machine, wherever our clock stands', async () => {
  const app = await started({ nowMs: Date.UTC(2030, 0, 1), realNowMs: nowMs })
  expect((await app.request(signed())).status).toBe(200)
  expect((await app.request(signed({ atMs: Date.UTC(2030, 0, 1) }))).status).toBe(200)
  expect((await app.request(signed({ atMs: Date.UTC(2028, 0, 1) }))).status).toBe(403)
})

test('whoever signs acts for the account of the key', async () => {
  const app = await started()
  const headers = { ...json, 'x-amz-target': 'AmazonSQS.CreateQueue' }
  const reply = await app.request(signed({ headers, body: '{"QueueName":"orders"}' }))
  expect(JSON.parse(reply.body).QueueUrl).toContain('/111122223333/orders')
})

test('without keys nothing is asked for', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  for (const authorization of ['', 'Basic x', 'AWS4-HMAC-SHA256', 'AWS4-HMAC-SHA256 Credential=a'])
    expect((await app.request(changed(signed(), { authorization }))).status).toBe(200)
})

describe('the log says in what a signature differs:', () => {
  const sent = (over: Unsigned, as: Unsigned): TestRequest => {
    const { authorization } = signed(over).headers
    return changed(signed(as), { authorization })
  }
  const empty = { ...json, 'content-length': '2' }
  const cases: readonly (readonly [string, TestRequest])[] = [
    ['the host without port', sent({ headers: { ...json, host: '127.0.0.1' } }, {})],
    ['the host localhost:4566', sent({ headers: { ...json, host: 'localhost:4566' } }, {})],
    ['the host sqs.us-east-1.amazonaws.com', sent({ headers: { ...json, host: 'sqs.us-east-1.amazonaws.com' } }, {})],
    ['the path /', sent({}, { target: '/111122223333/orders' })],
    ['the path with a slash at its end', sent({ target: '/111122223333/orders/' }, { target: '/111122223333/orders' })],
    ['the hash of an empty body', sent({ body: '' }, {})],
    ['the method GET', sent({ method: 'GET' }, {})],
    ['no query', sent({}, { target: '/?a=b' })],
    ['the host without port and the path /', sent({ headers: { ...empty, host: '127.0.0.1' } }, { headers: empty, target: '/1/a' })], // biome-ignore format: one case
    ['the date of the scope: the credential says 20260102', signed({ scopeDay: '20260102' })],
    ['no usual difference', sent({ secret: 'another' }, {})],
  ]
  test.each(cases)('%s', async (expected, request) => {
    const app = await started()
    expect(outcome(await app.request(request))).toBe('403 InvalidSignatureException')
    expect(app.warnings).toHaveLength(1)
    expect(app.warnings[0]).toContain(expected)
    expect(app.warnings[0]).toContain(`Signed here: ${request.method}⏎`)
    expect(app.warnings[0]).not.toContain(key.secret)
  })

  test('a hash that is not of the body', async () => {
    const app = await started()
    const headers = { ...json, 'x-amz-content-sha256': sha256('{}') }
    await app.request({ ...signed({ headers }), body: '{"MaxResults":1}' })
    expect(app.warnings[0]).toContain('X-Amz-Content-Sha256 is not that of the body')
  })
})

/** What the official client signs, as it would go over the wire. */
async function signedByClient(
  send: (client: SQSClient) => Promise<unknown>,
  sessionToken?: string,
): Promise<TestRequest> {
  const requests: TestRequest[] = []
  const client = new SQSClient({
    endpoint: `http://${host}`,
    region: 'eu-west-1',
    maxAttempts: 1,
    credentials: { accessKeyId: key.accessKeyId, secretAccessKey: key.secret, ...(sessionToken && { sessionToken }) },
    requestHandler: {
      async handle({
        method,
        path,
        headers,
        body,
      }: {
        method: string
        path: string
        headers: Record<string, string>
        body: Uint8Array
      }) {
        // biome-ignore format: one thought
        requests.push({ method, target: path, headers, body: Buffer.from(body) })
        throw new Error('not sent')
      },
    },
  })
  await expect(send(client)).rejects.toThrow('not sent')
  return requests[0]!
}

describe('what the AWS SDK for JavaScript signs is taken with the right secret and refused with a wrong one', () => {
  const QueueUrl = `http://${host}/queue/eu-west-1/111122223333/orders`
  const calls: Readonly<Record<string, (client: SQSClient) => Promise<unknown>>> = {
    CreateQueue: (client) => client.send(new CreateQueueCommand({ QueueName: 'orders' })),
    ListQueues: (client) => client.send(new ListQueuesCommand({})),
    SendMessage: (client) => client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello 世界 <&> ' })),
    ReceiveMessage: (client) => client.send(new ReceiveMessageCommand({ QueueUrl })),
    TagQueue: (client) => client.send(new TagQueueCommand({ QueueUrl, Tags: { 'a b': 'c=d' } })),
  }
  test.each(Object.entries(calls))('%s', async (_, call) => {
    const request = await signedByClient(call)
    const realNowMs = Date.now()
    const app = await started({ realNowMs })
    expect(outcome(await app.request(request))).not.toMatch(/403/)
    expect(app.warnings).toEqual([])
    const wrong = await started({ realNowMs, keys: [{ ...key, secret: 'wrong' }] })
    expect(outcome(await wrong.request(request))).toBe('403 InvalidSignatureException')
  })

  test('with a session token', async () => {
    const request = await signedByClient((client) => client.send(new ListQueuesCommand({})), 'token')
    const realNowMs = Date.now()
    const app = await started({ realNowMs, keys: [{ ...key, sessionToken: 'token' }] })
    expect(outcome(await app.request(request))).toBe('200')
    const other = await started({ realNowMs, keys: [{ ...key, sessionToken: 'other' }] })
    expect(outcome(await other.request(request))).toBe('403 UnrecognizedClientException')
  })
})
