import { expect, test } from 'vitest'
import { maximumBodyBytes } from '../../protocols/adapter.ts'
import { startBareServer } from '../support/bare-server.ts'
import { TestEmulator } from '../support/emulator.ts'
import { type Asked, ask, mnsCall, sqsCall } from '../support/http.ts'

const startMs = Date.UTC(2026, 0, 1)

/** The head of an answer as it came, letter by letter. */
async function headOf(twinmq: TestEmulator, { method, path, headers, body = '' }: Asked): Promise<string> {
  const connection = await twinmq.connect()
  const lines = Object.entries({ Host: 'localhost', ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  connection.write(`${method} ${path ?? '/'} HTTP/1.1\r\n${head}\r\n${String(body)}`)
  const [answered] = (await connection.until(/\r\n\r\n/)).split('\r\n\r\n')
  connection.leave()
  return answered ?? ''
}

test('names of headers go out as the APIs write them: some clients look them up letter by letter', async () => {
  const twinmq = await TestEmulator.start()
  const mns = await headOf(twinmq, mnsCall('PUT', '/queues/orders'))
  for (const name of ['Location', 'x-mns-request-id', 'x-mns-version', 'Server']) expect(mns).toContain(`\r\n${name}: `)
  expect(await headOf(twinmq, sqsCall('ListQueues', {}))).toContain('\r\nx-amzn-RequestId: ')
})

test('an answer without a body says nothing of its type, and how long it is', async () => {
  const twinmq = await TestEmulator.start()
  const created = await headOf(twinmq, mnsCall('PUT', '/queues/orders'))
  expect(created).toMatch(/^HTTP\/1\.1 201 .*\r\ncontent-length: 0(\r\n|$)/is)
  expect(created).not.toMatch(/content-type/i)
})

test('an answer of 204 has neither type nor length', async () => {
  const twinmq = await TestEmulator.start()
  const head = await headOf(twinmq, mnsCall('DELETE', '/queues/orders'))
  expect(head).toMatch(/^HTTP\/1\.1 204 /)
  expect(head).not.toMatch(/content-(type|length)/i)
})

const dated: Readonly<Record<string, Asked>> = {
  SQS: sqsCall('ListQueues', {}),
  MNS: mnsCall('GET', '/queues'),
  'our own API': { path: '/_twinmq/queues' },
  'a body that is too large': { method: 'POST', headers: { 'Content-Length': String(maximumBodyBytes + 1) } },
}

for (const [name, asked] of Object.entries(dated))
  test(`under a manual clock the date of an answer is that of the clock: ${name}`, async () => {
    const twinmq = await TestEmulator.start({ now: startMs })
    await twinmq.emulator.clock.advance(90_000)
    expect((await twinmq.ask(asked)).headers.date).toBe('Thu, 01 Jan 2026 00:01:30 GMT')
  })

test('before the state is loaded both APIs answer that they are not ready', async () => {
  const { port } = await startBareServer()
  const sqs = await ask(port, sqsCall('ListQueues', {}))
  expect([sqs.status, sqs.body]).toEqual([503, expect.stringContaining('ServiceUnavailable')])
  const mns = await ask(port, mnsCall('GET', '/queues'))
  expect([mns.status, mns.body]).toEqual([503, expect.stringContaining('<Code>InternalError</Code>')])
})

test('each answered request is a line of the log', async () => {
  const twinmq = await TestEmulator.start()
  const QueueUrl = await twinmq.queue('orders')
  await twinmq.ask(sqsCall('SendMessage', { QueueUrl, MessageBody: 'a' }))
  await twinmq.ask(sqsCall('SendMessage', { QueueUrl: `${QueueUrl}-not`, MessageBody: 'a' }))
  await twinmq.ask(mnsCall('GET', '/queues/none'))
  await twinmq.ask({ path: '/_twinmq/messages?queue=orders' })
  const tookMs = expect.any(Number)
  expect(twinmq.log.requests).toEqual([
    { api: 'sqs', action: 'CreateQueue', queue: 'orders', status: 200, code: undefined, tookMs },
    { api: 'sqs', action: 'SendMessage', queue: 'orders', status: 200, code: undefined, tookMs },
    { api: 'sqs', action: 'SendMessage', queue: 'orders-not', status: 400, code: 'QueueDoesNotExist', tookMs },
    { api: 'mns', action: 'GetQueueAttributes', queue: 'none', status: 404, code: 'QueueNotExist', tookMs },
    { api: 'twinmq', action: 'GET /_twinmq/messages', queue: 'orders', status: 200, code: undefined, tookMs },
  ])
})

test('an answer with a header that HTTP cannot carry is a fault of ours, and the next request is answered', async () => {
  const twinmq = await TestEmulator.start({ publicUrl: 'http://\u4f8b.test' })
  const created = await twinmq.ask(mnsCall('PUT', '/queues/orders'))
  expect([created.status, created.body]).toEqual([500, expect.stringContaining('<Code>InternalError</Code>')])
  expect(twinmq.log.errors).toEqual([expect.stringContaining('Invalid character in header content')])
  expect((await twinmq.ask(mnsCall('DELETE', '/queues/orders'))).status).toBe(204)
})
