import { expect, test } from 'vitest'
import type { CreateQueue, QueueCreated } from '../../src/core/commands/command.ts'
import type { QueueAddress, QueueSettings } from '../../src/core/model.ts'
import type { Result } from '../../src/core/refusal.ts'
import { queueSettings } from '../../src/core/settings/queue-settings.ts'
import { defaultsOn } from '../../src/core/settings/setting.ts'
import { emptyState } from '../../src/core/state.ts'
import { addressOf, freshEngine, granted } from '../support/given.ts'

const { given, clock, engine } = freshEngine()
const orders = addressOf('orders')

/** What an unset setting counts as in MNS. Source: MNS API, CreateQueue. */
const mnsDefaults: QueueSettings = defaultsOn('mns', queueSettings)

function create(queue: QueueAddress, asked: Partial<CreateQueue> = {}): Result<QueueCreated> {
  return engine.run({ kind: 'createQueue', queue, settings: {}, tags: [], mustMatch: {}, defaults: {}, ...asked })
}

/** As SQS does: only what is given is compared. */
const createAsSqs = (settings: QueueSettings) => create(orders, { settings, mustMatch: settings })

/** As MNS does: what is left out means its default. */
const createAsMns = (settings: QueueSettings) =>
  create(orders, { settings, mustMatch: { ...mnsDefaults, ...settings }, defaults: mnsDefaults })

const made = { ok: true, value: { created: true } }
const found = { ok: true, value: { created: false } }
const differsIn = (setting: string) => ({ ok: false, refusal: { kind: 'queueAlreadyExists', setting } })

test('a queue keeps what it was told, and nothing that it was not', () => {
  expect(create(orders, { settings: { delayMs: 0 }, tags: [{ name: 'team', value: 'pay' }] })).toMatchObject(made)
  const { queue } = granted(engine.run({ kind: 'getQueue', queue: orders }))
  expect(queue.settings).toEqual({ delayMs: 0 })
  expect([...queue.tags]).toEqual([['team', 'pay']])
  expect(queue.createdAtMs).toBe(clock.nowMs())
  expect(queue.modifiedAtMs).toBe(clock.nowMs())
})

test('a refused or repeated creation leaves the queue as it is', () => {
  createAsSqs({ delayMs: 1_000 })
  clock.advance(5_000)
  createAsSqs({ delayMs: 1_000 })
  createAsSqs({ delayMs: 2_000 })
  const { queue } = granted(engine.run({ kind: 'getQueue', queue: orders }))
  expect(queue.settings).toEqual({ delayMs: 1_000 })
  expect(queue.modifiedAtMs).toBe(clock.nowMs() - 5_000)
  expect(engine.entries).toHaveLength(1)
})

test('SQS: creating again compares only what is given', () => {
  expect(createAsSqs({ delayMs: 1_000, visibilityTimeoutMs: 5_000 })).toMatchObject(made)
  expect(createAsSqs({})).toMatchObject(found)
  expect(createAsSqs({ delayMs: 1_000 })).toMatchObject(found)
  expect(createAsSqs({ delayMs: 2_000 })).toEqual(differsIn('delayMs'))
})

test('SQS: creating again compares with the values of now', () => {
  createAsSqs({ delayMs: 1_000 })
  engine.run({ kind: 'setQueueSettings', queue: orders, settings: { delayMs: 2_000 } })
  expect(createAsSqs({ delayMs: 2_000 })).toMatchObject(found)
  expect(createAsSqs({ delayMs: 1_000 })).toEqual(differsIn('delayMs'))
})

test('the first setting that differs is named', () => {
  createAsSqs({ delayMs: 1_000, visibilityTimeoutMs: 5_000 })
  const again = { delayMs: 1_000, retentionMs: 60_000, visibilityTimeoutMs: 6_000 }
  expect(createAsSqs(again)).toEqual(differsIn('retentionMs'))
})

test('MNS: creating again takes what is left out for its default', () => {
  expect(createAsMns({ receiveWaitMs: 20_000 })).toMatchObject(made)
  expect(createAsMns({ receiveWaitMs: 20_000 })).toMatchObject(found)
  expect(createAsMns({})).toEqual(differsIn('receiveWaitMs'))
})

test('MNS: a default that is named and one that is left out are the same', () => {
  createAsMns({})
  expect(createAsMns(mnsDefaults)).toMatchObject(found)
  expect(createAsMns({ loggingEnabled: true })).toEqual(differsIn('loggingEnabled'))
})

test('both clouds can create a queue of defaults, in either order', () => {
  createAsSqs({})
  expect(createAsMns({})).toMatchObject(found)
  engine.begin()
  createAsMns({})
  expect(createAsSqs({})).toMatchObject(found)
})

test('every command about a queue is refused once it is deleted', () => {
  const queue = given.queue().holding('a')
  expect(queue.drop()).toBe('done')
  expect(queue.drop()).toBe('queueNotFound')
  expect(queue.tryReceive()).toBe('queueNotFound')
  expect(queue.set({ delayMs: 1 })).toBe('queueNotFound')
  const tags = [{ name: 'a', value: 'b' }]
  for (const command of [
    { kind: 'getQueue', queue: orders },
    queue.sendCommand('a'),
    { kind: 'peekMessages', queue: orders, limit: 1, which: 'all' },
    { kind: 'tagQueue', queue: orders, tags },
    { kind: 'untagQueue', queue: orders, names: ['a'] },
    { kind: 'batch', queue: orders, commands: [queue.sendCommand('a')] },
  ] as const)
    expect(engine.run(command)).toMatchObject({ ok: false, refusal: { kind: 'queueNotFound', queue: orders } })
})

test('a refusal for want of a queue names at most three places that have one of that name', () => {
  for (const region of ['r1', 'r2', 'r3', 'r4']) create({ ...orders, region })
  create({ ...orders, region: 'r1', name: 'invoices' })
  const result = engine.run({ kind: 'getQueue', queue: orders })
  const elsewhere = ['r1', 'r2', 'r3'].map((region) => ({ ...orders, region }))
  expect(result).toEqual({ ok: false, refusal: { kind: 'queueNotFound', queue: orders, elsewhere } })
})

test('account and region are part of the name in the isolated namespace', () => {
  create(orders)
  const abroad = { ...orders, region: 'eu-west-1' }
  expect(create(abroad)).toMatchObject(made)
  const reply = granted(engine.run({ kind: 'getQueue', queue: abroad }))
  expect(reply.queue.address).toEqual(abroad)
})

test('in the shared namespace the name alone tells queues apart, and its creator stays known', () => {
  engine.state = emptyState('shared')
  create(orders)
  const caller = { account: '111122223333', region: 'cn-hangzhou', name: 'orders' }
  expect(create(caller)).toMatchObject(found)
  expect(granted(engine.run({ kind: 'getQueue', queue: caller })).queue.address).toEqual(orders)
  expect(engine.run({ kind: 'deleteQueue', queue: caller })).toMatchObject({ ok: true })
  expect(engine.run({ kind: 'getQueue', queue: orders })).toMatchObject({ ok: false })
})

test('names are case-sensitive', () => {
  create(orders)
  expect(create(addressOf('Orders'))).toMatchObject(made)
})
