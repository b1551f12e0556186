import { expect, test } from 'vitest'
import type { LogLevel } from '../../src/config/options.ts'
import { TestEmulator } from '../support/emulator.ts'
import { ask, sqsCall } from '../support/http.ts'

const emulator = (logLevel: LogLevel = 'debug') => TestEmulator.start({ logLevel })
const empty = 'nothing can be received from orders now: it holds no messages'

test('the log says at debug why a receive of SQS came back empty', async () => {
  const twinmq = await emulator()
  const QueueUrl = await twinmq.queue('orders')
  await twinmq.sqs('ReceiveMessage', { QueueUrl })
  await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a' })
  await twinmq.sqs('ReceiveMessage', { QueueUrl })
  expect(twinmq.log.details).toEqual([empty])
  await twinmq.sqs('ReceiveMessage', { QueueUrl })
  expect(twinmq.log.details[1]).toMatch(/1 message is in flight until 2026-01-01T00:00:30.000Z \(received once\)$/)
})

test('and why one of MNS did, or a look at what could be received', async () => {
  const twinmq = await emulator()
  await twinmq.queue('orders')
  const headers = { 'x-mns-version': '2015-06-06' }
  for (const query of ['', '?peekonly=true', '?numOfMessages=5'])
    await twinmq.ask({ path: `/queues/orders/messages${query}`, headers })
  expect(twinmq.log.details).toEqual([empty, empty, empty])
})

test('a long poll is explained when it ends, not when it begins', async () => {
  const twinmq = await emulator()
  const QueueUrl = await twinmq.queue('orders')
  const asking = ask(twinmq.port, sqsCall('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 5 }))
  await twinmq.untilDue('something')
  expect(twinmq.log.details).toEqual([])
  await twinmq.emulator.clock.advance(5_000)
  await asking
  expect(twinmq.log.details).toEqual([empty])
})

test('a receive from a queue that is elsewhere is explained', async () => {
  const twinmq = await emulator()
  await twinmq.queue('orders')
  const QueueUrl = `http://127.0.0.1:${twinmq.port}/queue/eu-west-1/000000000000/orders`
  await twinmq.ask(sqsCall('ReceiveMessage', { QueueUrl }))
  expect(twinmq.log.details).toEqual([
    'there is no queue orders in account 000000000000, region eu-west-1; there is an empty one in account 000000000000, region us-east-1',
  ])
})

test('below debug nothing is looked for', async () => {
  const twinmq = await emulator('info')
  const QueueUrl = await twinmq.queue('orders')
  await twinmq.sqs('ReceiveMessage', { QueueUrl })
  expect(twinmq.log.details).toEqual([])
})
