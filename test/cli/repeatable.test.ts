import { expect, test } from 'vitest'
import { Command } from '../support/command.ts'
import { type Asked, mnsCall, sqsCall } from '../support/http.ts'
import { RawConnection } from '../support/raw-connection.ts'

const QueueUrl = 'http://localhost:4566/000000000000/orders'
const batch = { QueueUrl, Entries: ['a', 'b'].map((id) => ({ Id: id, MessageBody: `batch ${id}` })) }

/** Calls of every kind: both clouds, both protocols of SQS, our own API, successes and errors. */
const calls: readonly Asked[] = [
  sqsCall('CreateQueue', { QueueName: 'orders', tags: { team: 'pay' } }),
  sqsCall('SendMessage', { QueueUrl, MessageBody: 'hello' }),
  sqsCall('SendMessageBatch', batch),
  sqsCall('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] }),
  sqsCall('GetQueueAttributes', { QueueUrl, AttributeNames: ['All'] }),
  sqsCall('SendMessage', { QueueUrl: `${QueueUrl}-not`, MessageBody: 'a' }),
  sqsCall('NoSuchAction', {}),
  { path: '/?Action=ListQueues' },
  { path: '/?Action=NoSuchAction' },
  { method: 'PUT', path: '/' },
  mnsCall('PUT', '/queues/inbox'),
  mnsCall('POST', '/queues/inbox/messages', '<Message><MessageBody>a</MessageBody></Message>'),
  mnsCall('GET', '/queues/inbox/messages'),
  mnsCall('GET', '/queues/none'),
  mnsCall('DELETE', '/queues/inbox'),
  { method: 'POST', path: '/_twinmq/clock', body: '{"advance":"1m"}' },
  sqsCall('ReceiveMessage', { QueueUrl }),
  { path: '/_twinmq/queues' },
  { path: '/_twinmq/messages?queue=orders' },
  { path: '/_twinmq/nothing' },
  { method: 'POST', path: '/_twinmq/reset' },
  sqsCall('ListQueues', {}),
]

/** Every byte that a fresh command answers to these calls. */
async function answers(): Promise<string> {
  const command = await Command.start(['--memory', '--seed', '42', '--now', '2026-01-01T00:00:00Z'])
  const connection = await RawConnection.open(command.port)
  for (const [index, call] of calls.entries()) {
    connection.write(bytesOf(call))
    // Our own API counts no requests, so that a marker between the calls changes nothing.
    connection.write(bytesOf({ path: `/_twinmq/marker-${index}` }))
    await connection.until(new RegExp(`no /_twinmq/marker-${index};`))
  }
  connection.leave()
  return connection.received
}

function bytesOf({ method = 'GET', path = '/', headers = {}, body = '' }: Asked): string {
  const all = { Host: 'localhost:4566', ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${String(body)}`
}

test('with a seed and an instant two runs answer the same bytes', async () => {
  const [first, second] = [await answers(), await answers()]
  expect(second).toBe(first)
  expect(first.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(2 * calls.length)
})

test('another seed answers other ids', async () => {
  const messageId = async (seed: string) => {
    const command = await Command.start(['--memory', '--seed', seed])
    const connection = await RawConnection.open(command.port)
    for (const call of calls.slice(0, 2)) connection.write(bytesOf(call))
    const received = await connection.until(/"MessageId":"[^"]*"/)
    connection.leave()
    return /"MessageId":"([^"]*)"/.exec(received)?.[1]
  }
  const ids = [await messageId('1'), await messageId('1'), await messageId('2')]
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('names of headers go out as the APIs write them: some clients look them up letter by letter', async () => {
  const command = await Command.start(['--memory'])
  const connection = await RawConnection.open(command.port)
  connection.write(bytesOf(mnsCall('PUT', '/queues/orders')))
  const created = await connection.until(/\r\n\r\n/)
  for (const name of ['Location', 'x-mns-request-id', 'x-mns-version', 'Server'])
    expect(created).toContain(`\r\n${name}: `)
  expect(created).not.toMatch(/content-type/i)
  connection.write(bytesOf(sqsCall('ListQueues', {})))
  expect(await connection.until(/\{\}|QueueUrls/)).toContain('\r\nx-amzn-RequestId: ')
  connection.leave()
})
