import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { Command, newFolder } from '../support/command.ts'
import { type Answered, ask, json, mnsCall, sqsCall } from '../support/http.ts'
import { Receiver } from '../support/receiver.ts'

/* Each test starts the command several times, which takes seconds where much else runs. */
vi.setConfig({ testTimeout: 60_000 })

const role = 'arn%3Aaws%3Aiam%3A%3A000000000000%3Arole%2Fr'
const assumeRole = `/?Action=AssumeRole&Version=2011-06-15&RoleArn=${role}&RoleSessionName=test`
const message = '<Message><MessageBody>a</MessageBody></Message>'
const QueueUrl = 'http://localhost:4566/000000000000/orders'
const SourceArn = 'arn:aws:sqs:us-east-1:000000000000:dead'

/** Topics by the endpoint of their one subscription; `filtered` lets a tag through that no publish has. */
const topics = { bare: undefined, filtered: 'http://127.0.0.1:9/', text: 'sms:directsms:13800000000' }

async function setUp(port: number, pushedTo: string): Promise<void> {
  await ask(port, sqsCall('CreateQueue', { QueueName: 'dead' }))
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: SourceArn, maxReceiveCount: 1 })
  await ask(port, sqsCall('CreateQueue', { QueueName: 'orders', Attributes: { RedrivePolicy } }))
  for (const [topic, endpoint] of Object.entries({ ...topics, pushed: pushedTo })) {
    await ask(port, mnsCall('PUT', `/topics/${topic}`))
    const filter = topic === 'filtered' ? '<FilterTag>none</FilterTag>' : ''
    const body = `<Subscription><Endpoint>${endpoint}</Endpoint>${filter}</Subscription>`
    if (endpoint) await ask(port, mnsCall('PUT', `/topics/${topic}/subscriptions/s`, body))
  }
}

/** Every id that each answer tells: of messages, requests, keys, tokens, tasks and orders. */
function idsIn({ headers, body }: Answered): string[] {
  const named = /<(?:MessageId|AccessKeyId|SecretAccessKey|SessionToken|OrderId)>([^<]+)</g
  const inJson = /"(?:MessageId|TaskHandle)":"([^"]+)"/g
  const found = [...body.matchAll(named), ...body.matchAll(inJson)].map((match) => match[1]!)
  const requestId = headers['x-mns-request-id'] ?? headers['x-amzn-requestid']
  return [String(requestId), ...found]
}

/** Calls that tell ids: each kind is told at least once before anything that moves the count of commands on. */
async function tell(port: number): Promise<string[]> {
  const calls = [
    { path: assumeRole },
    mnsCall('POST', '/commonbuy/openservice'),
    ...Object.keys(topics).flatMap((topic) => Array(2).fill(mnsCall('POST', `/topics/${topic}/messages`, message))),
    sqsCall('SendMessage', { QueueUrl: `${QueueUrl}-not`, MessageBody: 'a' }),
    sqsCall('ReceiveMessage', { QueueUrl: QueueUrl.replace('orders', 'dead') }),
    sqsCall('SendMessage', { QueueUrl, MessageBody: 'a' }),
    sqsCall('StartMessageMoveTask', { SourceArn }),
    mnsCall('POST', '/topics/pushed/messages', message),
    { path: assumeRole },
  ]
  const ids: string[] = []
  for (const call of calls) {
    const answer = await ask(port, call)
    expect(answer.status, answer.body).toBeLessThan(500)
    ids.push(...idsIn(answer))
  }
  // A move of the clock awaits the push that is under way.
  await ask(port, { method: 'POST', path: '/_twinmq/clock', body: '{"advance":"1s"}' })
  return ids
}

/** How many ids they are in all. */
const told = 30

describe.each([
  ['with a seed', ['--seed', '42']],
  ['without a seed', []],
])('%s', (_name, flags) => {
  test('no id is told twice over one file, across stops and kills', async () => {
    const receiver = await Receiver.start()
    const words = ['--data', join(newFolder(), 'state.json'), '--now', '2026-01-01T00:00:00Z', ...flags]
    const ids: string[] = []
    const sessions = new Set<unknown>()
    for (const end of ['SIGKILL', 'SIGTERM', 'SIGTERM'] as const) {
      const command = await Command.start(words)
      if (ids.length === 0) await setUp(command.port, receiver.url('/in'))
      ids.push(...(await tell(command.port)))
      sessions.add(Object(json(await ask(command.port, { path: '/_localstack/info' }))).session_id)
      command.signal(end)
      await command.exited
    }
    expect(ids).toHaveLength(3 * told)
    expect(new Set(ids).size).toBe(ids.length)
    expect(sessions.size).toBe(3)
    const pushes = receiver.received.map(({ headers }) => headers['x-mns-request-id'])
    expect(pushes).toHaveLength(3)
    expect(new Set([...pushes, ...ids]).size).toBe(ids.length + 3)
  })
})

test('with a seed, what is told after a reset is what a fresh run tells, also behind restarts', async () => {
  const receiver = await Receiver.start()
  const words = ['--seed', '42', '--now', '2026-01-01T00:00:00Z', '--data', join(newFolder(), 'state.json')]
  const runs: string[][] = []
  for (let run = 0; run < 2; run++) {
    const command = await Command.start(words)
    await ask(command.port, { method: 'POST', path: '/_twinmq/reset' })
    await setUp(command.port, receiver.url('/in'))
    runs.push(await tell(command.port))
    command.signal('SIGTERM')
    await command.exited
  }
  expect(runs[1]).toEqual(runs[0])
  const [first, second] = receiver.received.map(({ headers }) => headers['x-mns-request-id'])
  expect(second).toBe(first)
})
