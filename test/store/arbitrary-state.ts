import fc from 'fast-check'
import type { MessageExtras, MessageRecord, QueueSettings } from '../../src/core/model.ts'
import type { MoveTask } from '../../src/core/move-task.ts'
import { restoreMessage, restoreQueue } from '../../src/core/records.ts'
import { emptyState, type QueueRecord, type State } from '../../src/core/state.ts'
import { anyAccounts, anyTopics, restoreTopics } from './arbitrary-topics.ts'
import { anyAddress, anyAttribute, anyId, anyInstant, anyName, anyText, namedTexts } from './arbitrary-values.ts'

const anySettings: fc.Arbitrary<QueueSettings> = fc.record(
  {
    delayMs: fc.nat({ max: 604_800 }).map((seconds) => seconds * 1_000),
    maximumMessageBytes: fc.integer({ min: 1_024, max: 1_048_576 }),
    retentionMs: fc.integer({ min: 60, max: 1_209_600 }).map((seconds) => seconds * 1_000),
    receiveWaitMs: fc.nat({ max: 30 }).map((seconds) => seconds * 1_000),
    visibilityTimeoutMs: fc.nat({ max: 43_200 }).map((seconds) => seconds * 1_000),
    loggingEnabled: fc.boolean(),
    kmsMasterKeyId: anyText,
    kmsDataKeyReuseMs: fc.integer({ min: 60, max: 86_400 }).map((seconds) => seconds * 1_000),
    managedEncryption: fc.boolean(),
    policy: anyText,
    fifo: fc.constant(true as const),
    contentBasedDeduplication: fc.boolean(),
    deduplicationScope: fc.constantFrom('queue', 'messageGroup'),
    fifoThroughputLimit: fc.constantFrom('perQueue', 'perMessageGroupId'),
    redrive: fc.record({ deadLetterQueue: anyAddress, maxReceives: fc.integer({ min: 1, max: 1_000 }) }),
    redriveAllow: fc.record({
      permission: fc.constantFrom('allowAll', 'denyAll', 'byQueue'),
      sources: fc.array(anyAddress, { maxLength: 3 }),
    }),
  },
  { requiredKeys: [] },
)

const anyExtras: fc.Arbitrary<MessageExtras> = fc
  .record(
    {
      traceHeader: anyText,
      systemProperties: namedTexts,
      deduplicationId: anyText,
      deadLetterSource: anyAddress,
      receivesElsewhere: fc.nat({ max: 1_000 }),
    },
    { requiredKeys: [] },
  )
  .filter((extras) => Object.keys(extras).length > 0)

const anyMessage: fc.Arbitrary<Omit<MessageRecord, 'sequence'>> = fc.record(
  {
    id: anyId,
    body: anyText,
    senderId: fc.oneof(fc.constant('000000000000'), anyText),
    attributes: fc.array(anyAttribute, { maxLength: 4 }),
    groupId: anyText,
    extras: anyExtras,
    priority: fc.constantFrom(1, 2, 7, 9, 16),
    sentAtMs: anyInstant,
    visibleAtMs: anyInstant,
    receivedAtMs: anyInstant.filter((ms) => ms > 0),
    firstReceivedAtMs: anyInstant.filter((ms) => ms > 0),
    receiveCount: fc.integer({ min: 1, max: 5 }),
    delivery: fc.integer({ min: 1, max: 5 }),
    turn: fc.record({ atMs: anyInstant, number: fc.nat() }),
  },
  { requiredKeys: ['id', 'body', 'senderId', 'sentAtMs', 'visibleAtMs'] },
)

const anyQueue: fc.Arbitrary<
  Omit<QueueRecord, 'id'> & { readonly messages: readonly Omit<MessageRecord, 'sequence'>[] }
> = fc.record({
  address: anyAddress,
  settings: anySettings,
  tags: namedTexts,
  createdAtMs: anyInstant,
  modifiedAtMs: anyInstant,
  purgedAtMs: anyInstant,
  lastSequence: fc.nat({ max: 40 }),
  deduplicatesByGroup: fc.boolean(),
  recentSends: fc.uniqueArray(fc.record({ key: anyName, id: anyId, sequence: fc.nat(), sentAtMs: anyInstant }), {
    selector: ({ key }) => key,
    maxLength: 3,
  }),
  receiveAttempts: fc.uniqueArray(
    fc.record({
      id: anyName,
      atMs: anyInstant,
      visibleAtMs: anyInstant,
      messages: fc.array(fc.record({ sequence: fc.nat(), delivery: fc.nat() }), { maxLength: 3 }),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
  messages: fc.array(anyMessage, { maxLength: 6 }),
})

/** Any move task, also such as never were. */
export const anyMoveTask: fc.Arbitrary<MoveTask> = fc.record(
  {
    id: anyId,
    source: anyAddress,
    sourceId: fc.nat(),
    destination: anyAddress,
    ratePerSecond: fc.integer({ min: 1, max: 500 }),
    startedAtMs: anyInstant,
    toMove: fc.nat(),
    moved: fc.nat(),
    status: fc.constantFrom('running', 'completed', 'cancelled', 'failed'),
    nextAtMs: anyInstant,
    failure: fc.constantFrom('queueNotFound', 'sourceUnknown'),
  },
  { requiredKeys: ['id', 'source', 'sourceId', 'startedAtMs', 'toMove', 'moved', 'status', 'nextAtMs'] },
)

/** Any state, also such as no commands lead to. */
export const anyState: fc.Arbitrary<State> = fc
  .record({
    commands: fc.integer({ min: 20, max: 1e12 }),
    origin: fc.nat({ max: 1e12 }),
    starts: fc.nat({ max: 3 }),
    changedAtMs: anyInstant,
    deleted: fc.uniqueArray(fc.tuple(anyText, anyInstant), { selector: ([name]) => name, maxLength: 3 }),
    tasks: fc.uniqueArray(anyMoveTask, { selector: ({ id }) => id, maxLength: 3 }),
    queues: fc.uniqueArray(anyQueue, { selector: ({ address }) => JSON.stringify(address), maxLength: 4 }),
    topics: anyTopics,
    accounts: anyAccounts,
  })
  .map(({ commands, origin, starts, changedAtMs, deleted, tasks, queues, topics, accounts }) => {
    const state = emptyState('isolated')
    for (const [index, { messages, ...record }] of queues.entries()) {
      const queue = restoreQueue(state, { ...record, id: index * 3 + 1 })
      for (const [at, message] of messages.entries()) restoreMessage(queue, { ...message, sequence: (at + 1) * 2 })
    }
    for (const [name, atMs] of deleted) if (!state.queues.has(name)) state.deletedAtMs.set(name, atMs)
    for (const task of tasks) state.moveTasks.set(task.id, task)
    restoreTopics(state, topics)
    for (const { account, settings } of accounts) state.topics.accounts.set(account, settings)
    return Object.assign(state, { sequence: origin + commands, origin, starts, changedAtMs })
  })
