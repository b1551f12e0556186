import { beforeEach, expect, test } from 'vitest'
import { peek } from '../../src/commands/peek.ts'
import { receive } from '../../src/commands/receive.ts'
import { redrive } from '../../src/commands/redrive.ts'
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

/** A queue whose two messages have gone to its dead-letter queue. */
async function withDeadLetters(): Promise<void> {
  await twinmq.queue('dead')
  const policy = { deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead', maxReceiveCount: 1 }
  await twinmq.queue('orders', { RedrivePolicy: JSON.stringify(policy), VisibilityTimeout: '0' })
  for (const body of ['a', 'b']) await on(send, 'orders', body)
  await on(receive, 'orders', '--max', '2')
  expect((await on(receive, 'orders')).stderr).toContain('its dead-letter queue dead holds 2')
}

test('redrive moves dead letters back where they came from, with the clock standing still', async () => {
  await withDeadLetters()
  expect(await on(redrive, 'dead')).toEqual({
    code: 0,
    stdout: `moved 2 messages from dead ${place} back to where they came from\n`,
    stderr: '',
  })
  expect((await on(peek, 'orders')).stdout).toContain(': 2 ready')
})

test('redrive moves them to another queue, and says what stays', async () => {
  await withDeadLetters()
  await twinmq.queue('other')
  await on(receive, 'dead', '--visibility', '30s')
  const moved = await on(redrive, 'dead', '--to', 'other')
  expect(moved.stdout).toBe(`moved 1 message from dead ${place} to other ${place}\n`)
  expect(moved.stderr).toMatch(
    /^twinmq: 1 message stayed: nothing can be received from dead now: 1 message is in flight/,
  )
})

test('redrive gives the task of SQS as JSON', async () => {
  await withDeadLetters()
  expect(JSON.parse((await on(redrive, 'dead', '--json')).stdout)).toMatchObject({
    Status: 'COMPLETED',
    ApproximateNumberOfMessagesMoved: 2,
  })
})

test('redrive of a queue that is no dead-letter queue is refused', async () => {
  await twinmq.queue('orders')
  const refused = await on(redrive, 'orders')
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(/only a queue that is named in the RedrivePolicy of another queue can be redriven\n$/)
})

test('dead letters that came from no queue need --to', async () => {
  await withDeadLetters()
  await on(send, 'dead', 'by hand')
  const refused = await on(redrive, 'dead')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/^twinmq: the move ended as FAILED after 2 messages: .*; --to QUEUE gives a target/)
})
