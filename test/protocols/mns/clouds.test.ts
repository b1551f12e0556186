import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SendMessage } from '../../../src/core/commands/command.ts'
import { carryOut, type Mns, startMns } from './client.ts'

/** What the other cloud does to a queue, in the words of the engine. */
const queue = { account: '000000000000', region: 'us-east-1', name: 'a_b.fifo' }
const fromSqs: SendMessage = {
  kind: 'sendMessage',
  queue,
  body: 'a',
  bytes: 1,
  defaultMaximumBytes: 1_048_576,
  ceilingBytes: 1_048_576,
  senderId: '000000000000',
}

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

function created(settings: object = {}): void {
  const { ok } = carryOut(mns.app, { kind: 'createQueue', queue, settings, tags: [], mustMatch: {}, defaults: {} })
  expect(ok).toBe(true)
}

test('a queue of the other cloud is found under any name it has', async () => {
  created()
  expect((await mns.attributes('a_b.fifo')).text('QueueName')).toBe('a_b.fifo')
  expect((await mns.call('GET /queues')).text('QueueURL')).toBe('http://127.0.0.1:4566/queues/a_b.fifo')
  expect((await mns.attributes('a%5Fb.fifo')).text('QueueName')).toBe('a_b.fifo')
  expect((await mns.send('a_b.fifo', 'a')).status).toBe(201)
})

test('a queue that was told nothing shows the defaults of MNS, one that was told shows that', async () => {
  created({ retentionMs: 1_209_600_000, maximumMessageBytes: 1_048_576, visibilityTimeoutMs: 0 })
  const { text } = await mns.attributes('a_b.fifo')
  expect([text('MessageRetentionPeriod'), text('MaximumMessageSize')]).toEqual(['1209600', '1048576'])
  expect([text('VisibilityTimeout'), text('DelaySeconds'), text('LoggingEnabled')]).toEqual(['0', '0', 'False'])
})

test('a send obeys the smaller of the size that was set and 65,536 bytes', async () => {
  created({ maximumMessageBytes: 1_048_576 })
  const { status, text } = await mns.send('a_b.fifo', 'a'.repeat(65_537))
  expect([status, text('Message')]).toEqual([400, 'The value of MessageBody should between 1 and 65536 bytes'])
})

test('a body of 1 MiB goes out whole', async () => {
  created()
  const body = 'a'.repeat(1_048_576)
  carryOut(mns.app, { ...fromSqs, body, bytes: body.length })
  expect((await mns.receive('a_b.fifo')).text('MessageBody')).toBe(body)
})

test('attributes go out by their base types, all of them', async () => {
  created()
  const attributes = [
    { name: 'text', type: 'String', value: 'é\u2028' },
    { name: 'number', type: 'Number', label: 'int', value: '1' },
    { name: 'bytes', type: 'Binary', label: 'png', value: 'AAEC' },
    ...Array.from({ length: 7 }, (_, index) => ({ name: `n${index}`, type: 'String', value: 'v' }) as const),
  ] as const
  carryOut(mns.app, { ...fromSqs, attributes })
  const { texts } = await mns.receive('a_b.fifo')
  expect(texts('Name')).toEqual(attributes.map(({ name }) => name))
  expect(texts('Type').slice(0, 4)).toEqual(['STRING', 'NUMBER', 'BINARY', 'STRING'])
  expect(texts('Value').slice(0, 3)).toEqual(['é\u2028', '1', 'AAEC'])
})

test('a trace header stays on its own side', async () => {
  created()
  carryOut(mns.app, { ...fromSqs, extras: { traceHeader: 'Root=1-2-3' } })
  expect((await mns.receive('a_b.fifo')).body).not.toMatch(/Root|Properties/)
})

test('what a property was in MNS is kept for MNS, and plain for the other cloud', async () => {
  created()
  const properties = '<PropertyValue><Name>k</Name><Value>True</Value><Type>BOOLEAN</Type></PropertyValue>'
  await mns.send('a_b.fifo', 'a', `<UserProperties>${properties}</UserProperties>`)
  const result = carryOut(mns.app, { kind: 'peekMessages', queue, limit: 1, which: 'all' })
  const [peeked] = result.ok && 'messages' in result.value ? result.value.messages : []
  const message = peeked && 'message' in peeked ? peeked.message : undefined
  expect(message?.attributes).toEqual([{ name: 'k', type: 'String', value: 'True', boolean: true }])
  expect((await mns.receive('a_b.fifo')).text('Type')).toBe('BOOLEAN')
})

test('a message that the other cloud received and let go counts that receive', async () => {
  created()
  carryOut(mns.app, fromSqs)
  carryOut(mns.app, { kind: 'receiveMessages', queue, maximumMessages: 1, visibilityTimeoutMs: 0 })
  expect((await mns.receive('a_b.fifo')).text('DequeueCount')).toBe('2')
})
