import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { peek } from '../../src/commands/peek.ts'
import { purge } from '../../src/commands/purge.ts'
import { queues } from '../../src/commands/queues.ts'
import { receive } from '../../src/commands/receive.ts'
import { redrive } from '../../src/commands/redrive.ts'
import { reset } from '../../src/commands/reset.ts'
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

test('queues lists every queue in columns, numbers to the right', async () => {
  await twinmq.queue('orders')
  await twinmq.queue('a.fifo', { FifoQueue: 'true' })
  await on(send, 'orders', 'hello')
  expect(await on(queues)).toEqual({
    code: 0,
    stdout: [
      'NAME    READY  DELAYED  IN FLIGHT  TYPE      REGION     ACCOUNT',
      'a.fifo      0        0          0  FIFO      us-east-1  000000000000',
      'orders      1        0          0  standard  us-east-1  000000000000',
      '',
    ].join('\n'),
    stderr: '',
  })
  expect(JSON.parse((await on(queues, '--json')).stdout)).toEqual(await twinmq.show('/queues'))
})

test('queues says when there are none, or none in a place', async () => {
  expect(await on(queues)).toEqual({ code: 0, stdout: '', stderr: 'twinmq: there are no queues\n' })
  await twinmq.queue('orders')
  expect((await on(queues, '--region', 'eu-west-1')).stderr).toBe(
    'twinmq: there are no queues in that account or region; 1 in others\n',
  )
})

test('send says the id, and --json what SQS says', async () => {
  await twinmq.queue('orders')
  const plain = await on(send, 'orders', 'hello')
  expect(plain).toMatchObject({ code: 0, stderr: '' })
  expect(plain.stdout).toMatch(new RegExp(`^sent [0-9a-f-]{36} to orders \\${place.slice(0, -1)}\\)\n$`))
  expect(JSON.parse((await on(send, 'orders', 'hello', '--json')).stdout)).toMatchObject({
    MD5OfMessageBody: '5d41402abc4b2a76b9719d911017c592',
  })
})

test('send takes a delay, attributes, a group and a deduplication id', async () => {
  await twinmq.queue('orders')
  await twinmq.queue('a.fifo', { FifoQueue: 'true' })
  await on(send, 'orders', 'later', '--delay', '5s', '--attribute', 'kind=a=b', '--attribute', 'empty=x')
  expect(await twinmq.show('/messages?queue=orders')).toMatchObject({
    messages: [
      {
        body: 'later',
        state: 'delayed',
        visibleAt: '2026-01-01T00:00:05.000Z',
        attributes: { kind: { type: 'String', value: 'a=b' }, empty: { type: 'String', value: 'x' } },
      },
    ],
  })
  await on(send, 'a.fifo', 'first', '--group', 'g', '--dedup', 'd')
  expect(await twinmq.show('/messages?queue=a.fifo')).toMatchObject({
    messages: [{ body: 'first', groupId: 'g', deduplicationId: 'd' }],
  })
})

test('a body that begins with a dash stands behind --', async () => {
  await twinmq.queue('orders')
  expect(await run(send, ['--url', url, 'orders', '--', '-5'])).toMatchObject({ code: 0 })
  expect((await on(receive, 'orders')).stdout).toBe('-5\n')
})

test('what SQS refuses is said with what to do', async () => {
  await twinmq.queue('a.fifo', { FifoQueue: 'true' })
  const refused = await on(send, 'a.fifo', 'first')
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(/MessageGroupId.*; a FIFO queue needs --group GROUP\n$/)
  expect((await on(send, 'a.fifo', 'first', '--group', 'g')).stderr).toMatch(/; give --dedup ID/)
})

test('receive prints bodies and leaves them in flight; --delete takes them away', async () => {
  await twinmq.queue('orders')
  for (const body of ['a', 'b', 'c']) await on(send, 'orders', body)
  expect(await on(receive, 'orders', '--max', '2', '--visibility', '1m')).toEqual({
    code: 0,
    stdout: 'a\nb\n',
    stderr: '',
  })
  expect(await twinmq.show('/messages?queue=orders')).toMatchObject({
    counts: { ready: 1, inFlight: 2 },
    messages: [{ visibleAt: '2026-01-01T00:01:00.000Z' }, {}, {}],
  })
  expect((await on(receive, 'orders', '--delete')).stdout).toBe('c\n')
  expect(await twinmq.show('/messages?queue=orders')).toMatchObject({ counts: { ready: 0, inFlight: 2 } })
})

test('receive takes more than the ten that one call gives', async () => {
  const world = { queues: [{ name: 'orders', messages: Array.from({ length: 25 }, (_, at) => ({ body: `${at}` })) }] }
  await twinmq.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: JSON.stringify(world) })
  const received = JSON.parse((await on(receive, 'orders', '--max', '30', '--delete', '--json')).stdout)
  expect(received.Messages.map(({ Body }: { Body: string }) => Body)).toEqual(
    Array.from({ length: 25 }, (_, at) => `${at}`),
  )
  expect(await twinmq.show('/messages?queue=orders')).toMatchObject({ counts: { ready: 0, inFlight: 0 } })
})

test('a receive that comes back empty says why, beside what it prints', async () => {
  await twinmq.queue('orders')
  await on(send, 'orders', 'later', '--delay', '30s')
  const why = 'twinmq: nothing can be received from orders now: 1 message is delayed until 2026-01-01T00:00:30.000Z\n'
  expect(await on(receive, 'orders')).toEqual({ code: 0, stdout: '', stderr: why })
  expect(await on(receive, 'orders', '--json')).toEqual({ code: 0, stdout: '{}\n', stderr: why })
})

test.each([
  [send, ['x', '--delay', '30'], '--delay: 30 was seconds here: write 30s'],
  [receive, ['--wait', '0'], '--wait: 0 was seconds here: write 0s'],
  [receive, ['--visibility', '90'], '--visibility: 90 was seconds here: write 90s'],
])('a flag that names no unit is exit 2, with what to write: %#', async (command, words, said) => {
  await twinmq.queue('orders')
  expect(await on(command, 'orders', ...words)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(said),
  })
  expect(await twinmq.show('/messages?queue=orders')).toMatchObject({ counts: { ready: 0, delayed: 0 } })
})

test('receive --exit-empty is exit 5 when nothing came, and only then', async () => {
  await twinmq.queue('orders')
  await on(send, 'orders', 'a')
  expect(await on(receive, 'orders', '--exit-empty')).toMatchObject({ code: 0, stdout: 'a\n' })
  const empty = await on(receive, 'orders', '--exit-empty')
  expect(empty).toMatchObject({ code: 5, stdout: '', stderr: expect.stringMatching(/1 message is in flight/) })
  expect(await on(receive, 'orders', '--exit-empty', '--json')).toMatchObject({ code: 5, stdout: '{}\n' })
  expect(await on(receive, 'orders')).toMatchObject({ code: 0 })
  expect(await on(receive, 'nobody', '--exit-empty')).toMatchObject({ code: 1 })
})

test('a queue can be named by URL or ARN of either cloud, and by account and region', async () => {
  const world = {
    queues: [{ name: 'orders', account: '111111111111', region: 'eu-west-1', messages: [{ body: 'a' }] }],
  }
  await twinmq.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: JSON.stringify(world) })
  for (const words of [
    ['http://sqs.eu-west-1.localhost.localstack.cloud:4566/111111111111/orders'],
    [`${url}/queue/eu-west-1/111111111111/orders`],
    ['http://111111111111.mns.eu-west-1.aliyuncs.com/queues/orders'],
    ['arn:aws:sqs:eu-west-1:111111111111:orders'],
    ['acs:mns:eu-west-1:111111111111:/queues/orders'],
    ['orders', '--account', '111111111111', '--region', 'eu-west-1'],
    [`${url}/111111111111/orders`, '--region', 'eu-west-1'],
  ])
    expect([words[0], (await on(peek, ...words)).stdout]).toEqual([
      words[0],
      expect.stringMatching(/^orders \(account 111111111111, region eu-west-1\): 1 ready/),
    ])
  const variables = { TWINMQ_ACCOUNT: '111111111111', TWINMQ_REGION: 'eu-west-1', TWINMQ_URL: url }
  expect(await run(receive, ['orders'], variables)).toMatchObject({ stdout: 'a\n' })
})

test('what names no queue is said so, and bad escapes are taken as they stand', async () => {
  expect(await on(peek, '')).toMatchObject({ code: 2, stderr: "twinmq: '' names no queue; --help says more\n" })
  expect((await on(peek, 'http://mq/queues/%zz')).stderr).toMatch(/^twinmq: there is no queue %zz in account/)
})

test('a queue that is not there is exit 1, with where it may be', async () => {
  const world = { queues: [{ name: 'orders', region: 'eu-west-1', messages: [{ body: 'a' }] }] }
  await twinmq.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: JSON.stringify(world) })
  for (const command of [peek, receive, purge, redrive])
    expect(await on(command, 'orders')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'twinmq: there is no queue orders in account 000000000000, region us-east-1; there is 1 message in orders of account 000000000000, region eu-west-1; twinmq queues lists what there is\n',
    })
  expect((await on(send, 'oders', 'x')).stderr).toContain(
    'did you mean orders in account 000000000000, region eu-west-1?',
  )
})

test('purge says how many there were, hidden ones included', async () => {
  await twinmq.queue('orders')
  for (const body of ['a', 'b', 'c']) await on(send, 'orders', body, '--delay', body === 'c' ? '5s' : '0s')
  await on(receive, 'orders')
  expect(await on(purge, 'orders')).toEqual({ code: 0, stdout: `purged orders ${place}: 3 messages\n`, stderr: '' })
  expect(JSON.parse((await on(purge, 'orders', '--json')).stdout)).toMatchObject({ queue: 'orders', purged: 0 })
})

test('reset empties all', async () => {
  await twinmq.queue('orders')
  expect(await on(reset)).toEqual({ code: 0, stdout: 'emptied: 0 queues, 0 messages\n', stderr: '' })
  expect((await on(reset, '--to', 'fixture')).stderr).toMatch(/started without a fixture/)
})

test('without a twinmq there, it is exit 1 and said how to start one', async () => {
  const { code, stderr } = await run(queues, ['--url', 'http://127.0.0.1:1'])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^twinmq: no twinmq answers at http:\/\/127\.0\.0\.1:1 \(.*\)\. Start it with: twinmq start; or/,
  )
})

test('where signatures are checked, what is not signed says so', async () => {
  const keys = join(newFolder(), 'keys.json')
  writeFileSync(keys, '[{ "cloud": "aws", "accessKeyId": "ak", "secret": "sk", "account": "000000000000" }]')
  const strict = await TestEmulator.start({ auth: keys })
  const world = { queues: [{ name: 'orders' }] }
  await strict.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: JSON.stringify(world) })
  const { code, stderr } = await run(send, ['orders', 'x', '--url', `http://127.0.0.1:${strict.port}`])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/checks signatures \(--auth\), and this command has none of its keys/),
  ])
})

for (const [command, words, said] of [
  [send, ['orders'], /BODY is missing/],
  [send, ['orders', 'a', '--delay', 'soon'], /--delay: 'soon' is not a duration of whole seconds/],
  [send, ['orders', 'a', '--delay', '1500ms'], /--delay: '1500ms' is not a duration of whole seconds/],
  [send, ['orders', 'a', '--attribute', 'x'], /--attribute: 'x' is not NAME=VALUE/],
  [receive, [], /QUEUE is missing/],
  [receive, ['orders', '--max', '0'], /--max: '0' is not a number of at least 1/],
  [peek, ['a', 'b'], /unexpected word 'b'/],
  [purge, ['a', '--account', '7'], /--account: '7' is not 12-16 DIGITS/],
  [queues, ['--namespace', 'shared'], /--namespace needs --data/],
  [reset, ['--to', 'nothing'], /--to: 'nothing' is not fixture/],
  [reset, ['--region', 'eu-west-1'], /--region has no effect here/],
] as const)
  test(`to ${command.summary}, '${words.join(' ')}' is exit 2 and one line that says why`, async () => {
    const { code, stdout, stderr } = await on(command, ...words)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)])
    expect(stderr.split('\n')).toHaveLength(2)
  })
