import { expect, onTestFinished, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { type Asked, mnsCall } from '../support/http.ts'

/** A twinmq that must have logged no fault of its own when the test is over. */
async function startFaultless(): Promise<TestEmulator> {
  const twinmq = await TestEmulator.start()
  onTestFinished(() => expect(twinmq.log.errors).toEqual([]))
  return twinmq
}

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)

for (const [name, bytes] of [
  ['every byte there is', everyByte],
  ['a Redis command', Buffer.from('*1\r\n$4\r\nPING\r\n')],
  ['the preface of HTTP/2', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  ['a head without a colon', Buffer.from('GET / HTTP/1.1\r\nnonsense\r\n\r\n')],
  ['two lengths', Buffer.from('POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n')],
  ['a length and chunks', Buffer.from('POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n')],
  ['a method nobody knows', Buffer.from('FROB / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
] as const)
  test(`${name} is no request: 400, and the connection is closed`, async () => {
    const twinmq = await startFaultless()
    const connection = await twinmq.connect()
    expect(await connection.write(bytes).untilClosed()).toMatch(/^HTTP\/1\.1 400 .*connection: close/is)
    expect((await twinmq.ask({ path: '/_twinmq/health' })).status).toBe(200)
  })

test('a head of more than a mebibyte is 431', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  connection.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(1024 * 1024)}\r\n\r\n`)
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 431 /)
})

test('a Query request can carry a message in its URL', async () => {
  const twinmq = await startFaultless()
  const url = new URL(await twinmq.queue('orders'))
  const body = 'x'.repeat(200_000)
  const path = `${url.pathname}?Action=SendMessage&MessageBody=${body}`
  expect((await twinmq.ask({ path })).status).toBe(200)
  expect(await twinmq.sqs('ReceiveMessage', { QueueUrl: url.href })).toMatchObject({ Messages: [{ Body: body }] })
})

const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const entities =
  '<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Message><MessageBody>&b;</MessageBody></Message>'
const external =
  '<!DOCTYPE m [<!ENTITY e SYSTEM "file:///etc/passwd">]><Message><MessageBody>&e;</MessageBody></Message>'

for (const [name, body] of [
  ['ten thousand nested tags', nested(10_000)],
  ['a document type with entities', entities],
  ['a document type with a file', external],
  ['a document that does not end', '<Message><MessageBody>a'],
  ['no document', 'a'],
  ['bytes that are no text', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c, 0x2f, 0x61, 0x3e])],
] as const)
  test(`MNS: ${name} is 400 MalformedXML`, async () => {
    const twinmq = await startFaultless()
    await twinmq.queue('orders')
    const answer = await twinmq.ask({ ...mnsCall('POST', '/queues/orders/messages'), body })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('<Code>MalformedXML</Code>')
    expect(twinmq.emulator.broker.totals.messages).toBe(0)
  })

const target = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': 'AmazonSQS.ListQueues' }

for (const [name, body] of [
  ['half an object', '{"QueueNamePrefix":'],
  ['a list', '[]'],
  ['a text', '"a"'],
  ['null', 'null'],
  ['a number where a text belongs', '{"QueueNamePrefix":7}'],
  ['ten thousand nested lists', `{"QueueNamePrefix":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
] as const)
  test(`SQS: ${name} is 400 SerializationException`, async () => {
    const twinmq = await startFaultless()
    const answer = await twinmq.ask({ method: 'POST', headers: target, body })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body).__type).toMatch(/#SerializationException$/)
  })

const methods: readonly [name: string, asked: Asked, status: number, code: string][] = [
  ['SQS: PUT', { method: 'PUT', path: '/' }, 405, 'MethodNotAllowed'],
  ['SQS: DELETE of a queue path', { method: 'DELETE', path: '/000000000000/orders' }, 405, 'MethodNotAllowed'],
  ['SQS: PUT with a target', { method: 'PUT', path: '/', headers: target, body: '{}' }, 405, 'MethodNotAllowed'],
  ['SQS: TRACE', { method: 'TRACE', path: '/' }, 405, 'MethodNotAllowed'],
  ['SQS: PROPFIND', { method: 'PROPFIND', path: '/' }, 405, 'MethodNotAllowed'],
  ['MNS: PATCH of a queue', mnsCall('PATCH', '/queues/orders'), 400, 'InvalidRequestURL'],
  ['MNS: POST of a queue', mnsCall('POST', '/queues/orders'), 400, 'InvalidRequestURL'],
  ['MNS: a path nobody knows', mnsCall('GET', '/queues/orders/messages/1'), 400, 'InvalidRequestURL'],
]

for (const [name, asked, status, code] of methods)
  test(`${name} is ${status} ${code}`, async () => {
    const twinmq = await startFaultless()
    const answer = await twinmq.ask(asked)
    expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(code)])
  })
