import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fixtureFile } from '../../../src/emulator/fixtures.ts'
import { TestEmulator } from '../../support/emulator.ts'
import { json, mnsCall } from '../../support/http.ts'

const folder = fileURLToPath(new URL('../../../fixtures/demo/', import.meta.url))
const worlds = readdirSync(folder)
const url = (queue: string) => `http://127.0.0.1/000000000000/${queue}`

function world(name: string): Promise<TestEmulator> {
  return TestEmulator.start({}, [fixtureFile(join(folder, name))])
}

async function received(twinmq: TestEmulator, queue: string): Promise<string[]> {
  const asked = { QueueUrl: url(queue), MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }
  const { Messages = [] } = Object(await twinmq.sqs('ReceiveMessage', asked))
  return Messages.map(({ Body }: { Body: string }) => Body)
}

test('every demo world has a paragraph', () => {
  const page = readFileSync(join(folder, '..', '..', 'docs', 'snapshots.md'), 'utf8')
  expect(worlds.length).toBeGreaterThanOrEqual(3)
  for (const name of worlds) expect(page).toContain(`**\`${name}\`**`)
})

test.each(worlds)('%s is the same after it was saved and loaded again', async (name) => {
  const first = await world(name)
  const saved = await first.ask({ path: '/_twinmq/snapshot?times=relative' })
  const second = await TestEmulator.start({ seed: 2 })
  const put = { method: 'PUT', path: '/_twinmq/snapshot', body: saved.body }
  expect(await second.ask(put)).toMatchObject({ status: 204 })
  expect((await second.ask({ path: '/_twinmq/snapshot?times=relative' })).body).toBe(saved.body)
})

describe('order-pipeline.json', () => {
  test('has four orders: one in hand, two ready, a reminder that is delayed', async () => {
    const twinmq = await world('order-pipeline.json')
    const shown = await twinmq.show('/messages?queue=orders')
    expect(shown).toMatchObject({ counts: { ready: 2, delayed: 1, inFlight: 1 } })
    await twinmq.emulator.clock.advance(20_000)
    expect(await twinmq.show('/messages?queue=orders')).toMatchObject({ counts: { ready: 3, delayed: 1 } })
    await twinmq.emulator.clock.advance(280_000)
    expect(await twinmq.show('/messages?queue=orders')).toMatchObject({ counts: { ready: 4, delayed: 0 } })
  })

  test('has two poison messages that a move task brings back to where they came from', async () => {
    const twinmq = await world('order-pipeline.json')
    expect(await twinmq.show('/messages?queue=orders-dlq')).toMatchObject({
      counts: { ready: 2 },
      messages: [{ receiveCount: 3 }, { receiveCount: 3 }],
    })
    await twinmq.sqs('StartMessageMoveTask', { SourceArn: 'arn:aws:sqs:us-east-1:000000000000:orders-dlq' })
    await twinmq.emulator.clock.advance(1_000)
    expect(await twinmq.show('/messages?queue=orders-dlq')).toMatchObject({ messages: [] })
    expect(await twinmq.show('/messages?queue=orders')).toMatchObject({ counts: { ready: 4 } })
  })
})

describe('ledger.json', () => {
  test('gives the group that is free, while the other waits for its first message', async () => {
    const twinmq = await world('ledger.json')
    expect((await received(twinmq, 'ledger.fifo')).map((body) => JSON.parse(body))).toEqual([
      { account: 'bob', add: 5 },
      { account: 'bob', take: 2 },
    ])
    await twinmq.emulator.clock.advance(600_000)
    const [first] = await received(twinmq, 'ledger.fifo')
    expect(JSON.parse(first!)).toEqual({ account: 'alice', add: 100 })
  })
})

describe('fan-out.json', () => {
  test('delivers what MNS publishes to queues that SQS reads', async () => {
    const twinmq = await world('fan-out.json')
    const publish = (body: string, tag = '') =>
      twinmq.ask(
        mnsCall(
          'POST',
          '/topics/order-events/messages',
          `<Message><MessageBody>${body}</MessageBody>${tag && `<MessageTag>${tag}</MessageTag>`}</Message>`,
        ),
      )
    expect(await publish('plain')).toMatchObject({ status: 201 })
    expect(await publish('special', 'vip')).toMatchObject({ status: 201 })
    expect(await received(twinmq, 'billing')).toEqual(['{"event":"order-paid","order":1}', 'plain', 'special'])
    expect(await received(twinmq, 'shipping')).toEqual(['{"event":"order-paid","order":1}', 'plain', 'special'])
    expect(await received(twinmq, 'vip-desk')).toEqual(['special'])
    expect(json(await twinmq.ask({ path: '/_twinmq/health' }))).toMatchObject({ queues: 3 })
  })
})
