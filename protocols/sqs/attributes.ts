import type { QueueDescription } from '../../src/core/command.ts'
import { defaultSettings, type QueueAddress, type QueueSettings } from '../../src/core/model.ts'
import { unsupported, type WireError, wireError } from './errors.ts'
import { limits } from './limits.ts'
import { queueArn } from './names.ts'

/** A queue as its attributes show it: under the address that the answer prints. */
type Shown = QueueDescription & { readonly address: QueueAddress }

/** What the attributes of a call ask of a queue. */
type AskedSettings = {
  readonly settings: QueueSettings
  /** What is to be taken away, by an empty text. */
  readonly removed: Set<keyof QueueSettings>
  /** What an existing queue must have to be the one that a CreateQueue asks for. */
  readonly mustMatch: QueueSettings
}

type AttributeRow = {
  readonly name: string
  /** The setting it stands for; absent: computed, or of another kind of queue. */
  readonly setting?: keyof QueueSettings
  /** What GetQueueAttributes shows; undefined: nothing. */
  readonly read: (queue: Shown) => string | undefined
  /** Notes a value that was given, or says what is wrong with it. */
  readonly take: (text: string, asked: AskedSettings) => WireError | undefined
}

type NumberSetting =
  | 'delayMs'
  | 'maximumMessageBytes'
  | 'retentionMs'
  | 'receiveWaitMs'
  | 'visibilityTimeoutMs'
  | 'kmsDataKeyReuseMs'

/** Low and high in the unit of the attribute; `unit`: how many of the setting's make one of it. */
type NumberRange = { readonly low: number; readonly high: number; readonly unit: number }

const seconds = 1000
const bytes = 1

/** Values that SQS takes settings to have when they were never given. Source: SQS API Reference, CreateQueue. */
export const settingDefaults = {
  ...defaultSettings,
  maximumMessageBytes: limits.messageBytes,
  kmsDataKeyReuseMs: 300_000,
  kmsMasterKeyId: '',
  managedEncryption: true,
} as const satisfies QueueSettings

const nothing = (): undefined => undefined
const wholeNumber = /^\d{1,15}$/

function unknown(name: string): WireError {
  return wireError('InvalidAttributeName', `Unknown Attribute ${name}.`)
}

function invalid(name: string): WireError {
  return wireError('InvalidAttributeValue', `Invalid value for the parameter ${name}.`)
}

function computed(name: string, read: AttributeRow['read']): AttributeRow {
  return { name, read, take: () => unknown(name) }
}

function number(name: string, setting: NumberSetting, { low, high, unit }: NumberRange): AttributeRow {
  return {
    name,
    setting,
    read: ({ queue }) => String(Math.floor((queue.settings[setting] ?? settingDefaults[setting]) / unit)),
    take(text, { settings, mustMatch }) {
      const value = wholeNumber.test(text) ? Number(text) : Number.NaN
      if (!(value >= low && value <= high)) return invalid(name)
      settings[setting] = value * unit
      mustMatch[setting] = value * unit
    },
  }
}

const managedEncryption: AttributeRow = {
  name: 'SqsManagedSseEnabled',
  setting: 'managedEncryption',
  read: ({ queue }) => String(queue.settings.managedEncryption ?? settingDefaults.managedEncryption),
  take(text, { settings, mustMatch }) {
    const word = text.toLowerCase()
    if (word !== 'true' && word !== 'false') return invalid('SqsManagedSseEnabled')
    settings.managedEncryption = word === 'true'
    mustMatch.managedEncryption = word === 'true'
  },
}

const kmsKey: AttributeRow = {
  name: 'KmsMasterKeyId',
  setting: 'kmsMasterKeyId',
  read: ({ queue }) => queue.settings.kmsMasterKeyId,
  take(text, { settings, removed, mustMatch }) {
    mustMatch.kmsMasterKeyId = text
    if (text !== '') settings.kmsMasterKeyId = text
    else removed.add('kmsMasterKeyId').add('kmsDataKeyReuseMs')
  },
}

/** Shown only beside a key. */
const kmsReuse = number('KmsDataKeyReusePeriodSeconds', 'kmsDataKeyReuseMs', { low: 60, high: 86_400, unit: seconds })

/** An empty text is taken, since it asks for no such policy. */
function policy(name: string): AttributeRow {
  return { name, read: nothing, take: (text) => (text === '' ? undefined : unsupported(`the attribute ${name}`)) }
}

function fifoOnly(name: string): AttributeRow {
  const error = wireError('InvalidAttributeName', `You can specify the ${name} only when FifoQueue is set to true.`)
  return { name, read: nothing, take: () => error }
}

/** Every attribute of a queue, in the order of the answer. Source: SQS API Reference, GetQueueAttributes and SetQueueAttributes. */
const queueAttributes: readonly AttributeRow[] = [
  computed('ApproximateNumberOfMessages', ({ counts }) => String(counts.ready)),
  computed('ApproximateNumberOfMessagesNotVisible', ({ counts }) => String(counts.inFlight)),
  computed('ApproximateNumberOfMessagesDelayed', ({ counts }) => String(counts.delayed)),
  computed('CreatedTimestamp', ({ queue }) => wholeSeconds(queue.createdAtMs)),
  computed('LastModifiedTimestamp', ({ queue }) => wholeSeconds(queue.modifiedAtMs)),
  computed('QueueArn', ({ address }) => queueArn(address)),
  number('DelaySeconds', 'delayMs', { low: 0, high: 900, unit: seconds }),
  number('MaximumMessageSize', 'maximumMessageBytes', { low: 1024, high: limits.messageBytes, unit: bytes }),
  number('MessageRetentionPeriod', 'retentionMs', { low: 60, high: 1_209_600, unit: seconds }),
  number('ReceiveMessageWaitTimeSeconds', 'receiveWaitMs', { low: 0, high: 20, unit: seconds }),
  number('VisibilityTimeout', 'visibilityTimeoutMs', { low: 0, high: 43_200, unit: seconds }),
  managedEncryption,
  kmsKey,
  {
    ...kmsReuse,
    read: (shown) => (shown.queue.settings.kmsMasterKeyId === undefined ? undefined : kmsReuse.read(shown)),
  },
  policy('Policy'),
  policy('RedrivePolicy'),
  policy('RedriveAllowPolicy'),
  // Of these two AWS says on a standard queue that it does not know them.
  computed('FifoQueue', nothing),
  computed('ContentBasedDeduplication', nothing),
  fifoOnly('DeduplicationScope'),
  fifoOnly('FifoThroughputLimit'),
]

function wholeSeconds(ms: number): string {
  return String(Math.floor(ms / seconds))
}

const byName: ReadonlyMap<string, AttributeRow> = new Map(queueAttributes.map((row) => [row.name, row]))

function isQueueAttribute(name: string): boolean {
  return name === 'All' || byName.has(name)
}

/** The name that SQS has for a setting. */
export function attributeOf(setting: keyof QueueSettings): string {
  return queueAttributes.find((row) => row.setting === setting)?.name ?? setting
}

/** An error for the first name that no attribute has. */
export function attributeNamesError(names: readonly string[]): WireError | undefined {
  const stranger = names.find((name) => !isQueueAttribute(name))
  return stranger === undefined ? undefined : unknown(stranger)
}

/** The attributes asked for that the queue has; undefined when there are none. */
export function readAttributes(queue: Shown, asked: readonly string[]): Readonly<Record<string, string>> | undefined {
  const wanted = new Set(asked)
  const rows = wanted.has('All') ? queueAttributes : queueAttributes.filter((row) => wanted.has(row.name))
  const shown: [string, string][] = []
  for (const row of rows) {
    const value = row.read(queue)
    if (value !== undefined) shown.push([row.name, value])
  }
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}

/** What the attributes of a CreateQueue or SetQueueAttributes ask for, or what is wrong with the first bad one. */
export function takeAttributes(given: Readonly<Record<string, string>>): AskedSettings | WireError {
  const asked: AskedSettings = { settings: {}, removed: new Set(), mustMatch: {} }
  for (const [name, text] of Object.entries(given)) {
    const row = byName.get(name)
    const wrong = row ? row.take(text, asked) : unknown(name)
    if (wrong) return wrong
  }
  // A KMS key alone takes the place of the encryption that SQS manages; both together are for the core to refuse.
  if (asked.settings.kmsMasterKeyId !== undefined) asked.settings.managedEncryption ??= false
  for (const name of asked.removed) delete asked.settings[name]
  return asked
}
