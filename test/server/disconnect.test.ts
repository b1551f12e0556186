import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { type Asked, mnsCall, sqsCall } from '../support/http.ts'

const polls: Readonly<Record<string, (QueueUrl: string) => Asked>> = {
  SQS: (QueueUrl) => sqsCall('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 20 }),
  MNS: () => mnsCall('GET', '/queues/orders/messages?waitseconds=30'),
}

for (const [cloud, poll] of Object.entries(polls)) {
  test(`${cloud}: a client that leaves in a long poll takes no message, and nothing is logged as a fault`, async () => {
    const twinmq = await TestEmulator.start()
    const QueueUrl = await twinmq.queue('orders')
    const asking = twinmq.startAsking(poll(QueueUrl))
    await twinmq.untilDue('something')
    asking.leave()
    await expect(asking.answer).rejects.toThrow()
    await twinmq.untilDue('nothing')
    await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a' })
    expect(await twinmq.sqs('ReceiveMessage', { QueueUrl })).toMatchObject({ Messages: [{ Body: 'a' }] })
    expect(twinmq.log.errors).toEqual([])
    expect(twinmq.log.warnings).toEqual([])
  })

  test(`${cloud}: the place of a client that left goes to the one behind`, async () => {
    const twinmq = await TestEmulator.start()
    const QueueUrl = await twinmq.queue('orders')
    const first = twinmq.startAsking(poll(QueueUrl))
    await twinmq.untilDue('something')
    first.leave()
    await expect(first.answer).rejects.toThrow()
    await twinmq.untilDue('nothing')
    const second = twinmq.startAsking(poll(QueueUrl))
    await twinmq.untilDue('something')
    await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a' })
    expect((await second.answer).status).toBe(200)
  })
}

test('a client that leaves in the middle of its body does nothing, and nothing is logged as a fault', async () => {
  const twinmq = await TestEmulator.start()
  await twinmq.queue('orders')
  const connection = await twinmq.connect()
  connection.write('POST /queues/orders/messages HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n')
  connection.write('Content-Length: 47\r\n\r\n')
  await connection.until(/100 Continue/)
  connection.write('<Message><MessageBody>')
  connection.leave()
  expect(await twinmq.show('/health')).toMatchObject({ status: 'ready', messages: 0 })
  expect(twinmq.log.errors).toEqual([])
})

test('a client that leaves in the middle of a head does nothing, and nothing is logged as a fault', async () => {
  const twinmq = await TestEmulator.start()
  const connection = await twinmq.connect()
  connection.write('POST /queues/orders/messages HTTP/1.1\r\nHo')
  connection.leave()
  expect(await twinmq.show('/health')).toMatchObject({ status: 'ready' })
  expect(twinmq.log.errors).toEqual([])
})
