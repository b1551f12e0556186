import type { QueueAddress, QueueSettings } from '../core/model.ts'
import { eitherOf, type Fragment, objectOf } from './fragments.ts'
import { given } from './members.ts'
import {
  readRedrive,
  readRedriveAllow,
  redriveAllowSchema,
  redriveAllowText,
  redriveSchema,
  redriveText,
} from './redrive-values.ts'
import { jsonText, object, oneOf, type Reading, text, unknownMember, ValidationError, within } from './values.ts'
import {
  truth,
  truthSchema,
  wholeNumber,
  wholeNumberSchema,
  wholeSeconds,
  wholeSecondsSchema,
} from './written-values.ts'

/** How one setting of a queue stands in the document. `owner` is that queue. */
type Attribute = {
  /** JSON text; undefined: the queue was never told. */
  readonly write: (settings: QueueSettings, owner: QueueAddress) => string | undefined
  readonly readInto: (settings: QueueSettings, value: unknown, owner: QueueAddress, reading: Reading) => void
  readonly schema: Fragment
}

/** The clouds' own names for it, of which the first is written, and what it is. */
type Row = Attribute & { readonly names: readonly [string, ...string[]] }

type SettingOf<T> = {
  [K in keyof QueueSettings]-?: [T] extends [Required<QueueSettings>[K]] ? K : never
}[keyof QueueSettings]

/**
 * One row per setting; durations stand in seconds, and ranges are those of both clouds together. Sources: SQS API
 * Reference and MNS API, SetQueueAttributes; MNS, Mns-Open API, CreateQueue.
 */
const attributes: { readonly [K in keyof QueueSettings]-?: Row } = {
  visibilityTimeoutMs: {
    names: ['VisibilityTimeout'],
    ...seconds('visibilityTimeoutMs', 0, 43_200, 'How long a received message stays hidden.'),
  },
  delayMs: {
    names: ['DelaySeconds'],
    ...seconds('delayMs', 0, 604_800, 'Delay of a message whose sender names none.'),
  },
  retentionMs: {
    names: ['MessageRetentionPeriod'],
    ...seconds('retentionMs', 1, 1_209_600, 'How long a message is kept.'),
  },
  maximumMessageBytes: {
    names: ['MaximumMessageSize'],
    write: (settings) => given(settings.maximumMessageBytes, String),
    readInto(settings, value) {
      settings.maximumMessageBytes = wholeNumber(value, 1_024, 1_048_576)
    },
    schema: { ...wholeNumberSchema(1_024, 1_048_576), description: 'Largest message, in bytes: 1024 to 1048576.' },
  },
  receiveWaitMs: {
    names: ['ReceiveMessageWaitTimeSeconds', 'PollingWaitSeconds'],
    ...seconds('receiveWaitMs', 0, 30, 'How long a receive waits for a message.'),
  },
  loggingEnabled: { names: ['LoggingEnabled'], ...onOrOff('loggingEnabled', 'MNS: kept, and no more.') },
  kmsMasterKeyId: { names: ['KmsMasterKeyId'], ...words('kmsMasterKeyId', 'SQS: kept, and no more.') },
  kmsDataKeyReuseMs: {
    names: ['KmsDataKeyReusePeriodSeconds'],
    ...seconds('kmsDataKeyReuseMs', 60, 86_400, 'SQS: kept, and no more.'),
  },
  managedEncryption: { names: ['SqsManagedSseEnabled'], ...onOrOff('managedEncryption', 'SQS: kept, and no more.') },
  policy: {
    names: ['Policy'],
    write: (settings) => given(settings.policy, JSON.stringify),
    readInto(settings, value) {
      settings.policy = typeof value === 'string' ? value : jsonText(object(value))
    },
    schema: eitherOf(
      'SQS: who may do what, as JSON text or an object; kept, and no more.',
      { type: 'string' },
      { type: 'object' },
    ),
  },
  fifo: {
    names: ['FifoQueue', 'QueueType'],
    write: ({ fifo }) => given(fifo, String),
    /** `false` says the same as nothing. */
    readInto(settings, value) {
      const word = typeof value === 'string' ? value.toLowerCase() : value
      if (word === 'fifo' || (word !== 'normal' && truth(value))) settings.fifo = true
    },
    schema: eitherOf(
      'Whether this is a FIFO queue; one whose name ends in .fifo always is. QueueType, of MNS: "fifo" or "normal".',
      ...(truthSchema.anyOf as Fragment[]),
      { type: 'string', pattern: '^(?:[Ff][Ii][Ff][Oo]|[Nn][Oo][Rr][Mm][Aa][Ll])$' },
    ),
  },
  contentBasedDeduplication: {
    names: ['ContentBasedDeduplication'],
    ...onOrOff('contentBasedDeduplication', 'FIFO queues: the body serves where a sender names no deduplication id.'),
  },
  deduplicationScope: {
    names: ['DeduplicationScope'],
    write: ({ deduplicationScope }) => given(deduplicationScope, JSON.stringify),
    readInto(settings, value) {
      settings.deduplicationScope = oneOf(value, 'queue', 'messageGroup')
    },
    schema: { enum: ['queue', 'messageGroup'], description: 'FIFO queues: where a deduplication id counts.' },
  },
  fifoThroughputLimit: {
    names: ['FifoThroughputLimit'],
    write: ({ fifoThroughputLimit }) => given(fifoThroughputLimit, JSON.stringify),
    readInto(settings, value) {
      settings.fifoThroughputLimit = oneOf(value, 'perQueue', 'perMessageGroupId')
    },
    schema: { enum: ['perQueue', 'perMessageGroupId'], description: 'FIFO queues: kept, and no more.' },
  },
  redrive: {
    names: ['RedrivePolicy', 'DlqPolicy'],
    write: ({ redrive }, owner) => given(redrive, (value) => redriveText(value, owner)),
    readInto(settings, value, owner, reading) {
      const redrive = readRedrive(value, owner, reading)
      if (redrive) settings.redrive = redrive
    },
    schema: redriveSchema,
  },
  redriveAllow: {
    names: ['RedriveAllowPolicy'],
    write: ({ redriveAllow }, owner) => given(redriveAllow, (value) => redriveAllowText(value, owner)),
    readInto(settings, value, owner, reading) {
      settings.redriveAllow = readRedriveAllow(value, owner, reading)
    },
    schema: redriveAllowSchema,
  },
}

const rows = Object.values(attributes)
const byName: ReadonlyMap<string, Row> = new Map(rows.flatMap((row) => row.names.map((name) => [name, row])))

/** JSON text of what a queue was told; undefined: nothing. */
export function settingsText(settings: QueueSettings, owner: QueueAddress): string | undefined {
  const members: string[] = []
  for (const row of rows) {
    const value = row.write(settings, owner)
    if (value !== undefined) members.push(`"${row.names[0]}": ${value}`)
  }
  return members.length > 0 ? `{ ${members.join(', ')} }` : undefined
}

/** Settings from their JSON value, by either cloud's names. Throws `ValidationError`. */
export function readSettings(value: unknown, owner: QueueAddress, reading: Reading): QueueSettings {
  const settings: QueueSettings = {}
  const said = new Map<Row, string>()
  for (const [name, item] of Object.entries(object(value))) {
    within(name, () => {
      const row = byName.get(name)
      if (row === undefined) throw unknownMember(name, [...byName.keys()])
      const before = said.get(row)
      if (before !== undefined) throw new ValidationError(`${JSON.stringify(before)} says the same already`)
      said.set(row, name)
      row.readInto(settings, item, owner, reading)
    })
  }
  return settings
}

/** The name by which attributes speak of a setting, if they do. */
export function nameOfSetting(value: unknown, setting: keyof QueueSettings): string | undefined {
  const { names } = attributes[setting]
  return names.find((name) => Object.hasOwn(object(value), name))
}

/** What the attributes of a queue may be. A setting stands there once, whatever its name. */
export const settingsSchema: Fragment = {
  ...objectOf(Object.fromEntries([...byName].map(([name, { schema }]) => [name, schema])), []),
  description: "What the queue was told, by either cloud's names.",
  allOf: rows.filter(({ names }) => names.length > 1).map(({ names }) => ({ not: { required: names } })),
}

function seconds(setting: SettingOf<number>, low: number, high: number, description: string): Attribute {
  return {
    write: (settings) => given(settings[setting], (ms) => `${ms / 1_000}`),
    readInto(settings, value) {
      settings[setting] = wholeSeconds(value, low, high) * 1_000
    },
    schema: wholeSecondsSchema(low, high, description),
  }
}

function onOrOff(setting: SettingOf<boolean>, description: string): Attribute {
  return {
    write: (settings) => given(settings[setting], String),
    readInto(settings, value) {
      settings[setting] = truth(value)
    },
    schema: { ...truthSchema, description },
  }
}

function words(setting: SettingOf<string>, description: string): Attribute {
  return {
    write: (settings) => given(settings[setting], JSON.stringify),
    readInto(settings, value) {
      settings[setting] = text(value)
    },
    schema: { type: 'string', description },
  }
}
