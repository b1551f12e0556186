import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'

const queues = { path: '/_twinmq/queues' }

const askAs = (twinmq: TestEmulator, Host: string, origin?: string) =>
  twinmq.ask({ ...queues, headers: { Host, ...(origin !== undefined && { Origin: origin }) } })

const localHosts = [
  '127.0.0.1',
  '127.0.0.1:4566',
  '10.1.2.3:80',
  '[::1]:4566',
  '[::1]',
  'localhost:4566',
  'LOCALHOST',
  'twinmq:4566',
  'queues.localhost',
  'mac.local',
  'host.docker.internal:4566',
  'queues.test',
  'twinmq.default.svc',
  'sqs.us-east-1.localhost.localstack.cloud:4566',
  '1234567890123456.mns.cn-hangzhou.aliyuncs.com',
]

for (const host of localHosts)
  test(`host ${host} is local`, async () => {
    expect((await askAs(await TestEmulator.start(), host)).status).toBe(200)
  })

const publicHosts = [
  'example.com',
  'example.com:4566',
  'localhost.example.com',
  '127.0.0.1.example.com',
  'evil-aliyuncs.com',
  'local.example',
  'sqs.us-east-1.amazonaws.com',
]

for (const host of publicHosts)
  test(`host ${host} is refused with 403`, async () => {
    const refused = await askAs(await TestEmulator.start(), host)
    expect(refused.status).toBe(403)
    expect(JSON.parse(refused.body)).toMatchObject({ error: 'hostNotAllowed', path: 'Host' })
  })

test('a public host is let in by name, and that of the public URL too', async () => {
  const twinmq = await TestEmulator.start({
    allowHost: ['Queues.Example.com'],
    publicUrl: 'https://mq.example.org:8443',
  })
  expect((await askAs(twinmq, 'queues.example.com:4566')).status).toBe(200)
  expect((await askAs(twinmq, 'mq.example.org:8443')).status).toBe(200)
  expect((await askAs(twinmq, 'other.example.com')).status).toBe(403)
})

for (const [host, origin] of [
  ['localhost:4566', 'http://localhost:4566'],
  ['LocalHost:4566', 'http://localhost:4566'],
  ['localhost:4566', 'https://localhost:4566'],
] as const)
  test(`a page of ${origin} may use the API at host ${host}`, async () => {
    expect((await askAs(await TestEmulator.start(), host, origin)).status).toBe(200)
  })

for (const origin of ['http://localhost:3000', 'https://example.com', 'null', 'http://127.0.0.1:4566', 'nonsense', ''])
  test(`a page of '${origin}' may not use the API at localhost:4566`, async () => {
    const refused = await askAs(await TestEmulator.start(), 'localhost:4566', origin)
    expect(refused.status).toBe(403)
    expect(JSON.parse(refused.body)).toMatchObject({ error: 'originNotAllowed', path: 'Origin' })
  })

test('a page may not drive what changes something', async () => {
  const twinmq = await TestEmulator.start()
  await twinmq.queue('orders')
  const headers = { Host: 'localhost:4566', Origin: 'https://example.com' }
  const refused = await twinmq.ask({ method: 'POST', path: '/_twinmq/reset', headers })
  expect(refused.status).toBe(403)
  expect(twinmq.emulator.broker.totals.queues).toBe(1)
})

test('health is for everyone', async () => {
  const twinmq = await TestEmulator.start()
  const headers = { Host: 'example.com', Origin: 'https://other.example' }
  expect((await twinmq.ask({ path: '/_twinmq/health', headers })).status).toBe(200)
})
