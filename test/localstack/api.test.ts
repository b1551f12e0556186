import { describe, expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { fixtureValue } from '../../src/emulator/fixtures.ts'
import { initRoutes } from '../../src/localstack/init-routes.ts'
import { pythonJson } from '../../src/localstack/python-json.ts'
import { TestEmulator } from '../support/emulator.ts'
import { json, mnsCall } from '../support/http.ts'

const health = { path: '/_localstack/health' }
const about = (action: unknown) => ({ method: 'POST', ...health, body: JSON.stringify(action) })

async function services(twinmq: TestEmulator): Promise<unknown> {
  return Object(json(await twinmq.ask(health))).services
}

describe('health', () => {
  test('says of each service whether it was called', async () => {
    const twinmq = await TestEmulator.start()
    expect((await twinmq.ask(health)).body).toContain(
      '{"services": {"sqs": "available", "sts": "available", "mns": "available"}, "edition": "community", "version": "',
    )
    await twinmq.ask(mnsCall('GET', '/queues'))
    await twinmq.ask({ path: '/?Action=GetCallerIdentity' })
    expect(await services(twinmq)).toEqual({ sqs: 'available', sts: 'running', mns: 'running' })
    await twinmq.sqs('ListQueues', {})
    expect(await services(twinmq)).toEqual({ sqs: 'running', sts: 'running', mns: 'running' })
  })

  test('is not changed by a request for another service', async () => {
    const twinmq = await TestEmulator.start()
    const headers = { 'X-Amz-Target': 'AWSEvents.PutEvents' }
    expect((await twinmq.ask({ method: 'POST', headers, body: '{}' })).status).toBe(501)
    expect(await services(twinmq)).toMatchObject({ sqs: 'available' })
  })

  test('lists as disabled what was not asked for, and as running what is loaded eagerly', async () => {
    const only = await TestEmulator.start({ services: ['sqs'] })
    expect(await services(only)).toEqual({ sqs: 'available', sts: 'available', mns: 'available' })
    const eager = await TestEmulator.start({ services: ['sqs'], eagerServices: true })
    expect(await services(eager)).toEqual({ sqs: 'running', sts: 'running', mns: 'running' })
  })

  test('is JSON at /health too, and HEAD is answered without a body', async () => {
    const twinmq = await TestEmulator.start()
    const { status, headers, body } = await twinmq.ask({ path: '/health' })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(body).toBe((await twinmq.ask(health)).body)
    expect(await twinmq.ask({ method: 'HEAD', ...health })).toMatchObject({ status: 200, body: '' })
  })

  test('shows what was noted there, names with a colon as nested ones, and nothing in the place of its own', async () => {
    const twinmq = await TestEmulator.start()
    const noted = { 'features:initScripts': 'done', 'services:sqs': 'broken', 'services:s3': 'running', version: '1' }
    const put = await twinmq.ask({ method: 'PUT', ...health, body: JSON.stringify(noted) })
    expect([put.status, put.body]).toEqual([200, '{"status": "OK"}'])
    await twinmq.ask({ method: 'PUT', ...health, body: '{"features:other":1}' })
    expect(json(await twinmq.ask(health))).toMatchObject({
      features: { initScripts: 'done', other: 1 },
      services: { sqs: 'available', s3: 'running' },
      version: packageFile.version,
    })
  })

  test.each(['', '{}', '[]', '"kill"', 'kill', '{"action":'])('a POST of %s is an invalid request', async (body) => {
    const answer = await (await TestEmulator.start()).ask({ method: 'POST', ...health, body })
    expect([answer.status, answer.body]).toEqual([400, 'invalid request'])
  })

  test('a POST of another action changes nothing', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('orders')
    expect(await twinmq.ask(about({ action: 'dance' }))).toMatchObject({ status: 200, body: 'ok' })
    expect(twinmq.emulator.broker.totals.queues).toBe(1)
  })

  test('restart begins anew in memory, with the fixture if there is one', async () => {
    const twinmq = await TestEmulator.start({}, [fixtureValue({ queues: [{ name: 'given' }] })])
    await twinmq.queue('orders')
    expect(await twinmq.ask(about({ action: 'restart' }))).toMatchObject({ status: 200, body: 'ok' })
    expect(await services(twinmq)).toMatchObject({ sqs: 'available' })
    expect(await twinmq.sqs('ListQueues', {})).toEqual({ QueueUrls: [expect.stringMatching(/\/given$/)] })
  })

  test('kill answers, then stops this twinmq', async () => {
    const twinmq = await TestEmulator.start()
    expect(await twinmq.ask(about({ action: 'kill' }))).toMatchObject({ status: 200, body: 'ok' })
    await twinmq.emulator.stop()
    await expect(twinmq.ask(health)).rejects.toThrow('ECONNREFUSED')
  })

  test('other methods are refused', async () => {
    const answer = await (await TestEmulator.start()).ask({ method: 'DELETE', ...health })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST, PUT'])
  })
})

describe('info', () => {
  test('says what LocalStack says, with a blank after colons and commas', async () => {
    const twinmq = await TestEmulator.start()
    const answer = await twinmq.ask({ path: '/_localstack/info' })
    expect(answer.body).toContain('"edition": "community", "is_license_activated": false, "session_id": "')
    expect(json(answer)).toMatchObject({
      version: packageFile.version,
      machine_id: expect.any(String),
      system: process.platform,
      is_docker: expect.any(Boolean),
      server_time_utc: '2026-01-01T00:00:00',
      uptime: expect.any(Number),
    })
  })
})

describe('init', () => {
  const routes = initRoutes({
    completed: (stage) => stage === 'BOOT',
    scripts: () => [
      { stage: 'BOOT', name: 'a.sh', state: 'SUCCESSFUL' },
      { stage: 'READY', name: 'b.sh', state: 'RUNNING' },
    ],
  })
  const told = async (path: string) => (await routes.request(path)).text()

  test('tells all stages and scripts', async () => {
    expect(await told('/')).toBe(
      '{"completed": {"BOOT": true, "START": false, "READY": false, "SHUTDOWN": false}, "scripts": [{"stage": "BOOT", "name": "a.sh", "state": "SUCCESSFUL"}, {"stage": "READY", "name": "b.sh", "state": "RUNNING"}]}',
    )
  })

  test('tells one stage, in any case, and refuses others', async () => {
    expect(await told('/Ready')).toBe(
      '{"completed": false, "scripts": [{"stage": "READY", "name": "b.sh", "state": "RUNNING"}]}',
    )
    expect((await routes.request('/lunch')).status).toBe(404)
  })
})

describe('the reset of the state', () => {
  const reset = { method: 'POST', path: '/_localstack/state/reset' }

  test.each(['/_localstack/state/reset', '/_localstack/state/sqs/reset'])('%s empties everything', async (path) => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('orders')
    expect(await twinmq.ask({ ...reset, path })).toMatchObject({ status: 200, body: '{"status": "OK"}' })
    expect(twinmq.emulator.broker.totals.queues).toBe(0)
    expect((await twinmq.ask({ path })).status).toBe(405)
  })

  test.each([{ Origin: 'http://localhost:4566' }, { Host: 'example.com' }])('is not for %s', async (headers) => {
    const twinmq = await TestEmulator.start({ noCorsChecks: true })
    await twinmq.queue('orders')
    expect((await twinmq.ask({ ...reset, headers })).status).toBe(403)
    expect(twinmq.emulator.broker.totals.queues).toBe(1)
  })

  test('pages of elsewhere cannot kill or note, but anyone may look', async () => {
    const twinmq = await TestEmulator.start({ noCorsChecks: true })
    const headers = { Host: 'example.com' }
    expect((await twinmq.ask({ ...about({ action: 'kill' }), headers })).status).toBe(403)
    expect((await twinmq.ask({ method: 'PUT', ...health, headers, body: '{"a":1}' })).status).toBe(403)
    for (const path of ['/_localstack/health', '/_localstack/info', '/_localstack/init'])
      expect((await twinmq.ask({ path, headers })).status).toBe(200)
  })
})

test.each(['/_localstack', '/_localstack/config', '/_localstack/state/nosuch/reset', '/_localstack/diagnose'])(
  '%s is answered with a line that says what there is',
  async (path) => {
    const answer = await (await TestEmulator.start()).ask({ method: 'POST', path })
    expect([answer.status, answer.body]).toEqual([404, expect.stringMatching(/^\{"error": ".*health, info, init/)])
  },
)

test.each<[boolean, string | undefined]>([
  [false, 'true'],
  [true, undefined],
])('every answer bears x-localstack unless that is off: %s', async (noLocalstackHeader, value) => {
  const twinmq = await TestEmulator.start({ noLocalstackHeader })
  const targets = [
    '/',
    '/queues',
    '/_localstack/health',
    '/_twinmq/health',
    '/?Action=GetCallerIdentity',
    '/_aws/sqs/messages',
  ]
  for (const path of targets) expect((await twinmq.ask({ path })).headers['x-localstack'], path).toBe(value)
})

test('JSON is written as Python does', () => {
  const value = { a: [1, 'x, y: z', null], 'b"': {}, c: [], d: { e: true } }
  expect(pythonJson(value)).toBe('{"a": [1, "x, y: z", null], "b\\"": {}, "c": [], "d": {"e": true}}')
})
