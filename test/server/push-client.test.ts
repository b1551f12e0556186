import { createPrivateKey, createVerify, X509Certificate } from 'node:crypto'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Push, PushOutcome } from '../../src/broker/deliveries.ts'
import type { NotifyFormat } from '../../src/core/topic.ts'
import type { Resolve } from '../../src/server/push-addresses.ts'
import { PushClient } from '../../src/server/push-client.ts'
import { lazySigningKey } from '../../src/server/tls/certificate.ts'
import { Receiver, status } from '../support/receiver.ts'

const signingKey = lazySigningKey()
const publishedAtMs = Date.UTC(2026, 0, 1)
const nowMs = publishedAtMs + 12_000

type Client = { readonly client: PushClient; readonly warnings: string[] }

/** Resolves names as the test says; a name it does not know is a fault of the test. */
function resolving(names: Readonly<Record<string, readonly string[]>>): Resolve {
  return (name, _options, done) => {
    const addresses = names[name]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    done(null, addresses)
  }
}

function clientOf(given: { readonly anywhere?: boolean; readonly resolve?: Resolve } = {}): Client {
  const warnings: string[] = []
  const client = new PushClient({
    signingKey,
    certificateUrl: () => 'http://127.0.0.1:4566/_twinmq/mns/certificate.pem',
    nowMs: () => nowMs,
    nextRequestId: () => '62e0ddaa3445415c783d1a2b00000000',
    anywhere: false,
    warn: (line) => warnings.push(line),
    ...given,
  })
  return { client, warnings }
}

function pushTo(url: string, format: NotifyFormat = 'simplified', timeoutMs = 5_000): Push {
  const topic = { account: '000000000000', region: 'us-east-1', name: 'news' }
  const notification = {
    messageId: '0123456789abcdef0123456789abcdef',
    topic,
    subscriber: '000000000000',
    subscription: 'to-http',
    body: 'SGVsbG8=',
    publishedAtMs,
    senderId: '000000000000',
  }
  const endpoint = { kind: 'http', url } as const
  const settings = { endpointText: url, endpoint, strategy: 'backoff', format } as const
  return {
    delivery: { id: 'd', topicId: 1, notification, attempts: 0, nextAtMs: publishedAtMs },
    subscription: { name: 'to-http', subscriber: '000000000000', settings, createdAtMs: 0, modifiedAtMs: 0 },
    url,
    timeoutMs,
    signal: new AbortController().signal,
  }
}

function send(url: string, format?: NotifyFormat, timeoutMs?: number): Promise<PushOutcome> {
  return clientOf().client.send(pushTo(url, format, timeoutMs))
}

test('a push is one POST to path and query of its endpoint, dated by our clock', async () => {
  const receiver = await Receiver.start()
  expect(await send(receiver.url('/in?a=1'))).toEqual({ status: 204 })
  const [push] = receiver.received
  expect(push).toMatchObject({ method: 'POST', target: '/in?a=1', body: 'SGVsbG8=' })
  expect(push?.headers).toMatchObject({
    host: `127.0.0.1:${receiver.port}`,
    date: 'Thu, 01 Jan 2026 00:00:12 GMT',
    'content-length': '8',
    'content-type': 'text/plain;charset=utf-8',
    'x-mns-request-id': '62E0DDAA3445415C783D1A2B',
    'x-mns-message-id': '0123456789ABCDEF0123456789ABCDEF',
    'x-mns-publish-time': `${publishedAtMs}`,
  })
})

test.each<NotifyFormat>(['xml', 'json', 'simplified'])(
  'names of headers of a push in %s go over the wire as the service spells them',
  async (format) => {
    const receiver = await Receiver.start()
    await send(receiver.url('/in'), format)
    const names = receiver.received[0]!.headerNames
    const spelled = ['Content-md5', 'Content-Type', 'Date', 'Authorization', 'x-mns-signing-cert-url']
    expect(names).toEqual(expect.arrayContaining(spelled))
    expect(names.filter((name) => /^x-mns-/i.test(name))).toHaveLength(format === 'simplified' ? 9 : 3)
    expect(names.filter((name) => /^x-mns-/i.test(name) && name !== name.toLowerCase())).toEqual([])
  },
)

test('an endpoint without a path receives /notifications', async () => {
  const receiver = await Receiver.start()
  await send(receiver.url(''))
  expect(receiver.received[0]?.target).toBe('/notifications')
})

test.each<NotifyFormat>(['xml', 'json', 'simplified', 'stream'])(
  'the signature of a push in %s holds by the key of the certificate it names',
  async (format) => {
    const receiver = await Receiver.start()
    await send(receiver.url('/in?b=2&a=1'), format)
    const { headers, target } = receiver.received[0]!
    const named = Object.keys(headers)
      .filter((name) => name.startsWith('x-mns-'))
      .sort()
    const lines = ['POST', headers['content-md5'], headers['content-type'], headers.date]
    const text = [...lines, ...named.map((name) => `${name}:${headers[name]}`), target].join('\n')
    const { certificate } = await signingKey()
    const { publicKey } = new X509Certificate(certificate)
    const holds = (signed: string) =>
      createVerify('RSA-SHA1').update(signed).verify(publicKey, headers.authorization!, 'base64')
    expect(holds(text)).toBe(true)
    expect(holds(`${text}&`)).toBe(false)
    const url = Buffer.from(String(headers['x-mns-signing-cert-url']), 'base64').toString()
    expect(url).toBe('http://127.0.0.1:4566/_twinmq/mns/certificate.pem')
  },
)

test.each([200, 201, 204, 299, 400, 404, 500, 503])('status %i is what is told of it', async (code) => {
  const receiver = await Receiver.start()
  receiver.answer = status(code)
  expect(await send(receiver.url('/in'))).toEqual({ status: code })
})

test.each([301, 302, 307, 308])('a redirect (%i) is not followed', async (code) => {
  const receiver = await Receiver.start()
  receiver.answer = status(code, { Location: receiver.url('/elsewhere') })
  expect(await send(receiver.url('/in'))).toEqual({ status: code, error: 'redirects are not followed' })
  expect(receiver.received.map(({ target }) => target)).toEqual(['/in'])
})

test('a subscriber that never answers has timed out once its time is over', async () => {
  const receiver = await Receiver.start()
  receiver.answer = () => {}
  const outcome = await send(receiver.url('/in'), 'simplified', 50)
  expect(outcome).toEqual({ error: 'no answer within 50 ms', timedOut: true })
})

test('a subscriber that takes no connection to its end has timed out too', async () => {
  const silent = createServer()
  onTestFinished(() => void silent.close())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  silent.on('connection', (socket) => onTestFinished(() => void socket.destroy()))
  expect(await send(`https://127.0.0.1:${port}/in`, 'simplified', 50)).toMatchObject({ timedOut: true })
})

test('an answer whose body does not end is one nevertheless', async () => {
  const receiver = await Receiver.start()
  receiver.answer = (response) => response.writeHead(200).write('and so on')
  expect(await send(receiver.url('/in'), 'simplified', 1_000)).toEqual({ status: 200 })
})

test('a connection that is reset is a failure', async () => {
  const receiver = await Receiver.start()
  receiver.answer = (response) => response.socket?.resetAndDestroy()
  const outcome = await send(receiver.url('/in'))
  expect(outcome.status).toBeUndefined()
  expect(outcome.error).toMatch(/ECONNRESET|socket hang up/)
})

test('an answer that is not HTTP is a failure', async () => {
  const receiver = await Receiver.start()
  receiver.answer = (response) => response.socket?.end('hello\r\n\r\n')
  expect((await send(receiver.url('/in'))).error).toMatch(/Parse Error/)
})

test('nobody who listens is a failure', async () => {
  const receiver = await Receiver.start()
  const url = receiver.url('/in')
  await receiver.close()
  expect((await send(url)).error).toMatch(/ECONNREFUSED/)
})

test('a push that is given up ends at once', async () => {
  const receiver = await Receiver.start()
  const ending = new AbortController()
  receiver.answer = () => ending.abort()
  const outcome = await clientOf().client.send({ ...pushTo(receiver.url('/in')), signal: ending.signal })
  expect(outcome).toEqual({ error: expect.stringContaining('abort') })
})

test('a receiver over TLS may have a certificate of its own making', async () => {
  const { privateKey, certificate } = await signingKey()
  const receiver = await Receiver.startSecure(String(privateKey.export({ type: 'pkcs8', format: 'pem' })), certificate)
  expect(await send(receiver.url('/in'))).toEqual({ status: 204 })
  expect(receiver.bodies).toEqual(['SGVsbG8='])
})

test.each(['http://8.8.8.8/in', 'https://[2001:4860:4860::8888]/in', 'http://134744072/', 'http://[::ffff:8.8.8.8]/'])(
  'nothing is sent to %s, and the log says once how to allow it',
  async (url) => {
    const { client, warnings } = clientOf()
    const outcome = await client.send(pushTo(url))
    expect(outcome).toEqual({ error: expect.stringMatching(/^address not allowed: .*--push-anywhere allows all$/) })
    await client.send(pushTo(url))
    expect(warnings).toEqual([expect.stringMatching(/^nothing is pushed to .*--push-anywhere/)])
  },
)

test('a name is judged by the addresses it has', async () => {
  const { client, warnings } = clientOf({ resolve: resolving({ 'far.test': ['8.8.8.8', '2001:4860:4860::8888'] }) })
  const outcome = await client.send(pushTo('http://far.test/in'))
  expect(outcome.error).toMatch(/^address not allowed: 8\.8\.8\.8, 2001:4860:4860::8888/)
  expect(warnings).toHaveLength(1)
})

test('of several addresses of a name only one that is allowed is connected to', async () => {
  const receiver = await Receiver.start()
  const { client } = clientOf({ resolve: resolving({ 'both.test': ['8.8.8.8', '127.0.0.1'] }) })
  expect(await client.send(pushTo(receiver.url('/in', 'both.test')))).toEqual({ status: 204 })
  expect(receiver.received[0]?.headers.host).toBe(`both.test:${receiver.port}`)
})

test('localhost is this machine', async () => {
  const receiver = await Receiver.start()
  expect(await send(receiver.url('/in', 'localhost'))).toEqual({ status: 204 })
})

test('a name that nobody knows is a failure', async () => {
  const resolve: Resolve = (name, _options, done) => done(new Error(`getaddrinfo ENOTFOUND ${name}`), [])
  const { client } = clientOf({ resolve })
  expect(await client.send(pushTo('http://none.test/'))).toEqual({ error: 'getaddrinfo ENOTFOUND none.test' })
})

test('with --push-anywhere addresses are not judged', async () => {
  const receiver = await Receiver.start()
  const url = receiver.url('/in', '0.0.0.0')
  expect(await clientOf().client.send(pushTo(url))).toMatchObject({
    error: expect.stringMatching(/^address not allowed: 0\.0\.0\.0/),
  })
  expect(await clientOf({ anywhere: true }).client.send(pushTo(url))).toEqual({ status: 204 })
})

test('an endpoint that is no URL is a failure, not a fault', async () => {
  expect(await send('http://')).toEqual({ error: 'Invalid URL' })
})

test('the certificate is X.509, signed by its own key, and holds at any time a clock may show', async () => {
  const { certificate, privateKey } = await signingKey()
  const read = new X509Certificate(certificate)
  expect(read.subject).toBe('CN=twinmq')
  expect(read.issuer).toBe('CN=twinmq')
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })))).toBe(true)
  expect(read.ca).toBe(false)
  expect(Date.parse(read.validFrom)).toBe(0)
  expect(new Date(read.validTo).getUTCFullYear()).toBe(9_999)
  expect(read.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2_048)
})

test('a process makes one key, and each process its own', async () => {
  expect(await signingKey()).toBe(await signingKey())
  const other = await lazySigningKey()()
  expect(other.certificate).not.toBe((await signingKey()).certificate)
})
