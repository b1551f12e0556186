import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { adminApi } from '../../src/admin/api.ts'
import type { Running } from '../../src/admin/running.ts'
import { silentLog } from '../../src/log.ts'
import { TestBroker } from '../support/broker.ts'
import { TestEmulator } from '../support/emulator.ts'

const account = { account: '000000000000', region: 'us-east-1' }

/** Our own API over what is running, without a socket. */
function apiOver(running: Running | undefined) {
  const options = { version: '1.2.3', durability: 'memory', dataFile: null, allowedHosts: [] } as const
  const certificate = async () => ''
  return adminApi({ running: () => running, log: silentLog, certificate, ...options })
}

test('health says that all is well, and how much there is', async () => {
  const twinmq = await TestEmulator.start()
  const url = await twinmq.queue('orders')
  for (const MessageBody of ['a', 'b']) await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody })
  await twinmq.queue('invoices')
  const answer = await twinmq.ask({ path: '/_twinmq/health' })
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(JSON.parse(answer.body)).toEqual({
    status: 'ready',
    version: packageFile.version,
    uptimeMs: expect.any(Number),
    clock: 'manual',
    durability: 'memory',
    dataFile: null,
    queues: 2,
    messages: 2,
  })
})

test('health names the clock it goes by', async () => {
  const twinmq = await TestEmulator.start({ clock: 'system', now: undefined })
  expect(await twinmq.show('/health')).toMatchObject({ clock: 'system' })
})

test('while the state is loading health is 503, and so is the rest', async () => {
  const api = apiOver(undefined)
  const health = await api.request('/_twinmq/health')
  expect(health.status).toBe(503)
  expect(await health.json()).toMatchObject({ status: 'loading', queues: 0, messages: 0 })
  for (const path of ['/queues', '/messages?queue=a', '/clock']) {
    const answer = await api.request(`/_twinmq${path}`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: 'notReady' })
  }
})

test('while nothing can be written down health is 503 with the reason, and reset says so', async () => {
  const world = new TestBroker()
  world.store.appending = 'failing'
  world.create()
  await world.settle()
  const reset = async () => 'no space left on device'
  const notAsked = () => Promise.reject(new Error('this test does not ask for it'))
  const documents = { resetToFixture: notAsked, snapshot: notAsked, load: notAsked, whyEmpty: () => [] }
  const api = apiOver({ broker: world.broker, clock: world.clock, start: 0, defaults: account, reset, ...documents })
  const health = await api.request('/_twinmq/health')
  expect(health.status).toBe(503)
  expect(await health.json()).toMatchObject({ status: 'degraded', reason: 'no space left on device' })
  const answer = await api.request('/_twinmq/reset', { method: 'POST' })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ error: 'storageUnavailable', message: 'no space left on device' })
  await world.broker.stop(0)
})
