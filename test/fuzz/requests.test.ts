import { expect, test } from 'vitest'
import { isXmlFault, parseXml } from '../../protocols/xml/reader.ts'
import type { QueuesListed } from '../../src/core/commands/command.ts'
import { startTestApp, type TestApp, type TestReply, type TestRequest } from '../support/app.ts'
import { granted } from '../support/given.ts'
import { jsonProtocol } from '../wire/sqs-protocols.ts'
import { Chance } from './chance.ts'
import { Memory } from './memory.ts'
import { mnsRequest } from './mns-requests.ts'
import { mutated } from './mutations.ts'
import { sqsRequest } from './sqs-requests.ts'

/** How many requests in all: `TWINMQ_FUZZ=100000` for the long form. */
const total = Number(process.env.TWINMQ_FUZZ ?? 2_000)
const perRun = 250
const runs = Math.ceil(total / perRun)
/** Another run of seeds: `TWINMQ_FUZZ_SEED`, which a failure names. */
const firstSeed = Number(process.env.TWINMQ_FUZZ_SEED ?? 1)

const longestPollMs = 30_000
const longestLifeMs = 40 * 86_400_000

test(
  `whatever is asked, it is answered, and never with a fault of ours (${total} requests)`,
  async () => {
    let done = 0
    for (let run = 0; run < runs; run += 1) done += await runWith(firstSeed + run)
    expect(done, 'requests done as asked; bad ones alone would show little').toBeGreaterThan((runs * perRun) / 5)
  },
  10_000 + total * 20,
)

/** How many of its requests were done as asked. */
async function runWith(seed: number): Promise<number> {
  const app = await startTestApp({ seed, strict: seed % 4 === 0, namespace: seed % 5 === 0 ? 'shared' : 'isolated' })
  const chance = new Chance(seed)
  const memory = new Memory()
  const open = new Set<string>()
  const faults: unknown[] = []
  let done = 0
  await makeQueues(app)
  for (let index = 0; index < perRun; index += 1) {
    const request = requestBy(chance, memory)
    const asked = `seed ${seed}, request ${index}: ${JSON.stringify(request)}`
    open.add(asked)
    const answered = app.request(request).then((reply) => {
      open.delete(asked)
      if (reply.status < 400) done += 1
      check(reply, asked)
      memory.learn(reply.body)
    })
    await Promise.race([answered.catch((fault: unknown) => faults.push(fault)), oneTurn(app)])
    if (chance.oneIn(10)) await app.clock.advance(chance.pick([1, 1_000, 5_000, 31_000, 61_000, 600_000]))
  }
  await app.clock.advance(longestPollMs)
  await oneTurn(app)
  if (faults.length > 0) throw faults[0]
  expect([...open], 'never answered').toEqual([])
  await checkContents(app, seed)
  await app.clock.advance(longestLifeMs)
  expect(app.broker.totals.messages, `messages outlive their retention, seed ${seed}`).toBe(0)
  await app.close()
  return done
}

/** Until all that was decided so far is told: what is not answered by then waits for time to pass. */
async function oneTurn(app: TestApp): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  await app.broker.settled()
}

function requestBy(chance: Chance, memory: Memory): TestRequest {
  const request = chance.oneIn(3) ? mnsRequest(chance, memory) : sqsRequest(chance, memory)
  return chance.oneIn(4) ? mutated(request, chance) : request
}

/** Redrive and move tasks need queues that know each other, and messages there, which chance alone would seldom make. */
async function makeQueues(app: TestApp): Promise<void> {
  const at = { account: '000000000000', region: 'us-east-1' }
  const rest = { tags: [], mustMatch: {}, defaults: {} }
  for (const suffix of ['', '.fifo']) {
    const fifo = suffix === '' ? {} : ({ fifo: true, contentBasedDeduplication: true } as const)
    const deadLetterQueue = { ...at, name: `dlq${suffix}` }
    const redrive = { deadLetterQueue, maxReceives: 2 }
    const queue = { ...at, name: `orders${suffix}` }
    await app.broker.run({ kind: 'createQueue', queue: deadLetterQueue, settings: fifo, ...rest }, granted)
    await app.broker.run({ kind: 'createQueue', queue, settings: { ...fifo, redrive }, ...rest }, granted)
    for (const MessageBody of ['a', 'b', 'c']) {
      const message = { QueueUrl: `dlq${suffix}`, MessageBody, MessageGroupId: MessageBody }
      await app.request(jsonProtocol.request('SendMessage', message, {}))
    }
  }
}

/** 501 tells of a service of AWS that is not here; MNS answers 500 to a batch that went through in part. */
const rightly = /^501|^500 .*<ErrorCode>/s
const ourFault = /\bInternal(?:Error|Failure)\b|\bServiceUnavailable\b/

function check({ status, headers, body }: TestReply, asked: string): void {
  const told = `${status} ${body}`
  if (ourFault.test(body) || (status >= 500 && !rightly.test(told))) throw new Error(`${told}\n${asked}`)
  if (body === '') return
  const type = headers['Content-Type'] ?? ''
  try {
    if (type.includes('json')) JSON.parse(body)
    else if (isXmlFault(parseXml(body))) throw new Error('no XML')
  } catch (error) {
    throw new Error(`an answer in ${type} that cannot be read: ${body}\n${asked}`, { cause: error })
  }
}

/** Counts are those of the messages that are there; ids are unique and sequences rise. */
async function checkContents(app: TestApp, seed: number): Promise<void> {
  const everything = { kind: 'listQueues', prefix: '', limit: 10_000 } as const
  const addresses = await app.broker.run(everything, (result) =>
    granted<QueuesListed>(result).queues.map(({ queue }) => queue.address),
  )
  let messages = 0
  for (const queue of addresses) {
    const peek = { kind: 'peekMessages', queue, limit: 100_000, which: 'all' } as const
    messages += await app.broker.run(peek, (result) => {
      const { description, messages: held } = granted(result)
      const where = `${queue.name}, seed ${seed}`
      const counted = { ready: 0, delayed: 0, inFlight: 0 }
      for (const { state } of held) counted[state] += 1
      expect(counted, where).toEqual(description.counts)
      expect(new Set(held.map(({ message }) => message.id)).size, where).toBe(held.length)
      const sequences = held.map(({ message }) => message.sequence)
      expect(sequences, where).toEqual(sequences.toSorted((a, b) => a - b))
      return held.length
    })
  }
  expect(app.broker.totals, `seed ${seed}`).toEqual({ queues: addresses.length, messages })
}
