import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { mnsCall } from '../support/http.ts'

const empty = { ready: 0, delayed: 0, inFlight: 0 }
const here = { account: '000000000000', region: 'us-east-1' }

test('every queue is listed with its counts, by name', async () => {
  const twinmq = await TestEmulator.start()
  const QueueUrl = await twinmq.queue('orders')
  await twinmq.queue('invoices')
  for (const DelaySeconds of [0, 0, 5]) await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a', DelaySeconds })
  await twinmq.sqs('ReceiveMessage', { QueueUrl })
  expect(await twinmq.show('/queues')).toEqual({
    queues: [
      { name: 'invoices', ...here, fifo: false, counts: empty },
      { name: 'orders', ...here, fifo: false, counts: { ready: 1, delayed: 1, inFlight: 1 } },
    ],
  })
})

test('a FIFO queue is shown as one', async () => {
  const twinmq = await TestEmulator.start()
  await twinmq.queue('orders')
  await twinmq.queue('orders.fifo', { FifoQueue: 'true' })
  expect(await twinmq.show('/queues')).toMatchObject({
    queues: [
      { name: 'orders', fifo: false },
      { name: 'orders.fifo', fifo: true },
    ],
  })
})

test('queues of every account and region are listed', async () => {
  const twinmq = await TestEmulator.start()
  const put = mnsCall('PUT', '/queues/orders')
  await twinmq.ask({ ...put, headers: { ...put.headers, Host: '1234567890123456.mns.cn-hangzhou.aliyuncs.com' } })
  expect(await twinmq.show('/queues')).toMatchObject({
    queues: [{ name: 'orders', account: '1234567890123456', region: 'cn-hangzhou' }],
  })
})

test('without a queue the list is there, and empty', async () => {
  const twinmq = await TestEmulator.start()
  expect(await twinmq.show('/queues')).toEqual({ queues: [] })
})
