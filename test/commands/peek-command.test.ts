import { beforeEach, expect, test } from 'vitest'
import { peek } from '../../src/commands/peek.ts'
import { receive } from '../../src/commands/receive.ts'
import { send } from '../../src/commands/send.ts'
import type { Subcommand } from '../../src/commands/subcommand.ts'
import { TestEmulator } from '../support/emulator.ts'
import { run } from './captured.ts'

let twinmq: TestEmulator
let url: string

beforeEach(async () => {
  twinmq = await TestEmulator.start()
  url = `http://127.0.0.1:${twinmq.port}`
})

/** Runs a command against the twinmq of the test. */
const on = (command: Subcommand, ...words: string[]) => run(command, [...words, '--url', url])
const place = '(account 000000000000, region us-east-1)'

test('peek shows messages untouched, and says why none can be received', async () => {
  await twinmq.queue('orders')
  const sent = JSON.parse((await on(send, 'orders', 'two\nlines', '--json')).stdout)
  await on(receive, 'orders')
  const peeked = await on(peek, 'orders')
  expect(peeked.stdout).toBe(
    [
      `orders ${place}: 0 ready, 0 delayed, 1 in flight`,
      'MESSAGE ID                            STATE                                              SENT                      RECEIVED  BODY',
      `${sent.MessageId}  in flight, back in 30s (2026-01-01T00:00:30.000Z)  2026-01-01T00:00:00.000Z         1  two lines`,
      '',
    ].join('\n'),
  )
  expect(peeked.stderr).toMatch(/^twinmq: nothing can be received from orders now: 1 message is in flight until/)
  expect(JSON.parse((await on(peek, 'orders', '--json')).stdout)).toEqual(await twinmq.show('/messages?queue=orders'))
})

test('peek says for how long a message is hidden by the clock of the twinmq, whole seconds rounded up', async () => {
  await twinmq.queue('orders')
  await on(send, 'orders', 'later', '--delay', '5m')
  await on(send, 'orders', 'now')
  await on(receive, 'orders', '--visibility', '12s')
  const states = async () => {
    const { stdout } = await on(peek, 'orders')
    return [...stdout.matchAll(/(?:delayed|in flight), \w+ in \w+ \([^)]*\)/g)].map(([text]) => text)
  }
  const inFlight = '(2026-01-01T00:00:12.000Z)'
  expect(await states()).toEqual([
    'delayed, ready in 5m (2026-01-01T00:05:00.000Z)',
    `in flight, back in 12s ${inFlight}`,
  ])
  await twinmq.emulator.clock.advance(500)
  expect((await states())[1]).toBe(`in flight, back in 12s ${inFlight}`)
  await twinmq.emulator.clock.advance(11_250)
  expect((await states())[1]).toBe(`in flight, back in 250ms ${inFlight}`)
})

test('peek says which messages of a FIFO queue wait behind their group, and which do not', async () => {
  await twinmq.queue('a.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' })
  for (const [body, group] of [
    ['a1', 'team-a'],
    ['a2', 'team-a'],
    ['b1', 'team-b'],
  ] as const)
    await on(send, 'a.fifo', body, '--group', group)
  await on(receive, 'a.fifo')
  const { stdout } = await on(peek, 'a.fifo')
  expect(stdout).toMatch(/ {2}in flight, back in 30s \(.*a1\n/)
  expect(stdout).toMatch(/ {2}ready, behind team-a {2}.*a2\n/)
  expect(stdout).toMatch(/ {2}ready {10,}.*b1\n/)
})

test('peek shows groups, and that there are more', async () => {
  await twinmq.queue('a.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' })
  for (const body of ['a', 'b']) await on(send, 'a.fifo', body, '--group', 'g1')
  const { stdout, stderr } = await on(peek, 'a.fifo', '--max', '1')
  expect(stdout).toMatch(/GROUP {2}BODY\n.* {2}g1 {5}a\nthere are more; --max N shows them\n$/)
  expect(stderr).toBe('')
})
