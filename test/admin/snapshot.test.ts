import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fixtureValue } from '../../src/emulator/fixtures.ts'
import { TestEmulator } from '../support/emulator.ts'
import { type Answered, json, mnsCall, sqsCall } from '../support/http.ts'

const snapshot = { path: '/_twinmq/snapshot' }
const minimal = { queues: [{ name: 'orders', messages: [{ body: 'a' }, { body: 'b', visibleIn: '30s' }] }] }

function put(document: unknown, query = '') {
  const body = typeof document === 'string' ? document : JSON.stringify(document)
  return { method: 'PUT', path: `/_twinmq/snapshot${query}`, headers: { 'Content-Type': 'application/json' }, body }
}

async function shownBodies(twinmq: TestEmulator, queue = 'orders'): Promise<unknown> {
  const page = Object(await twinmq.show(`/messages?queue=${queue}`))
  return page.messages.map((message: { body: string; state: string }) => `${message.body} ${message.state}`)
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'twinmq-snapshot-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

describe('GET /_twinmq/snapshot', () => {
  test('gives the state as a document, times as they are', async () => {
    const twinmq = await TestEmulator.start()
    const QueueUrl = await twinmq.queue('orders', { VisibilityTimeout: '45' })
    await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'hello' })
    const answer = await twinmq.ask(snapshot)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(json(answer)).toMatchObject({
      $schema: 'urn:twinmq:snapshot:1',
      savedAt: '2026-01-01T00:00:00.000Z',
      queues: [
        {
          name: 'orders',
          attributes: { VisibilityTimeout: 45 },
          messages: [{ body: 'hello', sent: '2026-01-01T00:00:00.000Z' }],
        },
      ],
    })
  })

  test('gives times as they lie from now when asked to', async () => {
    const twinmq = await TestEmulator.start()
    const QueueUrl = await twinmq.queue('orders')
    await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'hello' })
    await twinmq.emulator.clock.advance(300_000)
    const document = Object(json(await twinmq.ask({ path: '/_twinmq/snapshot?times=relative' })))
    expect(document.queues[0].messages[0].sent).toBe('-5m')
  })

  test.each(['?times=', '?times=soon'])('with %s is 400', async (query) => {
    const twinmq = await TestEmulator.start()
    const answer = await twinmq.ask({ path: `/_twinmq/snapshot${query}` })
    expect(answer.status).toBe(400)
    expect(json(answer)).toMatchObject({ error: 'invalidParameter', path: 'times' })
  })

  test('put back gives the same answers, handles included', async () => {
    const twinmq = await TestEmulator.start()
    const QueueUrl = await twinmq.queue('orders')
    await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'hello' })
    const received = Object(await twinmq.sqs('ReceiveMessage', { QueueUrl }))
    const { body } = await twinmq.ask(snapshot)
    await twinmq.ask({ method: 'POST', path: '/_twinmq/reset' })
    expect(await twinmq.ask(put(body))).toMatchObject({ status: 204, body: '' })
    expect((await twinmq.ask(snapshot)).body).toBe(body)
    const { ReceiptHandle } = received.Messages[0]
    await twinmq.sqs('DeleteMessage', { QueueUrl, ReceiptHandle })
    expect(await shownBodies(twinmq)).toEqual([])
  })
})

describe('PUT /_twinmq/snapshot', () => {
  test('takes the place of the whole state', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('old')
    expect(await twinmq.ask(put(minimal))).toMatchObject({ status: 204, body: '' })
    expect(await shownBodies(twinmq)).toEqual(['a ready', 'b delayed'])
    expect(Object(await twinmq.show('/queues')).queues).toHaveLength(1)
  })

  test('with merge adds to it', async () => {
    const twinmq = await TestEmulator.start()
    const QueueUrl = await twinmq.queue('old')
    await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'kept' })
    const receive = { QueueUrl, VisibilityTimeout: 60 }
    const { ReceiptHandle } = Object(await twinmq.sqs('ReceiveMessage', receive)).Messages[0]
    expect(await twinmq.ask(put(minimal, '?merge=true'))).toMatchObject({ status: 204 })
    expect(await shownBodies(twinmq)).toEqual(['a ready', 'b delayed'])
    await twinmq.sqs('DeleteMessage', { QueueUrl, ReceiptHandle })
    expect(await shownBodies(twinmq, 'old')).toEqual([])
  })

  test('with merge of a name that is there is 409, and adds nothing', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('orders')
    const document = { queues: [{ name: 'other' }, { name: 'orders' }] }
    const answer = await twinmq.ask(put(document, '?merge=true'))
    expect(answer.status).toBe(409)
    expect(json(answer)).toMatchObject({ error: 'nameTaken', path: expect.stringContaining('queues[1]') })
    expect(Object(await twinmq.show('/queues')).queues).toHaveLength(1)
  })

  test('with a merge may name a dead-letter queue of the state', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('dlq')
    const RedrivePolicy = { deadLetterQueue: 'dlq', maxReceiveCount: 3 }
    const document = { queues: [{ name: 'orders', attributes: { RedrivePolicy } }] }
    expect(await twinmq.ask(put(document))).toMatchObject({ status: 400 })
    expect(await twinmq.ask(put(document, '?merge=true'))).toMatchObject({ status: 204 })
  })

  test.each([
    ['a body that is no JSON', '{"queues": [', {}],
    ['an empty body', '', {}],
    ['a foreign document', '{"foo": 1}', { path: 'foo', line: 1 }],
    ['a list', '[]', {}],
    ['an unknown member', '{\n"queues": [{"name": "a",\n"visibility": 3}]}', { path: 'queues[0].visibility', line: 3 }],
    [
      'an impossible value',
      '{"queues": [{"name": "a", "attributes": {"VisibilityTimeout": 99999}}]}',
      { path: 'queues[0].attributes.VisibilityTimeout', line: 1 },
    ],
    ['a newer version', '{"twinmq": 2, "queues": []}', { path: 'twinmq' }],
  ])('with %s is 400 and changes nothing', async (_, body, place) => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('kept')
    const answer = await twinmq.ask(put(body))
    expect(answer.status).toBe(400)
    expect(json(answer)).toMatchObject({ error: 'invalidSnapshot', message: expect.any(String), ...place })
    expect(Object(await twinmq.show('/queues')).queues).toHaveLength(1)
  })

  test('other media, other words for merge and other methods are refused', async () => {
    const twinmq = await TestEmulator.start()
    const xml = { ...put(minimal), headers: { 'Content-Type': 'application/xml' } }
    expect((await twinmq.ask(xml)).status).toBe(415)
    expect((await twinmq.ask(put(minimal, '?merge=maybe'))).status).toBe(400)
    const post = await twinmq.ask({ method: 'POST', path: '/_twinmq/snapshot' })
    expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, PUT' } })
  })

  test('a body that breaks off changes nothing', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('kept')
    const raw = await twinmq.connect()
    raw.write('PUT /_twinmq/snapshot HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"queues": [')
    raw.leave()
    expect(Object(await twinmq.show('/queues')).queues).toHaveLength(1)
  })

  test('one that is announced as larger than a gibibyte is 413', async () => {
    const twinmq = await TestEmulator.start()
    const raw = await twinmq.connect()
    raw.write('PUT /_twinmq/snapshot HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741825\r\n\r\n{')
    expect(await raw.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('repeats ids with a seed: two loads answer alike, byte for byte', async () => {
    const twinmq = await TestEmulator.start({ seed: 7 })
    const answers = async (): Promise<Answered[]> => {
      await twinmq.ask(put(minimal))
      const url = 'http://127.0.0.1/000000000000/orders'
      return [
        await twinmq.ask(sqsCall('ReceiveMessage', { QueueUrl: url, AttributeNames: ['All'] })),
        await twinmq.ask(sqsCall('SendMessage', { QueueUrl: url, MessageBody: 'new' })),
        await twinmq.ask(mnsCall('GET', '/queues/orders/messages?waitseconds=0')),
        await twinmq.ask(snapshot),
      ]
    }
    const first = await answers()
    await twinmq.emulator.clock.advance(90_000)
    expect(await answers()).toEqual(first)
  })

  test('takes time on when the document is of a later one, and never back without --now', async () => {
    const twinmq = await TestEmulator.start({ clock: 'manual', now: undefined })
    await twinmq.emulator.clock.set(Date.UTC(2026, 5, 1))
    await twinmq.ask(put(minimal))
    expect(await twinmq.show('/clock')).toMatchObject({ now: '2026-06-01T00:00:00.000Z' })
    const later = { savedAt: '2026-07-01T00:00:00.000Z', changedAt: '2026-07-01T00:00:00.000Z', ...minimal }
    await twinmq.ask(put(later))
    expect(await twinmq.show('/clock')).toMatchObject({ now: '2026-07-01T00:00:00.000Z' })
  })

  test('is kept like everything else', async () => {
    const data = join(folder(), 'state.json')
    const first = await TestEmulator.start({ memory: false, data })
    await first.queue('old')
    await first.ask(put(minimal))
    const url = 'http://127.0.0.1/000000000000/orders'
    await first.sqs('SendMessage', { QueueUrl: url, MessageBody: 'later' })
    await first.emulator.stop()
    const second = await TestEmulator.start({ memory: false, data })
    expect(await shownBodies(second)).toEqual(['a ready', 'b delayed', 'later ready'])
    expect(Object(await second.show('/queues')).queues).toHaveLength(1)
  })
})

describe('a fixture', () => {
  test('is what an empty state begins with, and what reset?to=fixture goes back to', async () => {
    const twinmq = await TestEmulator.start({}, [fixtureValue(minimal)])
    expect(await shownBodies(twinmq)).toEqual(['a ready', 'b delayed'])
    const before = (await twinmq.ask(snapshot)).body
    await twinmq.queue('other')
    await twinmq.emulator.clock.advance(60_000)
    const reset = await twinmq.ask({ method: 'POST', path: '/_twinmq/reset?to=fixture' })
    expect(reset).toMatchObject({ status: 204, body: '' })
    expect((await twinmq.ask(snapshot)).body).toBe(before)
  })

  test('may be several, added up', async () => {
    const twinmq = await TestEmulator.start({}, [fixtureValue(minimal), fixtureValue({ queues: [{ name: 'other' }] })])
    expect(Object(await twinmq.show('/queues')).queues).toHaveLength(2)
    expect(await shownBodies(twinmq)).toEqual(['a ready', 'b delayed'])
  })

  test('is passed over, and that said, when there is state', async () => {
    const place = folder()
    const data = join(place, 'state.json')
    const fixture = join(place, 'fixture.json')
    writeFileSync(fixture, JSON.stringify(minimal))
    const first = await TestEmulator.start({ memory: false, data, fixture: [fixture] })
    await first.sqs('DeleteQueue', { QueueUrl: 'http://127.0.0.1/000000000000/orders' })
    await first.queue('mine')
    await first.emulator.stop()
    const second = await TestEmulator.start({ memory: false, data, fixture: [fixture] })
    expect(second.emulator.notices).toEqual([expect.stringContaining(`${fixture} was not loaded`)])
    expect(Object(await second.show('/queues')).queues).toMatchObject([{ name: 'mine' }])
  })

  test.each([
    ['is not there', undefined, /no\.json: .*ENOENT/],
    ['is no good', '{"queues": [{"name": "a", "oops": 1}]}', /no\.json, line 1: queues\[0\]\.oops/],
  ])('that %s stops the start, and leaves nothing behind', async (_, content, message) => {
    const place = folder()
    const fixture = join(place, 'no.json')
    if (content !== undefined) writeFileSync(fixture, content)
    const data = join(place, 'data', 'state.json')
    await expect(TestEmulator.start({ memory: false, data, fixture: [fixture] })).rejects.toThrow(message)
    expect(readdirSync(join(place, 'data'))).toEqual([])
  })

  test('that was never given cannot be gone back to', async () => {
    const twinmq = await TestEmulator.start()
    const answer = await twinmq.ask({ method: 'POST', path: '/_twinmq/reset?to=fixture' })
    expect(answer.status).toBe(409)
    expect(json(answer)).toMatchObject({ error: 'noFixture' })
    expect((await twinmq.ask({ method: 'POST', path: '/_twinmq/reset?to=moon' })).status).toBe(400)
  })
})
