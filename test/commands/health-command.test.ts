import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { health } from '../../src/commands/health.ts'
import { TestEmulator } from '../support/emulator.ts'
import { run } from './captured.ts'

/** A server that answers that it is loading so many times, then that it is ready. */
async function loadingFor(times: number): Promise<string> {
  let left = times
  const server = createServer((_, answer) => {
    const status = left-- > 0 ? 'loading' : 'ready'
    answer.writeHead(status === 'ready' ? 200 : 503, { 'Content-Type': 'application/json' })
    answer.end(JSON.stringify({ status, version: '1', clock: 'system', dataFile: null, queues: 0, messages: 0 }))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a twinmq that is ready is exit 0 with one line', async () => {
  const twinmq = await TestEmulator.start()
  await twinmq.queue('orders')
  const url = `http://127.0.0.1:${twinmq.port}`
  const ready = await run(health, ['--url', url])
  expect([ready.code, ready.stderr]).toEqual([0, ''])
  expect(ready.stdout).toMatch(/^ready; twinmq [\d.]+, 1 queue, 0 messages in memory, clock stands still\n$/)
  expect(JSON.parse((await run(health, ['--url', url, '--json'])).stdout)).toMatchObject({ status: 'ready', queues: 1 })
})

test('one that is loading is exit 1, unless there is time to wait', async () => {
  expect(await run(health, ['--url', await loadingFor(1)])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^loading; /),
  })
  expect(await run(health, ['--url', await loadingFor(2), '--wait', '30s'])).toMatchObject({ code: 0 })
})

test('none is exit 1 with how to start one, also when the wait is over', async () => {
  for (const words of [[], ['--wait', '1s']]) {
    const none = await run(health, ['--url', 'http://127.0.0.1:1', ...words])
    expect([none.code, none.stdout]).toEqual([1, ''])
    expect(none.stderr).toMatch(
      /^twinmq: no twinmq answers at .*Start it with: twinmq start; or name another with --url\.\n$/,
    )
  }
})

test('a wait that is no duration is exit 2', async () => {
  expect(await run(health, ['--wait', 'long'])).toMatchObject({ code: 2 })
  const { code, stderr } = await run(health, ['--wait', '30'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--wait: 30 was seconds here: write 30s')])
})
