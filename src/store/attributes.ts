import type { QueueSettings } from '../core/model.ts'
import { Misfit, type ReadInto, readMembers, text } from './values.ts'

/** How one setting of a queue stands in the document. */
type Attribute = {
  /** The clouds' own name for it. */
  readonly name: string
  /** Undefined: the queue was never told. */
  readonly valueIn: (settings: QueueSettings) => string | number | boolean | undefined
  readonly readInto: ReadInto<QueueSettings>
}

type SettingOf<T> = {
  [K in keyof QueueSettings]-?: Required<QueueSettings>[K] extends T ? K : never
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
}

const rows = Object.values(attributes)
const readers = new Map(rows.map((row) => [row.name, row.readInto]))

/** JSON text of what a queue was told; undefined: nothing. */
export function settingsText(settings: QueueSettings): string | undefined {
  const members: string[] = []
  for (const row of rows) {
    const value = row.valueIn(settings)
    if (value !== undefined) members.push(`"${row.name}": ${JSON.stringify(value)}`)
  }
  return members.length > 0 ? `{ ${members.join(', ')} }` : undefined
}

/** Settings from their JSON value. Numbers and booleans may also stand as the text the clouds use. Throws `Misfit`. */
export function readSettings(value: unknown): QueueSettings {
  const settings: QueueSettings = {}
  readMembers(readers, settings, value)
  return settings
}

function seconds(name: string, setting: SettingOf<number>): Attribute {
  return {
    name,
    valueIn(settings) {
      const ms = settings[setting]
      return ms === undefined ? undefined : ms / 1_000
    },
    readInto(settings, value) {
      settings[setting] = Math.round(number(value) * 1_000)
    },
  }
}

function bytes(name: string, setting: SettingOf<number>): Attribute {
  return {
    name,
    valueIn: (settings) => settings[setting],
    readInto(settings, value) {
      settings[setting] = Math.round(number(value))
    },
  }
}

function onOrOff(name: string, setting: SettingOf<boolean>): Attribute {
  return {
    name,
    valueIn: (settings) => settings[setting],
    readInto(settings, value) {
      settings[setting] = truth(value)
    },
  }
}

function words(name: string, setting: SettingOf<string>): Attribute {
  return {
    name,
    valueIn: (settings) => settings[setting],
    readInto(settings, value) {
      settings[setting] = text(value)
    },
  }
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
