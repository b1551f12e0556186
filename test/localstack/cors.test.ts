import { describe, expect, test } from 'vitest'
import type { GivenConfig } from '../../src/config/options.ts'
import { corsRules } from '../../src/localstack/cors.ts'
import { TestEmulator } from '../support/emulator.ts'
import { mnsCall, sqsCall } from '../support/http.ts'

const create = sqsCall('CreateQueue', { QueueName: 'orders' })

/** Creates a queue on behalf of a page. */
const createFor = (twinmq: TestEmulator, headers: Record<string, string>) =>
  twinmq.ask({ ...create, headers: { ...create.headers, ...headers } })

const onPort = (twinmq: TestEmulator, origin: string) => origin.replace('PORT', String(twinmq.port))

describe('a request of a page', () => {
  test.each([
    'https://example.com',
    'http://localhost',
    'http://localhost:3000',
    'http://localhost.evil.com:PORT',
    'null',
    'nonsense',
    '',
  ])('of origin "%s" is refused before anything runs', async (origin) => {
    const twinmq = await TestEmulator.start()
    const refused = await createFor(twinmq, { Origin: onPort(twinmq, origin) })
    expect(refused.status).toBe(403)
    expect(refused.body).toContain('EXTRA_CORS_ALLOWED_ORIGINS')
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    expect(twinmq.emulator.broker.totals.queues).toBe(0)
    expect(
      (await twinmq.ask({ ...mnsCall('PUT', '/queues/orders'), headers: { Origin: 'https://example.com' } })).status,
    ).toBe(403)
  })

  test.each([
    'http://localhost:PORT',
    'https://localhost:PORT',
    'http://localhost.localstack.cloud:PORT',
    'https://localhost',
    'https://localhost.localstack.cloud',
    'https://app.localstack.cloud',
    'file://',
  ])('of origin %s is carried out, and the page may read the answer', async (origin) => {
    const twinmq = await TestEmulator.start()
    const Origin = onPort(twinmq, origin)
    const { status, headers } = await createFor(twinmq, { Origin })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'access-control-allow-origin': Origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'HEAD,GET,PUT,POST,DELETE,OPTIONS,PATCH',
      vary: 'Origin',
    })
    for (const name of ['authorization', 'content-type', 'x-amz-date', 'x-amz-target', 'amz-sdk-request'])
      expect(headers['access-control-allow-headers']?.split(',')).toContain(name)
  })

  test('that has no Origin is judged by its Referer, and gets no headers', async () => {
    const twinmq = await TestEmulator.start()
    expect((await createFor(twinmq, { Referer: 'https://example.com/page?x=1' })).status).toBe(403)
    const passed = await createFor(twinmq, { Referer: `http://localhost:${twinmq.port}/page` })
    expect(passed.status).toBe(200)
    expect(Object.keys(passed.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await createFor(twinmq, { Origin: 'https://localhost', Referer: 'https://example.com/' })).status).toBe(200)
  })

  test('that came from here is carried out, under a name that cannot be of elsewhere', async () => {
    const rules = corsRules({ ports: () => [4566] })
    const kindAt = (host: string) => rules({ method: 'POST', host, headers: { origin: `http://${host}` } }).kind
    expect([kindAt('127.0.0.1:9999'), kindAt('queues:4566'), kindAt('rebound.example.com:4566')]).toEqual([
      'passed',
      'passed',
      'refused',
    ])
  })

  test('is answered with errors that the page may read too', async () => {
    const twinmq = await TestEmulator.start()
    const call = sqsCall('SendMessage', {})
    const { status, headers } = await twinmq.ask({ ...call, headers: { ...call.headers, Origin: 'https://localhost' } })
    expect([status, headers['access-control-allow-origin']]).toEqual([400, 'https://localhost'])
  })
})

describe('a preflight', () => {
  const preflight = (headers: Record<string, string>) => ({ method: 'OPTIONS', path: '/000000000000/orders', headers })

  test('is answered 204, or 403 for an origin that is not allowed', async () => {
    const twinmq = await TestEmulator.start()
    const asked = { Origin: 'https://localhost', 'Access-Control-Request-Private-Network': 'true' }
    const { status, headers, body } = await twinmq.ask(preflight(asked))
    expect([status, body]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://localhost',
      'access-control-allow-private-network': 'true',
      'x-localstack': 'true',
    })
    expect((await twinmq.ask(preflight({ Origin: 'https://example.com' }))).status).toBe(403)
  })

  test('is a request like any other without an Origin, or when that is asked for', async () => {
    expect((await (await TestEmulator.start()).ask(preflight({}))).status).toBe(405)
    const off = await TestEmulator.start({ noPreflight: true })
    expect((await off.ask(preflight({ Origin: 'https://localhost' }))).status).toBe(405)
  })
})

describe('options of CORS', () => {
  const asked = async (given: GivenConfig, Origin = 'https://app.example.com') =>
    createFor(await TestEmulator.start(given), { Origin })

  test('let in more origins, or all', async () => {
    expect(await asked({ corsOrigins: ['https://app.example.com/'] })).toMatchObject({ status: 200 })
    expect((await asked({ corsOrigins: ['https://other.example.com'] })).status).toBe(403)
    const all = await asked({ corsOrigins: ['*'] })
    expect([all.status, all.headers['access-control-allow-origin']]).toEqual([200, 'https://app.example.com'])
    const unchecked = await asked({ noCorsChecks: true })
    expect([unchecked.status, unchecked.headers['access-control-allow-origin']]).toEqual([200, '*'])
  })

  test('add headers, or leave all of them out', async () => {
    const { headers } = await asked({ corsHeaders: ['x-mine'], corsExposedHeaders: ['x-yours'] }, 'https://localhost')
    expect(headers['access-control-allow-headers']).toMatch(/,x-mine$/)
    expect(headers['access-control-expose-headers']).toMatch(/,x-yours$/)
    const none = await asked({ noCorsHeaders: true }, 'https://localhost')
    expect(none.status).toBe(200)
    expect(Object.keys(none.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

test('our own API keeps to its own rule', async () => {
  const twinmq = await TestEmulator.start()
  const headers = { Host: 'localhost:4566', Origin: 'http://localhost:4566' }
  expect((await twinmq.ask({ path: '/_twinmq/queues', headers })).status).toBe(200)
})
