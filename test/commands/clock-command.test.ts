import { beforeEach, expect, test } from 'vitest'
import { clock } from '../../src/commands/clock.ts'
import { TestEmulator } from '../support/emulator.ts'
import { run } from './captured.ts'

let twinmq: TestEmulator

beforeEach(async () => {
  twinmq = await TestEmulator.start()
})

const on = (...words: string[]) => run(clock, [...words, '--url', `http://127.0.0.1:${twinmq.port}`])

test('without a word it is shown', async () => {
  expect(await on()).toEqual({
    code: 0,
    stdout: '2026-01-01T00:00:00.000Z, stands still; nothing is due\n',
    stderr: '',
  })
  expect(JSON.parse((await on('--json')).stdout)).toEqual(await twinmq.show('/clock'))
})

test('it is moved by a duration, to an instant, and to what is due next', async () => {
  const url = await twinmq.queue('orders')
  expect((await on('set', '2026-01-02T00:00:00Z')).stdout).toMatch(/^2026-01-02T00:00:00\.000Z,/)
  expect((await on('advance', '1h30m')).stdout).toMatch(/^2026-01-02T01:30:00\.000Z,/)
  await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody: 'a' })
  await twinmq.sqs('ReceiveMessage', { QueueUrl: url })
  expect((await on()).stdout).toMatch(/; next due at 2026-01-02T01:30:30\.000Z\n$/)
  expect((await on('next')).stdout).toMatch(/^2026-01-02T01:30:30\.000Z,/)
})

test('it is let go and frozen, and a running one is not moved', async () => {
  expect((await on('system')).stdout).toMatch(/, runs by itself; nothing is due\n$/)
  const refused = await on('advance', '1s')
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^twinmq: the clock runs by itself; freeze it/),
  ])
  expect((await on('freeze')).stdout).toMatch(/, stands still;/)
})

for (const [words, said] of [
  [['stop'], /'stop' is not one of freeze, system, next, set, advance/],
  [['set'], /clock set needs INSTANT/],
  [['advance'], /clock advance needs DURATION/],
  [['advance', 'soon'], /'soon' is not a duration such as 30s or 1h30m/],
  [['advance', '5000'], /5000 has no unit: write 5000s for seconds, 5000ms for milliseconds/],
  [['set', '1969-12-31'], /'1969-12-31' is not an instant of the years 1970 to 2199/],
  [['freeze', 'now'], /unexpected word 'now'/],
  [['set', '0', '1'], /unexpected word '1'/],
] as const)
  test(`clock ${words.join(' ')} is exit 2`, async () => {
    const { code, stdout, stderr } = await on(...words)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)])
  })
