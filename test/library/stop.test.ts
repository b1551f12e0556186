import { expect, test } from 'vitest'
import { startTwinmq, TwinmqError } from '../../src/index.ts'
import { ask } from '../support/http.ts'

const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)

test('await using ends it with its block', async () => {
  let port: number
  {
    await using twinmq = await startTwinmq()
    port = portOf(twinmq)
    expect(await ask(port, { path: '/_twinmq/health' })).toMatchObject({ status: 200 })
  }
  await expect(ask(port, { path: '/_twinmq/health' })).rejects.toThrow(/ECONNREFUSED/)
})

test('it may be stopped again', async () => {
  await using twinmq = await startTwinmq()
  await Promise.all([twinmq.stop(), twinmq.stop()])
  await twinmq.stop()
})

test('one that was stopped says so', async () => {
  const twinmq = await startTwinmq()
  await twinmq.stop()
  const calls = [
    () => twinmq.snapshot(),
    () => twinmq.load({ queues: [] }),
    () => twinmq.reset(),
    () => twinmq.clock.freeze(),
    () => twinmq.clock.useSystem(),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'TwinmqError', code: 'notRunning' })
})

test('errors have a code, and the error that caused them', async () => {
  await using twinmq = await startTwinmq()
  await expect(startTwinmq({ port: portOf(twinmq) })).rejects.toMatchObject({
    code: 'cannotListen',
    cause: expect.objectContaining({ name: 'ListenFailure' }),
  })
  await expect(startTwinmq({ fixture: 'no-such-file.json' })).rejects.toMatchObject({ code: 'dataUnusable' })
  await expect(startTwinmq({ data: 'package.json/state.json' })).rejects.toMatchObject({ code: 'dataUnusable' })
  await expect(startTwinmq({ auth: 'no-such-file.json' })).rejects.toMatchObject({ code: 'badOption' })
  await expect(twinmq.load({ queues: [{ name: '' }] })).rejects.toMatchObject({ code: 'documentRefused' })
  await expect(twinmq.load('no-such-file.json')).rejects.toMatchObject({ code: 'documentRefused' })
  await expect(twinmq.reset('fixture')).rejects.toMatchObject({ code: 'documentRefused' })
  await expect(twinmq.clock.next()).rejects.toMatchObject({ code: 'clockRefused' })
  expect(new TwinmqError('badOption', 'a')).toBeInstanceOf(Error)
})
