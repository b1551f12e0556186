import type { QueueAddress, QueueSettings, Redrive, RedriveAllow } from '../core/model.ts'
import { type Draft, given, listText } from './members.ts'
import { readReference, referenceText } from './queue-references.ts'
import { into, listOf, Misfit, oneOf, type ReadInto, readMembers, text, within } from './values.ts'

/** How one setting of a queue stands in the document. `owner` is that queue. */
type Attribute = {
  /** The clouds' own name for it. */
  readonly name: string
  /** JSON text; undefined: the queue was never told. */
  readonly write: (settings: QueueSettings, owner: QueueAddress) => string | undefined
  readonly readInto: (settings: QueueSettings, value: unknown, owner: QueueAddress) => void
}

type SettingOf<T> = {
  [K in keyof QueueSettings]-?: [T] extends [Required<QueueSettings>[K]] ? K : never
}[keyof QueueSettings]

/** One row per setting; durations stand in seconds. Sources: SQS API Reference and MNS API, SetQueueAttributes. */
const attributes: { readonly [K in keyof QueueSettings]-?: Attribute } = {
  visibilityTimeoutMs: seconds('VisibilityTimeout', 'visibilityTimeoutMs'),
  delayMs: seconds('DelaySeconds', 'delayMs'),
  retentionMs: seconds('MessageRetentionPeriod', 'retentionMs'),
  maximumMessageBytes: bytes('MaximumMessageSize', 'maximumMessageBytes'),
  receiveWaitMs: seconds('ReceiveMessageWaitTimeSeconds', 'receiveWaitMs'),
  loggingEnabled: onOrOff('LoggingEnabled', 'loggingEnabled'),
  kmsMasterKeyId: words('KmsMasterKeyId', 'kmsMasterKeyId'),
  kmsDataKeyReuseMs: seconds('KmsDataKeyReusePeriodSeconds', 'kmsDataKeyReuseMs'),
  managedEncryption: onOrOff('SqsManagedSseEnabled', 'managedEncryption'),
  policy: words('Policy', 'policy'),
  fifo: {
    name: 'FifoQueue',
    write: ({ fifo }) => given(fifo, String),
    /** `false` says the same as nothing. */
    readInto(settings, value) {
      if (truth(value)) settings.fifo = true
    },
  },
  contentBasedDeduplication: onOrOff('ContentBasedDeduplication', 'contentBasedDeduplication'),
  deduplicationScope: {
    name: 'DeduplicationScope',
    write: ({ deduplicationScope }) => given(deduplicationScope, JSON.stringify),
    readInto(settings, value) {
      settings.deduplicationScope = oneOf(value, 'queue', 'messageGroup')
    },
  },
  fifoThroughputLimit: {
    name: 'FifoThroughputLimit',
    write: ({ fifoThroughputLimit }) => given(fifoThroughputLimit, JSON.stringify),
    readInto(settings, value) {
      settings.fifoThroughputLimit = oneOf(value, 'perQueue', 'perMessageGroupId')
    },
  },
  redrive: {
    name: 'RedrivePolicy',
    write: ({ redrive }, owner) => given(redrive, (value) => redriveText(value, owner)),
    readInto(settings, value, owner) {
      settings.redrive = readRedrive(value, owner)
    },
  },
  redriveAllow: {
    name: 'RedriveAllowPolicy',
    write: ({ redriveAllow }, owner) => given(redriveAllow, (value) => redriveAllowText(value, owner)),
    readInto(settings, value, owner) {
      settings.redriveAllow = readRedriveAllow(value, owner)
    },
  },
}

const rows = Object.values(attributes)

/** JSON text of what a queue was told; undefined: nothing. */
export function settingsText(settings: QueueSettings, owner: QueueAddress): string | undefined {
  const members: string[] = []
  for (const row of rows) {
    const value = row.write(settings, owner)
    if (value !== undefined) members.push(`"${row.name}": ${value}`)
  }
  return members.length > 0 ? `{ ${members.join(', ')} }` : undefined
}

/** Settings from their JSON value. Numbers and booleans may also stand as the text the clouds use. Throws `Misfit`. */
export function readSettings(value: unknown, owner: QueueAddress): QueueSettings {
  const settings: QueueSettings = {}
  const readers = new Map(rows.map((row) => [row.name, readerOf(row, owner)]))
  readMembers(readers, settings, value)
  return settings
}

function readerOf({ readInto }: Attribute, owner: QueueAddress): ReadInto<QueueSettings> {
  return (settings, value) => readInto(settings, value, owner)
}

function seconds(name: string, setting: SettingOf<number>): Attribute {
  return {
    name,
    write: (settings) => given(settings[setting], (ms) => `${ms / 1_000}`),
    readInto(settings, value) {
      settings[setting] = Math.round(number(value) * 1_000)
    },
  }
}

function bytes(name: string, setting: SettingOf<number>): Attribute {
  return {
    name,
    write: (settings) => given(settings[setting], String),
    readInto(settings, value) {
      settings[setting] = Math.round(number(value))
    },
  }
}

function onOrOff(name: string, setting: SettingOf<boolean>): Attribute {
  return {
    name,
    write: (settings) => given(settings[setting], String),
    readInto(settings, value) {
      settings[setting] = truth(value)
    },
  }
}

function words(name: string, setting: SettingOf<string>): Attribute {
  return {
    name,
    write: (settings) => given(settings[setting], JSON.stringify),
    readInto(settings, value) {
      settings[setting] = text(value)
    },
  }
}

function redriveText({ deadLetterQueue, maxReceives }: Redrive, owner: QueueAddress): string {
  return `{ "deadLetterQueue": ${referenceText(deadLetterQueue, owner)}, "maxReceiveCount": ${maxReceives} }`
}

function readRedrive(value: unknown, owner: QueueAddress): Redrive {
  const draft: Draft<Redrive> = {}
  const readers = new Map<string, ReadInto<Draft<Redrive>>>([
    ['deadLetterQueue', into('deadLetterQueue', (name) => readReference(name, owner))],
    ['maxReceiveCount', into('maxReceives', receives)],
  ])
  readMembers(readers, draft, value)
  const { deadLetterQueue, maxReceives } = draft
  if (deadLetterQueue === undefined || maxReceives === undefined)
    throw new Misfit('members "deadLetterQueue" and "maxReceiveCount" are expected')
  return { deadLetterQueue, maxReceives }
}

function redriveAllowText({ permission, sources }: RedriveAllow, owner: QueueAddress): string {
  const names = listText(sources.map((source) => referenceText(source, owner)))
  return `{ "redrivePermission": "${permission}"${sources.length > 0 ? `, "sourceQueues": ${names}` : ''} }`
}

function readRedriveAllow(value: unknown, owner: QueueAddress): RedriveAllow {
  const draft: Draft<RedriveAllow> = {}
  const readers = new Map<string, ReadInto<Draft<RedriveAllow>>>([
    ['redrivePermission', into('permission', permissionOf)],
    ['sourceQueues', into('sources', (names) => listOf(names, (name) => readReference(name, owner)))],
  ])
  readMembers(readers, draft, value)
  return { permission: within('redrivePermission', () => permissionOf(draft.permission)), sources: draft.sources ?? [] }
}

function permissionOf(value: unknown): RedriveAllow['permission'] {
  return oneOf(value, 'allowAll', 'denyAll', 'byQueue')
}

/** Source: SQS API Reference, SetQueueAttributes, RedrivePolicy. */
function receives(value: unknown): number {
  const read = number(value)
  if (!Number.isInteger(read) || read < 1 || read > 1_000) throw new Misfit('a number from 1 to 1000 is expected')
  return read
}

function number(value: unknown): number {
  const read = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof read !== 'number' || !(read >= 0 && read <= 1e12)) throw new Misfit('a number is expected')
  return read
}

function truth(value: unknown): boolean {
  const read = typeof value === 'string' ? value.toLowerCase() : value
  if (read === true || read === 'true') return true
  if (read === false || read === 'false') return false
  throw new Misfit('true or false is expected')
}
