import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { create } from '../../src/commands/create.ts'
import { deleteQueue } from '../../src/commands/delete.ts'
import { queues } from '../../src/commands/queues.ts'
import { send } from '../../src/commands/send.ts'
import type { Subcommand } from '../../src/commands/subcommand.ts'
import { newFolder } from '../support/command.ts'
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
const names = async () => Object(await twinmq.show('/queues')).queues.map(({ name }: { name: string }) => name)
const attributesOf = async (name: string) =>
  Object(await twinmq.sqs('GetQueueAttributes', { QueueUrl: name, AttributeNames: ['All'] })).Attributes

test('create makes a queue, and says when it is there already', async () => {
  expect(await on(create, 'orders')).toEqual({ code: 0, stdout: `created orders ${place}\n`, stderr: '' })
  expect(await on(create, 'orders')).toEqual({
    code: 0,
    stdout: `orders ${place} is there already, and nothing was changed\n`,
    stderr: '',
  })
  expect(await names()).toEqual(['orders'])
})

test('--fifo makes a FIFO queue, adds .fifo and says so; a name that ends so needs no flag', async () => {
  expect((await on(create, 'a', '--fifo')).stdout).toBe(
    `created a.fifo ${place}; added .fifo, because names of FIFO queues end in it\n`,
  )
  expect((await on(create, 'b.fifo', '--fifo')).stdout).toBe(`created b.fifo ${place}\n`)
  expect((await on(create, 'c.fifo')).stdout).toBe(`created c.fifo ${place}\n`)
  for (const name of ['a.fifo', 'b.fifo', 'c.fifo'])
    expect(await attributesOf(name)).toMatchObject({ FifoQueue: 'true' })
})

test('--dlq makes the dead-letter queue that is missing, of the same kind, and takes one that is there', async () => {
  expect((await on(create, 'orders', '--dlq', 'dead')).stdout).toBe(
    `created orders ${place}\nits dead-letter queue dead ${place} created: messages go there after 3 receives\n`,
  )
  expect(JSON.parse((await attributesOf('orders')).RedrivePolicy)).toEqual({
    deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
    maxReceiveCount: 3,
  })
  expect((await on(create, 'more', '--dlq', 'dead', '--max-receives', '1')).stdout).toBe(
    `created more ${place}\nits dead-letter queue dead ${place} is there already: messages go there after 1 receive\n`,
  )
  await on(create, 'a', '--fifo', '--dlq', 'a-dead')
  expect(await attributesOf('a-dead.fifo')).toMatchObject({ FifoQueue: 'true' })
  expect((await on(create, 'a.fifo', '--dlq', 'a-dead')).stdout).toMatch(/^a\.fifo .* is there already/)
})

test('create says as JSON what there is', async () => {
  const { stdout } = await on(create, 'orders', '--dlq', 'dead', '--max-receives', '5', '--json')
  const shown = { account: '000000000000', region: 'us-east-1', fifo: false, created: true }
  const deadLetterQueue = { queue: 'dead', ...shown, url: expect.stringMatching(/^http.*dead$/), maxReceives: 5 }
  expect(JSON.parse(stdout)).toEqual({
    queue: 'orders',
    ...shown,
    url: expect.stringMatching(/^http.*orders$/),
    deadLetterQueue,
  })
})

test('a queue is made in the account and region that flags, a URL or an ARN say', async () => {
  await on(create, 'one', '--region', 'eu-west-1')
  await on(create, 'two', '--account', '111111111111')
  await on(create, `${url}/queue/eu-west-2/222222222222/three`, '--dlq', 'three-dead')
  await on(create, 'arn:aws:sqs:eu-west-3:333333333333:four')
  const made = Object(await twinmq.show('/queues')).queues
  expect(
    made.map(({ name, account, region }: Record<string, string>) => `${name} ${account} ${region}`).sort(),
  ).toEqual([
    'four 333333333333 eu-west-3',
    'one 000000000000 eu-west-1',
    'three 222222222222 eu-west-2',
    'three-dead 222222222222 eu-west-2',
    'two 111111111111 us-east-1',
  ])
})

test('a queue that is there with other settings is refused, and the dead-letter queue made for it goes again', async () => {
  await on(create, 'orders', '--dlq', 'dead')
  const other = await on(create, 'orders', '--dlq', 'other')
  expect([other.code, other.stdout]).toEqual([1, ''])
  expect(other.stderr).toMatch(/^twinmq: .*\(QueueNameExists\); twinmq delete removes it/)
  expect(await on(create, 'not a name', '--dlq', 'other')).toMatchObject({ code: 1, stdout: '' })
  expect(await names()).toEqual(['dead', 'orders'])
})

test('delete removes a queue with its messages, and says when there is none', async () => {
  await on(create, 'orders')
  await on(send, 'orders', 'a')
  expect(await on(deleteQueue, 'orders')).toEqual({
    code: 0,
    stdout: `deleted orders ${place}, and 1 message with it\n`,
    stderr: '',
  })
  const gone = await on(deleteQueue, 'orders')
  expect([gone.code, gone.stdout]).toEqual([1, ''])
  expect(gone.stderr).toMatch(/^twinmq: there is no queue orders in account .*; twinmq queues lists what there is\n$/)
  await on(create, 'orders')
  expect(JSON.parse((await on(deleteQueue, 'arn:aws:sqs:us-east-1:000000000000:orders', '--json')).stdout)).toEqual({
    queue: 'orders',
    account: '000000000000',
    region: 'us-east-1',
    messages: 0,
  })
})

test.each([['qnew', '--delay', '16m'], ['new.fifo'], ['new.fifo', '--group', 'g']])(
  'send --create leaves no queue behind when the message is refused: %s %s %s',
  async (name, ...flags) => {
    const { code, stdout, stderr } = await on(send, name, 'a', '--create', ...flags)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).not.toContain('created')
    expect(await names()).toEqual([])
  },
)

test('send --create makes the queue that is missing, of the kind of its name, and leaves one that is there alone', async () => {
  const first = await on(send, 'orders', 'a', '--create')
  expect([first.code, first.stderr]).toEqual([0, `twinmq: created orders ${place}\n`])
  expect((await on(send, 'orders', 'b', '--create')).stderr).toBe('')
  const fifo = await on(send, 'a.fifo', 'x', '--group', 'g', '--dedup', '1', '--create', '--json')
  expect(JSON.parse(fifo.stdout)).toHaveProperty('MessageId')
  expect(await attributesOf('a.fifo')).toMatchObject({ FifoQueue: 'true', ApproximateNumberOfMessages: '1' })
  expect(await on(send, 'typo', 'a')).toMatchObject({ code: 1 })
})

test('a data file at rest takes all of it, and is made where it is missing', async () => {
  const file = join(newFolder(), 'state.json')
  const at = (command: Subcommand, ...words: string[]) => run(command, [...words, '--data', file])
  expect(await at(create, 'bad name')).toMatchObject({ code: 1 })
  expect(existsSync(file)).toBe(false)
  expect((await at(create, 'orders', '--dlq', 'dead', '--json')).stdout).not.toContain('"url"')
  expect((await at(send, 'more', 'a', '--create')).stderr).toBe(`twinmq: created more ${place}\n`)
  expect((await at(deleteQueue, 'more')).stdout).toBe(`deleted more ${place}, and 1 message with it\n`)
  expect((await at(queues)).stdout).toMatch(/^dead .*\norders /m)
  expect(JSON.parse(readFileSync(file, 'utf8')).queues).toHaveLength(2)
  const gone = join(newFolder(), 'gone.json')
  expect(await run(deleteQueue, ['orders', '--data', gone])).toMatchObject({ code: 4 })
  expect(existsSync(gone)).toBe(false)
})

for (const [words, said] of [
  [[], /QUEUE is missing/],
  [['orders', '--max-receives', '2'], /--max-receives needs --dlq/],
  [['orders', '--dlq', 'dead', '--max-receives', '0'], /--max-receives: '0' is not a number of at least 1/],
  [['orders', '--dlq', 'orders'], /--dlq: orders cannot be its own dead-letter queue/],
  [['orders', '--dlq', 'dead.fifo'], /--dlq: dead\.fifo is a FIFO queue and orders is not/],
] as const)
  test(`create ${words.join(' ')} is exit 2 and one line that says why`, async () => {
    const { code, stdout, stderr } = await on(create, ...words)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)])
    expect(stderr.split('\n')).toHaveLength(2)
    expect(await names()).toEqual([])
  })
