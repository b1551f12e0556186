import { once } from 'node:events'
import { expect, test } from 'vitest'
import { receiveTimeoutMs } from '../../src/server/tls/both-schemes.ts'
import { type BareServer, startBareServer } from '../support/bare-server.ts'
import { RawConnection } from '../support/raw-connection.ts'

const sqsHead =
  'POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: AmazonSQS.SendMessage\r\nContent-Length: 100\r\n\r\n'
const mnsHead = 'POST /queues/q/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n'

/** What node:http says when a head or body did not come within its time. */
const timedOut = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Opens a connection, writes the beginning of a request, and has its time run out once the server has seen that. */
async function timeOut(bare: BareServer, beginning: string, seen: 'request' | 'connection'): Promise<RawConnection> {
  const noticed = once(bare.server, seen)
  const connection = await RawConnection.open(bare.port)
  connection.write(beginning)
  await noticed
  bare.server.emit('clientError', timedOut(), bare.sockets.at(-1))
  return connection
}

test('a body that stops coming is 408 in the form of SQS, and the connection is closed', async () => {
  const connection = await timeOut(await startBareServer(), `${sqsHead}{"Mess`, 'request')
  const received = await connection.untilClosed()
  expect(received).toMatch(/^HTTP\/1\.1 408 .*connection: close.*"__type":"[^"]*RequestTimeout"/is)
})

test('a body that stops coming is 408 in the form of MNS, and the connection is closed', async () => {
  const connection = await timeOut(await startBareServer(), `${mnsHead}<Mess`, 'request')
  const received = await connection.untilClosed()
  expect(received).toMatch(/^HTTP\/1\.1 408 .*connection: close.*<Code>RequestTimeout<\/Code>/is)
})

test('a head that stops coming is 408, and the connection is closed', async () => {
  const connection = await timeOut(await startBareServer(), 'POST / HTTP/1.1\r\nHo', 'connection')
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 408 .*connection: close/is)
})

test('a second head that stops coming is not answered in the form of the request before', async () => {
  const bare = await startBareServer()
  const connection = await RawConnection.open(bare.port)
  connection.write('PUT /queues/q HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
  const first = await connection.until(/<\/Error>/)
  bare.server.emit('clientError', timedOut(), bare.sockets.at(-1))
  const received = (await connection.untilClosed()).slice(first.length)
  expect(received).toMatch(/^HTTP\/1\.1 408 .*text\/plain/is)
})

test('node:http is what notices: with a short time of its own it is 408 by itself', async () => {
  // The one real wait: the time node:http gives is its own, so a test can only make it short.
  const times = { requestTimeout: 40, headersTimeout: 40, connectionsCheckingInterval: 10 }
  const bare = await startBareServer(times)
  const connection = await RawConnection.open(bare.port)
  connection.write(`${mnsHead}<Mess`)
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 408 .*<Code>RequestTimeout<\/Code>/s)
})

test('a head or body has thirty seconds to come', () => {
  expect(receiveTimeoutMs).toBe(30_000)
})
