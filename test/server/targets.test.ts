import { expect, onTestFinished, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { sqsCall } from '../support/http.ts'

async function startFaultless(): Promise<TestEmulator> {
  const twinmq = await TestEmulator.start()
  onTestFinished(() => expect(twinmq.log.errors).toEqual([]))
  return twinmq
}

/** The bytes of a request, its head as given. */
function request(line: string, headers: readonly string[], body = ''): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  return [line, ...headers, length, '', body].join('\r\n')
}

const createQueue = JSON.stringify({ QueueName: 'orders' })
const createHeaders = ['X-Amz-Target: AmazonSQS.CreateQueue', 'Content-Type: application/x-amz-json-1.0']

test('an absolute target names scheme and host, whatever the Host header says', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  const line = 'POST https://queues.example:8443/ HTTP/1.1'
  connection.write(request(line, ['Host: 127.0.0.1:1', ...createHeaders], createQueue))
  const received = await connection.until(/"QueueUrl":"[^"]*"/)
  expect(/"QueueUrl":"([^"]*)"/.exec(received)?.[1]).toMatch(/^https:\/\/([^/]*\.)?queues\.example:8443\//)
  connection.leave()
})

test('an absolute target of MNS names account and region', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  const host = '1234567890123456.mns.cn-hangzhou.aliyuncs.com'
  connection.write(request(`PUT http://${host}/queues/orders HTTP/1.1`, [`Host: ${host}`, 'x-mns-version: 2015-06-06']))
  const received = await connection.until(/\r\n\r\n/)
  expect(received).toMatch(/^HTTP\/1\.1 201 /)
  expect(received.toLowerCase()).toContain(`location: http://${host}/queues/orders\r\n`)
  expect(await twinmq.show('/queues')).toMatchObject({
    queues: [{ name: 'orders', account: '1234567890123456', region: 'cn-hangzhou' }],
  })
  connection.leave()
})

test('an absolute target without a path is the root, and keeps its query', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  connection.write(request('GET http://localhost?Action=ListQueues HTTP/1.1', ['Host: localhost']))
  expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 .*<ListQueuesResult/s)
  connection.leave()
})

test('our own API answers an absolute target too', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  connection.write(request('GET http://localhost:4566/_twinmq/health HTTP/1.1', ['Host: localhost:4566']))
  expect(await connection.until(/\r\n\r\n.+/s)).toMatch(/^HTTP\/1\.1 200 .*"status":"ready"/s)
  connection.leave()
})

const oddHosts = [
  'localhost',
  'ExAmPle',
  'exa_mple:4566',
  '[::1]:4566',
  'localhost:',
  '127.0.0.1:65536',
  'user@host',
  'a b',
  'host/path?query#part',
  '"><script>',
  '%',
  '',
  '\xfc\xf1\xef',
  `${'x'.repeat(5_000)}.test`,
]

for (const host of oddHosts)
  test(`a Host header of '${host.slice(0, 30)}' is no obstacle`, async () => {
    const twinmq = await startFaultless()
    const connection = await twinmq.connect()
    connection.write(
      Buffer.from(request('POST / HTTP/1.1', [`Host: ${host}`, ...createHeaders], createQueue), 'latin1'),
    )
    expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 /)
    connection.leave()
    expect((await twinmq.ask({ path: '/_twinmq/health' })).status).toBe(200)
  })

test.each(['a b<c>"', 'a&b', 'user@evil', 'host/path', '\xfc', '%zz', 'localhost:99999', '[::1'])(
  "a Host header of '%s', which is no host, is not repeated: URLs have our own address",
  async (host) => {
    const twinmq = await startFaultless()
    const connection = await twinmq.connect()
    connection.write(
      Buffer.from(request('POST / HTTP/1.1', [`Host: ${host}`, ...createHeaders], createQueue), 'latin1'),
    )
    expect(await connection.until(/"QueueUrl":"[^"]*"/)).toContain(
      `"QueueUrl":"http://127.0.0.1:${twinmq.port}/000000000000/orders"`,
    )
    connection.leave()
  },
)

test('our own API answers a malformed Host header without a fault', async () => {
  const twinmq = await startFaultless()
  for (const path of ['/_twinmq/queues', '/_localstack/health'])
    for (const host of ['a b', 'localhost:', 'localhost:99999', '%zz', 'a@b']) {
      const { status, body } = await twinmq.ask({ path, headers: { Host: host } })
      expect([status, JSON.parse(body)]).toEqual([
        400,
        { error: 'badHost', message: 'the Host header is not a host', path: '' },
      ])
    }
})

test('HTTP/1.0 without a Host is answered, with our own address in URLs, and closed', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  connection.write(request('POST / HTTP/1.0', createHeaders, createQueue))
  const received = await connection.untilClosed()
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toMatch(new RegExp(`"http://127\\.0\\.0\\.1:${twinmq.port}/[^"]*/orders"`))
})

test('HTTP/1.1 without a Host is answered as well', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  connection.write(request('POST / HTTP/1.1', createHeaders, createQueue))
  expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 /)
  connection.leave()
})

test('our own API answers a request without a Host', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  connection.write(request('GET /_twinmq/health HTTP/1.0', []))
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 200 .*"status":"ready"/s)
})

test('a client that asks whether to go on is told to, and answered', async () => {
  const twinmq = await startFaultless()
  await twinmq.queue('orders')
  const connection = await twinmq.connect()
  const body = '<Message><MessageBody>a</MessageBody></Message>'
  const head = request('POST /queues/orders/messages HTTP/1.1', ['Host: localhost', 'Expect: 100-continue'], body)
  connection.write(head.slice(0, -body.length))
  expect(await connection.until(/100 Continue\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
  connection.write(body)
  expect(await connection.until(/<\/Message>/)).toMatch(/\r\n\r\nHTTP\/1\.1 201 /)
  connection.leave()
})

test('requests written one behind the other are answered in that order', async () => {
  const twinmq = await startFaultless()
  const QueueUrl = await twinmq.queue('orders')
  const connection = await twinmq.connect()
  const call = (action: string, input: object) => {
    const { headers, body } = sqsCall(action, input)
    const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
    return request('POST / HTTP/1.1', ['Host: localhost', ...lines], String(body))
  }
  // The first has to wait for what the second one sends.
  const poll = call('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 20 })
  const send = call('SendMessage', { QueueUrl, MessageBody: 'a' })
  const list = call('ListQueues', {})
  connection.write(poll + send + list)
  const received = await connection.until(/QueueUrls/)
  const order = ['"Body":"a"', '"MD5OfMessageBody"', '"QueueUrls"'].map((text) => received.indexOf(text))
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3)
  connection.leave()
})

for (const path of ['/', '/queues/orders', '/_twinmq/health', '/nothing'])
  test(`HEAD ${path} is answered without a body, and the connection goes on`, async () => {
    const twinmq = await startFaultless()
    const connection = await twinmq.connect()
    const list = request('GET /?Action=ListQueues HTTP/1.1', ['Host: localhost'])
    connection.write(request(`HEAD ${path} HTTP/1.1`, ['Host: localhost']) + list)
    const received = await connection.until(/<\/ListQueuesResponse>/)
    const [head, rest] = received.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 \d{3} /)
    expect(rest).toMatch(/^HTTP\/1\.1 200 /)
    connection.leave()
  })

test('a connection is kept for the next request', async () => {
  const twinmq = await startFaultless()
  const connection = await twinmq.connect()
  for (const marker of ['first', 'second']) {
    await twinmq.queue(marker)
    connection.write(request(`GET /?Action=ListQueues&QueueNamePrefix=${marker} HTTP/1.1`, ['Host: localhost']))
    expect(await connection.until(new RegExp(`/${marker}</QueueUrl>`))).toContain(marker)
  }
  connection.leave()
})
