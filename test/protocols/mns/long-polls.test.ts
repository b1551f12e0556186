import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Mns, type MnsReply, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
})
afterEach(() => mns.app.close())

/** A receive whose answer can be looked for at any time. */
function waiting(query: string, queue = 'orders'): { answer: MnsReply | undefined; atMs: number; leave(): void } {
  const { reply, leave } = mns.open(`GET /queues/${queue}/messages${query}`)
  const poll = { answer: undefined as MnsReply | undefined, atMs: 0, leave }
  void reply.then((answer) => {
    poll.answer = answer
    poll.atMs = mns.app.clock.nowMs() - Date.UTC(2026, 0, 1)
  })
  return poll
}

test('a wait on an empty queue ends with MessageNotExist when its time is over', async () => {
  const poll = waiting('?waitseconds=2')
  await mns.app.clock.advance(1_999)
  expect(poll.answer).toBeUndefined()
  await mns.app.clock.advance(1)
  expect([poll.answer?.status, poll.answer?.text('Code'), poll.atMs]).toEqual([404, 'MessageNotExist', 2_000])
})

test('a wait ends with the send of a message', async () => {
  const poll = waiting('?waitseconds=10')
  await mns.app.clock.advance(500)
  await mns.send('orders', 'a')
  await mns.app.clock.advance(0)
  expect([poll.answer?.text('MessageBody'), poll.atMs]).toEqual(['a', 500])
})

test('a wait of 30 seconds ends with a message sent at 2 seconds', async () => {
  const poll = waiting('?waitseconds=30')
  await mns.app.clock.advance(2_000)
  await mns.send('orders', 'a')
  await mns.app.clock.advance(0)
  expect([poll.answer?.status, poll.atMs]).toEqual([200, 2_000])
})

test('a wait ends when the delay of a message ends', async () => {
  await mns.send('orders', 'a', '<DelaySeconds>3</DelaySeconds>')
  const poll = waiting('?waitseconds=10')
  await mns.app.clock.advance(2_999)
  expect(poll.answer).toBeUndefined()
  await mns.app.clock.advance(7_001)
  expect([poll.answer?.text('MessageBody'), poll.answer?.text('NextVisibleTime')]).toEqual([
    'a',
    `${Date.UTC(2026, 0, 1) + 33_000}`,
  ])
})

test('a wait ends when the visibility timeout of a message ends', async () => {
  await mns.create('quick', '<VisibilityTimeout>4</VisibilityTimeout>')
  await mns.send('quick', 'a')
  await mns.receive('quick')
  const poll = waiting('?waitseconds=10', 'quick')
  await mns.app.clock.advance(4_000)
  expect([poll.answer?.text('MessageBody'), poll.answer?.text('DequeueCount')]).toEqual(['a', '2'])
})

test('without waitseconds the wait is the queue’s, and waitseconds=0 overrides it', async () => {
  await mns.create('patient', '<PollingWaitSeconds>10</PollingWaitSeconds>')
  expect((await mns.receive('patient', '?waitseconds=0')).text('Code')).toBe('MessageNotExist')
  const poll = waiting('', 'patient')
  await mns.app.clock.advance(9_999)
  expect(poll.answer).toBeUndefined()
  await mns.app.clock.advance(1)
  expect(poll.answer?.status).toBe(404)
})

test('a batch receive waits too, and takes what has come by then', async () => {
  const poll = waiting('?numOfMessages=16&waitseconds=5')
  await mns.app.clock.advance(1_000)
  await mns.send('orders', 'a')
  await mns.app.clock.advance(0)
  expect([poll.answer?.document?.name, poll.answer?.texts('MessageBody')]).toEqual(['Messages', ['a']])
})

test.each(['31', '100', '-1', 'long'])(
  'waitseconds=%s is InvalidArgument and the text names PollingWaitSeconds',
  async (value) => {
    for (const query of [`?waitseconds=${value}`, `?numOfMessages=2&waitseconds=${value}`]) {
      const { status, text } = await mns.receive('orders', query)
      expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
      expect(text('Message')).toBe('The value of PollingWaitSeconds should between 0 and 30 seconds')
    }
  },
)

test('of two who wait for one message the first gets it', async () => {
  const first = waiting('?waitseconds=5')
  const second = waiting('?waitseconds=5')
  await mns.send('orders', 'a')
  await mns.app.clock.advance(5_000)
  expect([first.answer?.status, second.answer?.status]).toEqual([200, 404])
})

test('one who has gone takes no message', async () => {
  const poll = waiting('?waitseconds=10')
  poll.leave()
  await mns.send('orders', 'a')
  await mns.app.clock.advance(0)
  expect(poll.answer).toBeUndefined()
  const { text } = await mns.attributes('orders')
  expect([text('ActiveMessages'), text('InactiveMessages')]).toEqual(['1', '0'])
  expect((await mns.receive('orders')).text('DequeueCount')).toBe('1')
})

test('a wait ends with QueueNotExist when the queue is deleted', async () => {
  const poll = waiting('?waitseconds=10')
  await mns.app.clock.advance(1_000)
  await mns.call('DELETE /queues/orders')
  await mns.app.clock.advance(0)
  expect([poll.answer?.status, poll.answer?.text('Code'), poll.atMs]).toEqual([404, 'QueueNotExist', 1_000])
})
