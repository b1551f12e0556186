import fc from 'fast-check'
import { restoreMessage, restoreQueue } from '../../src/core/evolve.ts'
import {
  emptyState,
  type MessageAttribute,
  type MessageExtras,
  type MessageRecord,
  type NamedText,
  type QueueAddress,
  type QueueRecord,
  type QueueSettings,
  type State,
} from '../../src/core/model.ts'
import type { MoveTask } from '../../src/core/move-task.ts'

/** Any text, halves of surrogate pairs and line ends among it. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\ud83d', '\ude00', '\n', '\r\n', '"', '\\', '\u2028', '\u0000', ',', '{', ']', 'a'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
)

const anyName = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'toString', '0', '10', '2', ''))
const anyInstant = fc.integer({ min: 0, max: 4_102_444_800_000 })
const anyId = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 })
const namedTexts: fc.Arbitrary<NamedText[]> = fc.array(fc.record({ name: anyName, value: anyText }), { maxLength: 4 })

const anyAddress: fc.Arbitrary<QueueAddress> = fc.record({
  account: fc.constantFrom('000000000000', '1234567890123456'),
  region: fc.constantFrom('us-east-1', 'cn-hangzhou'),
  name: anyName,
})

const anySettings: fc.Arbitrary<QueueSettings> = fc.record(
  {
    delayMs: fc.nat({ max: 604_800 }).map((seconds) => seconds * 1_000),
    maximumMessageBytes: fc.nat({ max: 1_048_576 }),
    retentionMs: fc.nat({ max: 1_209_600_000 }),
    receiveWaitMs: fc.nat({ max: 30_000 }),
    visibilityTimeoutMs: fc.nat({ max: 43_200_000 }),
    loggingEnabled: fc.boolean(),
    kmsMasterKeyId: anyText,
    kmsDataKeyReuseMs: fc.nat({ max: 86_400_000 }),
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

const anyAttribute: fc.Arbitrary<MessageAttribute> = fc.record(
  {
    name: anyName,
    type: fc.constantFrom('String', 'Number', 'Binary'),
    label: anyText,
    value: anyText,
    boolean: fc.constant(true),
  },
  { requiredKeys: ['name', 'type', 'value'] },
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
    changedAtMs: anyInstant,
    deleted: fc.uniqueArray(fc.tuple(anyText, anyInstant), { selector: ([name]) => name, maxLength: 3 }),
    tasks: fc.uniqueArray(anyMoveTask, { selector: ({ id }) => id, maxLength: 3 }),
    queues: fc.uniqueArray(anyQueue, { selector: ({ address }) => JSON.stringify(address), maxLength: 4 }),
  })
  .map(({ commands, origin, changedAtMs, deleted, tasks, queues }) => {
    const state = emptyState('isolated')
    for (const [index, { messages, ...record }] of queues.entries()) {
      const queue = restoreQueue(state, { ...record, id: index * 3 + 1 })
      for (const [at, message] of messages.entries()) restoreMessage(queue, { ...message, sequence: (at + 1) * 2 })
    }
    for (const [name, atMs] of deleted) if (!state.queues.has(name)) state.deletedAtMs.set(name, atMs)
    for (const task of tasks) state.moveTasks.set(task.id, task)
    return Object.assign(state, { sequence: origin + commands, origin, changedAtMs })
  })
