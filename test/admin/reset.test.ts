import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { sqsCall } from '../support/http.ts'

const reset = { method: 'POST', path: '/_twinmq/reset' }
const startMs = Date.UTC(2026, 0, 1)

test('a reset empties everything, and says nothing', async () => {
  const twinmq = await TestEmulator.start()
  const url = await twinmq.queue('orders')
  await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody: 'a' })
  expect(await twinmq.ask(reset)).toMatchObject({ status: 204, body: '' })
  expect(await twinmq.show('/queues')).toEqual({ queues: [] })
  expect(await twinmq.show('/health')).toMatchObject({ queues: 0, messages: 0 })
})

test('a reset takes the clock back to where --now had it, and the ids of a seed to the first', async () => {
  const twinmq = await TestEmulator.start({ now: startMs, seed: 7 })
  const send = async () => {
    const QueueUrl = await twinmq.queue('orders')
    return twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a' })
  }
  const first = await send()
  await twinmq.emulator.clock.advance(60_000)
  await twinmq.ask(reset)
  expect(await twinmq.show('/clock')).toMatchObject({ nowMs: startMs })
  expect(await send()).toEqual(first)
})

test('a reset leaves a clock that was told no instant where it is', async () => {
  const twinmq = await TestEmulator.start({ clock: 'manual', now: undefined })
  await twinmq.emulator.clock.set(startMs + 60_000)
  await twinmq.ask(reset)
  expect(await twinmq.show('/clock')).toMatchObject({ nowMs: startMs + 60_000 })
})

test('a reset ends long polls', async () => {
  const twinmq = await TestEmulator.start()
  const QueueUrl = await twinmq.queue('orders')
  const poll = twinmq.startAsking(sqsCall('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 20 }))
  await twinmq.untilDue('something')
  await twinmq.ask(reset)
  const { status, body } = await poll.answer
  expect(status).toBe(400)
  expect(body).toContain('QueueDoesNotExist')
})
