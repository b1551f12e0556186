import { createHash, createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AccessKey } from '../../../protocols/signing/keys.ts'
import { startTestApp, type TestAppOptions, type TestReply, type TestRequest } from '../../support/app.ts'
import { recordedAtMs, requestOf, sessions } from './sessions.ts'

const key: AccessKey = { cloud: 'alibaba', accessKeyId: 'test-ak', secret: 'test-secret', account: '1234567890' }
const nowMs = Date.UTC(2026, 0, 1)
const minute = 60_000
const version = { 'x-mns-version': '2015-06-06' }

async function started(options: TestAppOptions = {}) {
  const app = await startTestApp({ keys: [key], nowMs, ...options })
  onTestFinished(() => app.close())
  return app
}

const at = (ms: number): string => new Date(ms).toUTCString()
const codeOf = ({ body }: TestReply): string | undefined => /<Code>(.*)<\/Code>/.exec(body)?.[1]
const outcome = (reply: TestReply): string => [reply.status, codeOf(reply)].join(' ').trim()

type Unsigned = { method?: string; target?: string; headers?: Record<string, string>; body?: string; secret?: string }

/** A request as the SDKs sign it: HMAC-SHA1 over its line and some headers. `change`: what is sent instead after signing. */
function signed({ method = 'GET', target = '/queues', headers = {}, body = '', secret = key.secret }: Unsigned = {}) {
  const all: Record<string, string> = { date: at(nowMs), ...version, ...headers }
  const extra = Object.keys(all).filter((name) => name.startsWith('x-mns-'))
  const lines = extra.sort().map((name) => `${name}:${all[name]}\n`)
  const head = [method, all['content-md5'] ?? '', all['content-type'] ?? '', all.date || (all['x-mns-date'] ?? '')]
  const text = `${head.join('\n')}\n${lines.join('')}${target}`
  const signature = createHmac('sha1', secret).update(text).digest('base64')
  return { method, target, body, headers: { ...all, authorization: `MNS ${key.accessKeyId}:${signature}` } }
}

/** The same with one header less. */
function without(request: ReturnType<typeof signed>, name: string): TestRequest {
  const { [name]: _, ...headers } = request.headers as Record<string, string>
  return { ...request, headers }
}

describe('a request is answered as the cloud does when', () => {
  const wrongBy = (change: Record<string, string>): TestRequest => {
    const request = signed()
    return { ...request, headers: { ...request.headers, ...change } }
  }
  const cases: readonly (readonly [string, TestRequest, string])[] = [
    ['all is right', signed(), '200'],
    ['there is no authorization', without(signed(), 'authorization'), '400 MissingAuthorizationHeader'],
    ['its authorization is of another kind', wrongBy({ authorization: 'Basic x' }), '400 InvalidAuthorizationHeader'],
    ['its authorization has no signature', wrongBy({ authorization: 'MNS test-ak' }), '400 InvalidAuthorizationHeader'],
    ['there is no date', without(signed(), 'date'), '400 MissingDateHeader'],
    ['its date is no date', signed({ headers: { date: 'yesterday' } }), '400 InvalidDateHeader'],
    ['its date is no day', signed({ headers: { date: 'Tue, 31 Feb 2026 00:00:00 GMT' } }), '400 InvalidDateHeader'],
    ['there is no version', without(signed(), 'x-mns-version'), '400 MissingVersionHeader'],
    ['its version is another', signed({ headers: { 'x-mns-version': '2014-07-08' } }), '400 InvalidVersionHeader'],
    ['its key is unknown', wrongBy({ authorization: 'MNS other:x' }), '403 InvalidAccessKeyId'],
    ['its secret is another', signed({ secret: 'wrong' }), '403 SignatureDoesNotMatch'],
    ['a header has changed', wrongBy({ 'x-mns-version': '2014-07-08' }), '403 SignatureDoesNotMatch'],
    ['its date is 15 minutes old', signed({ headers: { date: at(nowMs - 15 * minute) } }), '200'],
    ['its date is 15 minutes ahead', signed({ headers: { date: at(nowMs + 15 * minute) } }), '200'],
    ['its date is older', signed({ headers: { date: at(nowMs - 15 * minute - 1000) } }), '408 TimeExpired'],
    ['its date is further ahead', signed({ headers: { date: at(nowMs + 15 * minute + 1000) } }), '408 TimeExpired'],
    ['it is late, and of no known key', wrongBy({ date: at(0), authorization: 'Basic x' }), '408 TimeExpired'],
    ['its path is unknown', signed({ target: '/nowhere' }), '400 InvalidRequestURL'],
    [
      'its path is unknown, and its signature wrong',
      { ...signed(), target: '/queues/a/b' },
      '403 SignatureDoesNotMatch',
    ],
    ['a token comes with a key that has none', wrongBy({ 'security-token': 'any' }), '200'],
    ['its host is of another account', wrongBy({ host: '999.mns.cn-hangzhou.aliyuncs.com' }), '403 AccessDenied'],
    ['its host is of its account', wrongBy({ host: '1234567890.mns.cn-hangzhou.aliyuncs.com' }), '200'],
  ]
  test.each(cases)('%s', async (_, request, expected) => {
    const app = await started()
    const reply = await app.request({ ...request, target: request.target ?? '/queues' })
    expect(outcome(reply)).toBe(expected)
    expect(reply.body).not.toContain(key.secret)
  })
})

test('every byte of a signature counts', async () => {
  const app = await started()
  const request = signed()
  const { authorization } = request.headers
  for (let place = 'MNS test-ak:'.length; place < authorization.length - 1; place++) {
    const other = authorization[place] === 'A' ? 'B' : 'A'
    const changed = authorization.slice(0, place) + other + authorization.slice(place + 1)
    const reply = await app.request({ ...request, headers: { ...request.headers, authorization: changed } })
    expect(outcome(reply)).toBe('403 SignatureDoesNotMatch')
  }
})

test('a date is good that is near the time of the machine, wherever our clock stands', async () => {
  const app = await started({ nowMs: Date.UTC(2030, 0, 1), realNowMs: nowMs })
  expect((await app.request(signed())).status).toBe(200)
  expect((await app.request(signed({ headers: { date: at(Date.UTC(2030, 0, 1)) } }))).status).toBe(200)
  expect((await app.request(signed({ headers: { date: at(Date.UTC(2028, 0, 1)) } }))).status).toBe(408)
})

test('x-mns-date stands for the Date, and a signature may be over either', async () => {
  const app = await started()
  const date = { 'x-mns-date': at(nowMs) }
  expect((await app.request(without(signed({ headers: { ...date, date: '' } }), 'date'))).status).toBe(200)
  const sent = async (signedDate: number): Promise<number> => {
    const { headers, ...request } = signed({ headers: { ...date, date: at(signedDate) } })
    return (await app.request({ ...request, headers: { ...headers, date: at(nowMs + 1000) } })).status
  }
  expect(await sent(nowMs)).toBe(200)
  expect(await sent(nowMs + 1000)).toBe(200)
  expect(await sent(nowMs + 2000)).toBe(403)
})

test('a key with a session token is known by both together', async () => {
  const app = await started({ keys: [{ ...key, sessionToken: 'token' }] })
  const sent = async (headers: Record<string, string>): Promise<string> => {
    const request = signed()
    return outcome(await app.request({ ...request, headers: { ...request.headers, ...headers } }))
  }
  expect(await sent({ 'security-token': 'token' })).toBe('200')
  expect(await sent({ 'x-acs-security-token': 'token' })).toBe('200')
  expect(await sent({ 'security-token': 'other' })).toBe('403 InvalidAccessKeyId')
  expect(await sent({})).toBe('403 InvalidAccessKeyId')
})

test('whoever signs acts for the account of the key', async () => {
  const app = await started({ keys: [key, { ...key, accessKeyId: '222222222222', account: '333333333333' }] })
  const request = signed({ method: 'PUT', target: '/queues/orders' })
  expect((await app.request(request)).status).toBe(201)
  const authorization = request.headers.authorization.replace('test-ak', '222222222222')
  const other = { ...request, headers: { ...request.headers, authorization } }
  expect((await app.request(other)).status).toBe(201)
  expect((await app.request(request)).status).toBe(204)
})

test('without keys nothing is asked for', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  for (const authorization of ['MNS', 'MNS x', 'Basic x', 'MNS4-HMAC-SHA256 x', 'MNS test-ak:wrong'])
    expect((await app.request({ method: 'GET', target: '/queues', headers: { authorization } })).status).toBe(200)
  expect((await app.request({ method: 'GET', target: '/queues' })).status).toBe(200)
})

describe('the log says in what a signature differs:', () => {
  const md5 = (text: string, encoding: 'hex' | 'base64'): string => createHash('md5').update(text).digest(encoding)
  const sent = (over: Unsigned, as: Unsigned): TestRequest => {
    const { authorization } = signed(over).headers
    const request = signed(as)
    return { ...request, headers: { ...request.headers, authorization } }
  }
  const encoded = { target: '/queues/a%2Db' }
  const body = '<Queue/>'
  const cases: readonly (readonly [string, TestRequest])[] = [
    ['the path with its escapes resolved', sent({ target: '/queues/a-b' }, encoded)],
    ['the path with no slash at its end', sent({ target: '/queues' }, { target: '/queues/' })],
    ['the path with a slash at its end', sent({ target: '/queues/' }, {})],
    [
      'the path without its query',
      sent({ target: '/queues/a/messages' }, { target: '/queues/a/messages?waitseconds=1' }),
    ],
    ['the path with its query escaped', sent({ target: '/queues/a?x=b%3D%3D' }, { target: '/queues/a?x=b==' })],
    ['the whole URL', sent({ target: 'http://127.0.0.1:4566/queues' }, {})],
    ['nothing as Content-Type', sent({}, { headers: { 'content-type': 'text/xml' } })],
    ["'text/xml' as Content-Type", sent({ headers: { 'content-type': 'text/xml' } }, { headers: { 'content-type': 'text/xml;charset=UTF-8' } })], // biome-ignore format: one case
    ['no Content-MD5', sent({ body }, { body, headers: { 'content-md5': md5(body, 'base64') } })],
    [
      'Content-MD5 in base64 of the hex text',
      sent(
        { body, headers: { 'content-md5': Buffer.from(md5(body, 'hex')).toString('base64') } },
        { body, headers: { 'content-md5': md5(body, 'base64') } },
      ),
    ],
    ['the method PUT', sent({ method: 'PUT' }, {})],
    ['x-mns-version as the only x-mns- header', sent({}, { headers: { 'x-mns-prefix': 'a' } })],
    [
      'nothing as Content-Type and the method PUT',
      sent({ method: 'PUT' }, { headers: { 'content-type': 'text/xml' } }),
    ],
    ['no usual difference', sent({ secret: 'another' }, {})],
  ]
  test.each(cases)('%s', async (expected, request) => {
    const app = await started()
    expect(outcome(await app.request(request))).toBe('403 SignatureDoesNotMatch')
    expect(app.warnings).toHaveLength(1)
    expect(app.warnings[0]).toContain(expected)
    expect(app.warnings[0]).toContain(`Signed here: ${request.method}⏎`)
    expect(app.warnings[0]).not.toContain(key.secret)
  })

  const scoped = (day: string, secret = key.secret): TestRequest => {
    const scope = [day, 'cn-hangzhou', 'mns', 'aliyun_v4_request']
    let derived: string | Buffer = `aliyun_v4${secret}`
    for (const part of scope) derived = createHmac('sha256', derived).update(part).digest()
    const text = `MNS4-HMAC-SHA256\n20260101T000000Z\n${scope.join('/')}\nGET\n/queues\n\nx-mns-version:2015-06-06\n\n`
    const signature = createHmac('sha256', derived).update(text).digest('hex')
    const authorization = `MNS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope.join('/')},Signature=${signature}`
    return { method: 'GET', target: '/queues', headers: { date: at(nowMs), ...version, authorization } }
  }

  test('the date of a V4 scope that is not that of the request', async () => {
    const app = await started()
    expect(outcome(await app.request(scoped('20260101')))).toBe('200')
    expect(app.warnings).toEqual([])
    expect(outcome(await app.request(scoped('20251231')))).toBe('403 SignatureDoesNotMatch')
    expect(app.warnings[0]).toContain(
      'it differs in the date of the scope: the credential says 20251231, and the date of the request is 20260101',
    )
    await app.request(scoped('20260101', 'another'))
    expect(app.warnings[1]).toContain('no usual difference')
  })

  test('the secret of another key', async () => {
    const app = await started({ keys: [key, { ...key, accessKeyId: 'other-ak', secret: 'other-secret' }] })
    await app.request(signed({ secret: 'other-secret' }))
    expect(app.warnings[0]).toContain('it was made with the secret of other-ak')
  })
})

describe('what real clients send is taken with the right secret and refused with a wrong one', () => {
  const recorded = sessions.flatMap(([file, { steps }]) =>
    steps.map((step, index) => [`${file} ${index + 1}, ${step.name}`, requestOf(step)] as const),
  )

  test.each(recorded)('%s', async (_, request) => {
    const app = await started({ nowMs: recordedAtMs })
    expect(codeOf(await app.request(request)) ?? '').not.toMatch(
      /Signature|Authorization|AccessKey|Access|Expired|Date|Version/,
    )
    expect(app.warnings.filter((line) => line.includes('signature'))).toEqual([])
    const wrong = await started({ nowMs: recordedAtMs, keys: [{ ...key, secret: 'wrong' }] })
    expect(outcome(await wrong.request(request))).toBe('403 SignatureDoesNotMatch')
  })
})
