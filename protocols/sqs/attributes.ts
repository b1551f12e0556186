import type { QueueDescription } from '../../src/core/commands/command.ts'
import {
  defaultSettings,
  type Namespace,
  type QueueAddress,
  type QueueSettings,
  type QueueSettingsChange,
} from '../../src/core/model.ts'
import { type WireError, wireError } from '../aws/errors.ts'
import { limits } from './limits.ts'
import { queueArn } from './names.ts'
import { policy, redriveAllowPolicy, redrivePolicy } from './policy-attributes.ts'

/** A queue as its attributes show it: under the address that the answer prints. */
type Shown = QueueDescription & { readonly address: QueueAddress; readonly namespace: Namespace }

/** The queue whose attributes are given. */
type Owner = {
  readonly queue: QueueAddress
  readonly namespace: Namespace
  readonly fifo: boolean
  /** True: messages may be kept for a second and more, not only for a minute and more. */
  readonly shortRetention?: boolean | undefined
}

/** What the attributes of a call ask of a queue. */
type AskedSettings = {
  readonly settings: QueueSettings
  /** What is to be taken away, by an empty text. */
  readonly removed: Set<keyof QueueSettings>
  /** What an existing queue must have to be the one that a CreateQueue asks for. */
  readonly mustMatch: QueueSettingsChange
}

/** One attribute of a queue: the setting it stands for, and how it is shown and taken. */
export type AttributeRow = {
  readonly name: string
  /** The setting it stands for; absent: computed, or of another kind of queue. */
  readonly setting?: keyof QueueSettings
  /** What GetQueueAttributes shows; undefined: nothing. */
  readonly read: (queue: Shown) => string | undefined
  /** Notes a value that was given, or says what is wrong with it. */
  readonly take: (text: string, asked: AskedSettings, owner: Owner) => WireError | undefined
}

type NumberSetting =
  | 'delayMs'
  | 'maximumMessageBytes'
  | 'retentionMs'
  | 'receiveWaitMs'
  | 'visibilityTimeoutMs'
  | 'kmsDataKeyReuseMs'

/** Low and high in the unit of the attribute; `short`: low where messages may be kept for a short time; `unit`: how many of the setting's make one of it. */
type NumberRange = { readonly low: number; readonly high: number; readonly unit: number; readonly short?: number }

const seconds = 1000
const bytes = 1

/** Values that SQS takes settings to have when they were never given. Source: SQS API Reference, CreateQueue. */
export const settingDefaults = {
  ...defaultSettings,
  maximumMessageBytes: limits.messageBytes,
  kmsDataKeyReuseMs: 300_000,
  kmsMasterKeyId: '',
  managedEncryption: true,
  policy: '',
  contentBasedDeduplication: false,
  deduplicationScope: 'queue',
  fifoThroughputLimit: 'perQueue',
} as const satisfies QueueSettings

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

function number(name: string, setting: NumberSetting, { low, high, unit, short = low }: NumberRange): AttributeRow {
  return {
    name,
    setting,
    read: ({ queue }) => String(Math.floor((queue.settings[setting] ?? settingDefaults[setting]) / unit)),
    take(text, { settings, mustMatch }, { shortRetention }) {
      const value = wholeNumber.test(text) ? Number(text) : Number.NaN
      if (!(value >= (shortRetention ? short : low) && value <= high)) return invalid(name)
      settings[setting] = value * unit
      mustMatch[setting] = value * unit
    },
  }
}

type TruthSetting = 'managedEncryption' | 'contentBasedDeduplication'

/** A word is taken in any case and shown in lower case. */
function truth(name: string, setting: TruthSetting): AttributeRow {
  return {
    name,
    setting,
    read: ({ queue }) => String(queue.settings[setting] ?? settingDefaults[setting]),
    take(text, { settings, mustMatch }) {
      const word = text.toLowerCase()
      if (word !== 'true' && word !== 'false') return invalid(name)
      settings[setting] = word === 'true'
      mustMatch[setting] = word === 'true'
    },
  }
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

/** The type of a queue: named when it is created, and settled from then on. A standard queue knows no such attribute. */
const fifoQueue: AttributeRow = {
  name: 'FifoQueue',
  setting: 'fifo',
  read: ({ queue }) => (queue.settings.fifo ? 'true' : undefined),
  take(text, { settings, mustMatch }, { fifo }) {
    if (!fifo) return unknown('FifoQueue')
    if (text.toLowerCase() !== 'true')
      return wireError(
        'InvalidAttributeValue',
        'Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.',
      )
    settings.fifo = true
    mustMatch.fifo = true
  },
}

const deduplicationScope: AttributeRow = {
  name: 'DeduplicationScope',
  setting: 'deduplicationScope',
  read: ({ queue }) => queue.settings.deduplicationScope ?? settingDefaults.deduplicationScope,
  take(text, { settings, mustMatch }) {
    if (text !== 'queue' && text !== 'messageGroup') return invalid('DeduplicationScope')
    settings.deduplicationScope = text
    mustMatch.deduplicationScope = text
  },
}

const throughputLimit: AttributeRow = {
  name: 'FifoThroughputLimit',
  setting: 'fifoThroughputLimit',
  read: ({ queue }) => queue.settings.fifoThroughputLimit ?? settingDefaults.fifoThroughputLimit,
  take(text, { settings, mustMatch }) {
    if (text !== 'perQueue' && text !== 'perMessageGroupId') return invalid('FifoThroughputLimit')
    settings.fifoThroughputLimit = text
    mustMatch.fifoThroughputLimit = text
  },
}

/** An attribute that a standard queue neither shows nor takes. */
function fifoOnly(row: AttributeRow, onStandardQueue: WireError): AttributeRow {
  return {
    ...row,
    read: (shown) => (shown.queue.settings.fifo ? row.read(shown) : undefined),
    take: (text, asked, owner) => (owner.fifo ? row.take(text, asked, owner) : onStandardQueue),
  }
}

/** The error for an attribute of FIFO queues on a standard one: of ContentBasedDeduplication, as of the type itself, AWS says that it does not know it. */
export function fifoOnlyError(name: string): WireError {
  if (name === 'ContentBasedDeduplication' || name === 'FifoQueue') return unknown(name)
  return wireError('InvalidAttributeName', `You can specify the ${name} only when FifoQueue is set to true.`)
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
  number('MessageRetentionPeriod', 'retentionMs', { low: 60, short: 1, high: 1_209_600, unit: seconds }),
  number('ReceiveMessageWaitTimeSeconds', 'receiveWaitMs', { low: 0, high: 20, unit: seconds }),
  number('VisibilityTimeout', 'visibilityTimeoutMs', { low: 0, high: 43_200, unit: seconds }),
  truth('SqsManagedSseEnabled', 'managedEncryption'),
  kmsKey,
  {
    ...kmsReuse,
    read: (shown) => (shown.queue.settings.kmsMasterKeyId === undefined ? undefined : kmsReuse.read(shown)),
  },
  policy,
  redrivePolicy,
  redriveAllowPolicy,
  fifoQueue,
  ...[truth('ContentBasedDeduplication', 'contentBasedDeduplication'), deduplicationScope, throughputLimit].map((row) =>
    fifoOnly(row, fifoOnlyError(row.name)),
  ),
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

/**
 * Either kind of encryption takes the place of the other when it is asked for alone; both together are for the core to
 * refuse. With the key goes how long its data keys are used. Source: SQS Developer Guide, encryption at rest.
 */
function switchEncryption({ settings, removed }: AskedSettings): void {
  if (settings.kmsMasterKeyId !== undefined) settings.managedEncryption ??= false
  else if (settings.managedEncryption) {
    removed.add('kmsMasterKeyId')
    if (settings.kmsDataKeyReuseMs === undefined) removed.add('kmsDataKeyReuseMs')
  }
}

/** What the attributes of a CreateQueue or SetQueueAttributes ask for, or what is wrong with the first bad one. */
export function takeAttributes(given: Readonly<Record<string, string>>, owner: Owner): AskedSettings | WireError {
  const asked: AskedSettings = { settings: {}, removed: new Set(), mustMatch: {} }
  for (const [name, text] of Object.entries(given)) {
    const row = byName.get(name)
    const wrong = row ? row.take(text, asked, owner) : unknown(name)
    if (wrong) return wrong
  }
  switchEncryption(asked)
  for (const name of asked.removed) delete asked.settings[name]
  return asked
}
