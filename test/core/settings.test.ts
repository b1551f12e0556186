import { expect, test } from 'vitest'
import type { QueueSettings } from '../../src/core/model.ts'
import { addressOf, endingOf, freshEngine, granted } from '../support/given.ts'

const { given, clock, engine } = freshEngine()
const deadLetterQueue = addressOf('dlq.fifo')

const everySetting: Required<QueueSettings> = {
  delayMs: 1,
  maximumMessageBytes: 1_024,
  retentionMs: 60_000,
  receiveWaitMs: 2,
  visibilityTimeoutMs: 3,
  loggingEnabled: true,
  kmsMasterKeyId: 'alias/aws/sqs',
  kmsDataKeyReuseMs: 60_000,
  managedEncryption: false,
  policy: '{}',
  fifo: true,
  contentBasedDeduplication: true,
  deduplicationScope: 'messageGroup',
  fifoThroughputLimit: 'perMessageGroupId',
  redrive: { deadLetterQueue, maxReceives: 3 },
  redriveAllow: { permission: 'byQueue', sources: [addressOf('orders.fifo')] },
}

test('every setting can be set, and taken away again', () => {
  given.fifo({}, deadLetterQueue.name)
  const orders = given.fifo({}, 'orders.fifo')
  expect(orders.set(everySetting)).toBe('done')
  expect(orders.settings).toEqual(everySetting)
  const { fifo, ...others } = everySetting
  expect(orders.set(Object.fromEntries(Object.keys(others).map((name) => [name, null])))).toBe('done')
  expect(orders.settings).toEqual({ fifo })
})

test('a setting that is not named stays', () => {
  const orders = given.queue({ delayMs: 1_000, retentionMs: 60_000 })
  orders.set({ delayMs: 2_000 })
  expect(orders.settings).toEqual({ delayMs: 2_000, retentionMs: 60_000 })
})

test('a change of settings is a modification at that instant', () => {
  const orders = given.queue()
  const createdAtMs = clock.nowMs()
  clock.advance(5_000)
  orders.set({ delayMs: 2_000 })
  const { queue } = granted(engine.run({ kind: 'getQueue', queue: orders.address }))
  expect(queue.modifiedAtMs).toBe(createdAtMs + 5_000)
  expect(queue.createdAtMs).toBe(createdAtMs)
})

test('a KMS key and managed encryption exclude each other, however they meet', () => {
  const withKey = given.queue({ kmsMasterKeyId: 'k' }, 'key')
  const managed = given.queue({ managedEncryption: true }, 'managed')
  expect(withKey.set({ managedEncryption: true, delayMs: 1 })).toBe('encryptionConflict')
  expect(managed.set({ kmsMasterKeyId: 'k' })).toBe('encryptionConflict')
  const both = { kmsMasterKeyId: 'k', managedEncryption: true }
  expect(given.queue({}, 'plain').set(both)).toBe('encryptionConflict')
  const asked = { settings: both, tags: [], mustMatch: {}, defaults: {} }
  const result = engine.run({ kind: 'createQueue', queue: addressOf('new'), ...asked })
  expect(endingOf(result)).toBe('encryptionConflict')
  expect(withKey.settings).toEqual({ kmsMasterKeyId: 'k' })
})

test('one form of encryption takes the place of the other in one change', () => {
  const orders = given.queue({ kmsMasterKeyId: 'k' })
  expect(orders.set({ kmsMasterKeyId: null, managedEncryption: true })).toBe('done')
  expect(orders.set({ kmsMasterKeyId: 'k', managedEncryption: false })).toBe('done')
  expect(orders.settings).toEqual({ kmsMasterKeyId: 'k', managedEncryption: false })
})

test('what only FIFO queues have is refused by a standard queue, the first such setting first', () => {
  const orders = given.queue()
  for (const [name, value] of [
    ['contentBasedDeduplication', true],
    ['contentBasedDeduplication', false],
    ['deduplicationScope', 'queue'],
    ['fifoThroughputLimit', 'perQueue'],
  ] as const) {
    const result = engine.run({
      kind: 'setQueueSettings',
      queue: orders.address,
      settings: { [name]: value, delayMs: 1 },
    })
    expect(result).toEqual({ ok: false, refusal: { kind: 'fifoSettingOnStandardQueue', setting: name } })
  }
  expect(orders.settings).toEqual({})
})

test('a throughput limit for each group needs deduplication by group', () => {
  const orders = given.fifo()
  const perGroup = { fifoThroughputLimit: 'perMessageGroupId' } as const
  expect(orders.set(perGroup)).toBe('throughputNeedsGroupScope')
  expect(orders.set({ ...perGroup, deduplicationScope: 'messageGroup' })).toBe('done')
  expect(orders.set({ deduplicationScope: 'queue' })).toBe('throughputNeedsGroupScope')
  expect(orders.set({ deduplicationScope: 'queue', fifoThroughputLimit: 'perQueue' })).toBe('done')
})
