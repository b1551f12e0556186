import { beforeEach, expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { json } from '../support/http.ts'

let twinmq: TestEmulator

beforeEach(async () => {
  twinmq = await TestEmulator.start()
})

test('a queue with a ready message gives no reason', async () => {
  const url = await twinmq.queue('orders')
  await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody: 'a' })
  expect(await twinmq.show('/why-empty?queue=orders')).toEqual({
    queue: 'orders',
    account: '000000000000',
    region: 'us-east-1',
    counts: { ready: 1, delayed: 0, inFlight: 0 },
    reasons: [],
  })
})

test('every reason has a word for programs and a sentence for people, and one line says all', async () => {
  const url = await twinmq.queue('orders')
  await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody: 'a', DelaySeconds: 5 })
  expect(await twinmq.show('/why-empty?queue=orders')).toMatchObject({
    reasons: [{ kind: 'delayed', message: '1 message is delayed until 2026-01-01T00:00:05.000Z' }],
    message: 'nothing can be received from orders now: 1 message is delayed until 2026-01-01T00:00:05.000Z',
  })
})

test('what is due is done first, and looking changes nothing', async () => {
  const url = await twinmq.queue('orders')
  await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody: 'a', DelaySeconds: 5 })
  await twinmq.emulator.clock.advance(5_000)
  for (let i = 0; i < 2; i++)
    expect(await twinmq.show('/why-empty?queue=orders')).toMatchObject({ counts: { ready: 1 }, reasons: [] })
})

for (const call of ['why-empty', 'messages'])
  test(`${call} of a queue that is not there says where it may be`, async () => {
    await twinmq.queue('orders')
    const answer = await twinmq.ask({ path: `/_twinmq/${call}?queue=orders&region=eu-west-1` })
    expect([answer.status, json(answer)]).toEqual([
      404,
      {
        error: 'queueNotFound',
        message:
          'there is no queue orders in account 000000000000, region eu-west-1; there is an empty one in account 000000000000, region us-east-1',
        path: 'queue',
      },
    ])
  })

test('without a queue it is 400, and by another method 405', async () => {
  expect(await twinmq.ask({ path: '/_twinmq/why-empty' })).toMatchObject({ status: 400 })
  expect(await twinmq.ask({ method: 'POST', path: '/_twinmq/why-empty?queue=a' })).toMatchObject({ status: 405 })
})
