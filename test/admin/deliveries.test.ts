import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { Receiver } from '../support/receiver.ts'
import { createTopic, publish, subscribe } from '../support/topics.ts'

const certificate = { path: '/_twinmq/mns/certificate.pem' }

test('before anything was pushed the log of deliveries is empty', async () => {
  const twinmq = await TestEmulator.start()
  expect(await twinmq.show('/deliveries')).toEqual({ deliveries: [] })
})

test('what was pushed to nobody who listens is shown with what went wrong, and no status', async () => {
  const gone = await Receiver.start()
  const url = gone.url('/in')
  await gone.close()
  const twinmq = await TestEmulator.start()
  const { broker } = twinmq.emulator
  const place = { endpointText: url, endpoint: { kind: 'http', url }, strategy: 'exponentialDecay' } as const
  for (const command of [createTopic('news'), subscribe('news', 'a', place), publish('news', 'hello')])
    await broker.run(command, () => undefined)
  await broker.quiet()
  expect(await twinmq.show('/deliveries')).toEqual({
    deliveries: [
      {
        topic: 'news',
        subscription: 'a',
        messageId: expect.stringMatching(/^[0-9A-F]{32}$/),
        attempt: 1,
        at: '2026-01-01T00:00:00.000Z',
        endpoint: url,
        error: expect.stringContaining('ECONNREFUSED'),
        nextAttemptAt: '2026-01-01T00:00:01.000Z',
      },
    ],
  })
  expect(await twinmq.show('/deliveries?topic=news&subscription=b')).toEqual({ deliveries: [] })
})

test('the certificate is the same each time, under any Host, since receivers fetch it', async () => {
  const twinmq = await TestEmulator.start()
  const first = await twinmq.ask(certificate)
  const second = await twinmq.ask({ ...certificate, headers: { Host: 'mq.example.com' } })
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.headers['content-type']).toBe('application/x-pem-file')
  expect(second.body).toBe(first.body)
  expect(new X509Certificate(first.body).subject).toBe('CN=twinmq')
})
