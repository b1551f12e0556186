import { expect, test } from 'vitest'
import { maximumBodyBytes } from '../../protocols/adapter.ts'
import { TestEmulator } from '../support/emulator.ts'
import type { RawConnection } from '../support/raw-connection.ts'

const chunkBytes = 64 * 1024
const chunk = Buffer.from(`${chunkBytes.toString(16)}\r\n${' '.repeat(chunkBytes)}\r\n`)
const chunksWithinLimit = maximumBodyBytes / chunkBytes

/** Requests of each protocol, and the form in which each is told that its body is too large. */
const forms = {
  'SQS in JSON': {
    head: 'POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: AmazonSQS.SendMessage\r\nContent-Type: application/x-amz-json-1.0\r\n',
    answer: /content-type: application\/x-amz-json-1\.0\r\n.*"__type":"[^"]*RequestEntityTooLarge"/is,
  },
  'SQS in Query': {
    head: 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n',
    answer: /content-type: text\/xml.*<ErrorResponse .*<Code>RequestEntityTooLarge<\/Code>/is,
  },
  MNS: {
    head: 'POST /queues/q/messages HTTP/1.1\r\nHost: localhost\r\nx-mns-version: 2015-06-06\r\n',
    answer: /x-mns-request-id: .*<Error .*<Code>RequestEntityTooLarge<\/Code>/is,
  },
} as const

async function expectAlive(twinmq: TestEmulator): Promise<void> {
  expect(twinmq.log.errors).toEqual([])
  expect((await twinmq.ask({ path: '/_twinmq/health' })).status).toBe(200)
}

for (const [name, { head, answer }] of Object.entries(forms)) {
  test(`${name}: a body that says it is too large is 413 before it is sent, and the connection is closed`, async () => {
    const twinmq = await TestEmulator.start()
    const connection = await twinmq.connect()
    connection.write(`${head}Content-Length: ${maximumBodyBytes + 1}\r\n\r\n`)
    const received = await connection.untilClosed()
    expect(received).toMatch(/^HTTP\/1\.1 413 .*connection: close/is)
    expect(received).toMatch(answer)
    await expectAlive(twinmq)
  })

  test(`${name}: a body that grows too large in chunks is 413, and the connection is closed`, async () => {
    const twinmq = await TestEmulator.start()
    const connection = await twinmq.connect()
    connection.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    await connection.writeWhileOpen(chunk, chunksWithinLimit + 1)
    const received = await connection.untilClosed()
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
    expect(received).toMatch(answer)
    await expectAlive(twinmq)
  })
}

test('a client that goes on sending too much is cut off', async () => {
  const twinmq = await TestEmulator.start()
  const connection = await twinmq.connect()
  connection.write(`${forms.MNS.head}Transfer-Encoding: chunked\r\n\r\n`)
  // Far more than is read: the writing ends when the other side has closed.
  await connection.writeWhileOpen(chunk, 100 * chunksWithinLimit)
  await connection.untilClosed()
  await expectAlive(twinmq)
})

test('a body of exactly the limit is read whole', async () => {
  const twinmq = await TestEmulator.start()
  const connection = await sendAtLimit(twinmq)
  expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 400 .*SerializationException/s)
  connection.leave()
})

async function sendAtLimit(twinmq: TestEmulator): Promise<RawConnection> {
  const connection = await twinmq.connect()
  connection.write(`${forms['SQS in JSON'].head}Transfer-Encoding: chunked\r\n\r\n`)
  await connection.writeWhileOpen(chunk, chunksWithinLimit)
  return connection.write('0\r\n\r\n')
}
