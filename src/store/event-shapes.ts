import type { Entry, Event, EventKind, EventOf } from '../core/events/event.ts'
import type { MessageExtras, QueueSettings } from '../core/model.ts'
import type { MoveTask } from '../core/move-task.ts'
import {
  count,
  flag,
  type JsonObject,
  listOf,
  messageId,
  object,
  text,
  ValidationError,
  within,
} from '../document/values.ts'
import {
  address,
  among,
  attributes,
  type Check,
  each,
  instantMs,
  mapped,
  namedTexts,
  nullable,
  optional,
  type Shape,
  shaped,
} from './shapes.ts'
import { topicEventShapes } from './topic-event-shapes.ts'

const settingChecks: Shape<QueueSettings> = {
  delayMs: count,
  maximumMessageBytes: count,
  retentionMs: count,
  receiveWaitMs: count,
  visibilityTimeoutMs: count,
  loggingEnabled: flag,
  kmsMasterKeyId: text,
  kmsDataKeyReuseMs: count,
  managedEncryption: flag,
  policy: text,
  fifo: flag,
  contentBasedDeduplication: flag,
  deduplicationScope: among('queue', 'messageGroup'),
  fifoThroughputLimit: among('perQueue', 'perMessageGroupId'),
  redrive: shaped({ deadLetterQueue: address, maxReceives: count }),
  redriveAllow: shaped({ permission: among('allowAll', 'denyAll', 'byQueue'), sources: each(address) }),
}
const settings = shaped(mapped(settingChecks, optional))
const settingsChange = shaped(mapped(settingChecks, nullable))

const extraChecks: Shape<MessageExtras> = {
  traceHeader: text,
  systemProperties: namedTexts,
  deduplicationId: text,
  deadLetterSource: address,
  receivesElsewhere: count,
}

const message = shaped({
  id: messageId,
  sequence: count,
  body: text,
  senderId: text,
  attributes: optional(attributes),
  groupId: optional(text),
  extras: optional(shaped(mapped(extraChecks, optional))),
  priority: optional(count),
  sentAtMs: instantMs,
  visibleAtMs: instantMs,
  receivedAtMs: optional(instantMs),
  firstReceivedAtMs: optional(instantMs),
  receiveCount: optional(count),
  delivery: optional(count),
})

const taskChecks: Shape<MoveTask> = {
  id: messageId,
  source: address,
  sourceId: count,
  destination: optional(address),
  ratePerSecond: optional(count),
  startedAtMs: instantMs,
  toMove: count,
  moved: count,
  status: among('running', 'completed', 'cancelled', 'failed'),
  nextAtMs: instantMs,
  failure: optional(among('queueNotFound', 'sourceUnknown')),
}

const attempt = shaped({
  atMs: instantMs,
  visibleAtMs: instantMs,
  messages: each(shaped({ sequence: count, delivery: count })),
})

/** Members of every kind of event, version 1. */
const shapes: { readonly [K in EventKind]: Shape<Omit<EventOf<K>, 'kind'>> } = {
  queueCreated: {
    queue: count,
    address,
    settings,
    tags: namedTexts,
    atMs: instantMs,
  },
  queueSettingsChanged: { queue: count, settings: settingsChange, atMs: instantMs },
  queueTagged: { queue: count, tags: namedTexts },
  queueUntagged: { queue: count, names: each(text) },
  queueDeleted: { queue: count, atMs: instantMs },
  queuePurged: { queue: count, throughSequence: count, atMs: instantMs },
  messageSent: { queue: count, message, deduplicationKey: optional(text) },
  messageMoved: { queue: count, sequence: count, to: count, message },
  receiveAttempted: { queue: count, attemptId: text, attempt },
  messageReceived: {
    queue: count,
    sequence: count,
    delivery: count,
    receiveCount: count,
    atMs: instantMs,
    firstReceivedAtMs: instantMs,
    visibleAtMs: instantMs,
  },
  visibilityChanged: { queue: count, sequence: count, delivery: count, visibleAtMs: instantMs },
  messageDeleted: { queue: count, sequence: count },
  messagesExpired: { queue: count, ranges: each(each(count)) },
  moveTaskStarted: { queue: count, task: shaped(taskChecks) },
  moveTaskAdvanced: { queue: count, task: text, moved: count, nextAtMs: instantMs },
  moveTaskEnded: {
    queue: count,
    task: text,
    status: among('completed', 'cancelled', 'failed'),
    failure: optional(among('queueNotFound', 'sourceUnknown')),
  },
  timeNoted: { atMs: instantMs },
  numberTaken: {},
  runStarted: { starts: count, origin: count },
  stateReset: { sequence: count },
  ...topicEventShapes,
}

const checks: ReadonlyMap<unknown, Check> = new Map(
  Object.entries(shapes).map(([kind, shape]) => [kind, shaped(shape)]),
)

/** The entry on a line of the journal. Throws `ValidationError`. */
export function readEntry(line: JsonObject): Entry {
  within('sequence', () => count(line.sequence))
  within('atMs', () => instantMs(line.atMs))
  within('events', () => listOf(line.events, checkEvent))
  return line as Entry
}

function checkEvent(value: unknown): Event {
  const event = object(value)
  const check = checks.get(event.kind)
  if (check === undefined) throw new ValidationError(`no event ${JSON.stringify(event.kind)} is known`)
  check(event)
  return event as Event
}
