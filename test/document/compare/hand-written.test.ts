import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { highest } from '../../../src/document/values.ts'
import { fixtureValue } from '../../../src/emulator/fixtures.ts'
import { TestEmulator } from '../../support/emulator.ts'
import { mnsCall } from '../../support/http.ts'

const url = (queue: string) => `http://127.0.0.1/000000000000/${queue}`
const { serial, amount } = highest.byHand

function world(document: object, given = {}): Promise<TestEmulator> {
  return TestEmulator.start(given, [fixtureValue(document)])
}

async function holdings(twinmq: TestEmulator, queue: string): Promise<unknown> {
  return Object(await twinmq.show(`/messages?queue=${queue}`)).counts
}

describe('a message that people put into a FIFO queue deduplicates sends of the five minutes after its own', () => {
  test.each([
    ['its id', {}, { deduplicationId: 'd' }, { MessageDeduplicationId: 'd' }],
    ['its body', { ContentBasedDeduplication: true }, {}, {}],
    [
      'its id in its group',
      { DeduplicationScope: 'messageGroup' },
      { deduplicationId: 'd' },
      { MessageDeduplicationId: 'd' },
    ],
  ])('by %s', async (_, attributes, message, sent) => {
    const messages = [{ body: 'x', group: 'g', sent: '-1m', ...message }]
    const document = { queues: [{ name: 'a.fifo', attributes, messages }] }
    const put = await TestEmulator.start()
    await put.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: JSON.stringify(document) })
    for (const twinmq of [await world(document), put]) {
      const [{ messageId }] = Object(await twinmq.show('/messages?queue=a.fifo')).messages
      const send = { QueueUrl: url('a.fifo'), MessageBody: 'x', MessageGroupId: 'g', ...sent }
      await twinmq.emulator.clock.advance(239_999)
      const again = Object(await twinmq.sqs('SendMessage', send))
      expect(again.MessageId.replaceAll('-', '')).toBe(messageId.replaceAll('-', ''))
      expect(await holdings(twinmq, 'a.fifo')).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
      await twinmq.emulator.clock.advance(1)
      await twinmq.sqs('SendMessage', send)
      expect(await holdings(twinmq, 'a.fifo')).toEqual({ ready: 2, delayed: 0, inFlight: 0 })
    }
  })
})

test('the highest numbers that people may write are gone on from, saved, and read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-numbers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const message = { body: 'x', sequence: serial, receives: amount, receipt: amount, receivesElsewhere: amount }
  const source = { account: '000000000000', region: 'us-east-1', name: 'dlq' }
  const task = { id: '0'.repeat(32), source, sourceId: serial, destination: { ...source, name: 'q' } }
  const document = {
    sequence: serial,
    queues: [
      { name: 'q', id: serial - 1, lastSequence: serial, messages: [message] },
      { name: 'dlq', id: serial, messages: [{ body: 'dead' }, { body: 'dead' }] },
    ],
    moveTasks: [{ ...task, started: 'now', status: 'running', ratePerSecond: 1, moved: amount, toMove: amount }],
  }
  const own = { memory: false, data: join(folder, 'state.json') }
  const first = await world(document, own)
  const received = Object(await first.sqs('ReceiveMessage', { QueueUrl: url('q') }))
  expect(received.Messages).toHaveLength(1)
  await first.sqs('ChangeMessageVisibility', {
    QueueUrl: url('q'),
    ReceiptHandle: received.Messages[0].ReceiptHandle,
    VisibilityTimeout: 0,
  })
  expect(await first.ask(mnsCall('GET', '/queues/q/messages'))).toMatchObject({ status: 200 })
  await first.sqs('SendMessage', { QueueUrl: url('q'), MessageBody: 'y' })
  const saved = (await first.ask({ path: '/_twinmq/snapshot' })).body
  await first.emulator.stop()
  const second = await TestEmulator.start({ ...own, now: Date.UTC(2026, 0, 2) })
  expect(await holdings(second, 'q')).toEqual({ ready: 3, delayed: 0, inFlight: 0 })
  await second.emulator.stop()
  const third = await TestEmulator.start(own)
  expect(await third.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: saved })).toMatchObject({ status: 200 })
})
