import type { QueueDescription } from '../../src/core/commands/command.ts'
import type { Namespace, QueueAddress, QueueSettings, QueueSettingsChange } from '../../src/core/model.ts'
import { fifoOnlySettings, queueSettingNames, queueSettings } from '../../src/core/settings/queue-settings.ts'
import {
  defaultsOn,
  eachSetting,
  inOrder,
  type NameOf,
  type SettingRow,
  unitOf,
} from '../../src/core/settings/setting.ts'
import { type WireError, wireError } from '../aws/errors.ts'
import { queueArn } from './names.ts'
import { policyProblem } from './policy.ts'
import { redriveAllowPolicy, redrivePolicy } from './redrive-attributes.ts'

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

type Rows = typeof queueSettings

/** Values that SQS assumes for settings that were never given. Source: SQS API Reference, CreateQueue. */
export const settingDefaults: QueueSettings = defaultsOn('sqs', queueSettings)

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

type NumberRow = SettingRow<'duration' | 'bytes'>

function number(setting: NameOf<Rows, NumberRow['kind']>, row: NumberRow): AttributeRow | undefined {
  if (row.sqs === undefined) return undefined
  const { name, low, high, default: usual = row.default } = row.sqs
  const unit = unitOf(row)
  const shortLow = 'shortLow' in row.sqs ? (row.sqs.shortLow ?? low) : low
  return {
    name,
    setting,
    read: ({ queue }) => String(Math.floor((queue.settings[setting] ?? usual) / unit)),
    take(text, { settings, mustMatch }, { shortRetention }) {
      const value = wholeNumber.test(text) ? Number(text) : Number.NaN
      if (!(value >= (shortRetention ? shortLow : low) && value <= high)) return invalid(name)
      settings[setting] = value * unit
      mustMatch[setting] = value * unit
    },
  }
}

/** A setting that has an effect only beside another one is shown only beside it. */
function duration(setting: NameOf<Rows, 'duration'>, row: SettingRow<'duration'>): AttributeRow | undefined {
  const shown = number(setting, row)
  const neighbour = queueSettingNames.find((name) => name === row.beside)
  if (shown === undefined || neighbour === undefined) return shown
  return {
    ...shown,
    read: (queue) => (queue.queue.settings[neighbour] === undefined ? undefined : shown.read(queue)),
  }
}

/** A word is taken in any case and shown in lower case. */
function flag(setting: NameOf<Rows, 'flag'>, { sqs, default: usual }: SettingRow<'flag'>): AttributeRow | undefined {
  return (
    sqs && {
      name: sqs.name,
      setting,
      read: ({ queue }) => String(queue.settings[setting] ?? usual),
      take(text, { settings, mustMatch }) {
        const word = text.toLowerCase()
        if (word !== 'true' && word !== 'false') return invalid(sqs.name)
        settings[setting] = word === 'true'
        mustMatch[setting] = word === 'true'
      },
    }
  )
}

/** An empty text removes the setting, and those that have an effect only beside it. */
function text(setting: NameOf<Rows, 'text' | 'policy'>, { sqs }: SettingRow<'text' | 'policy'>): AttributeRow {
  const removedBy = queueSettingNames.filter((name) => {
    const row: SettingRow = queueSettings[name]
    return row.kind === 'duration' && row.beside === setting
  })
  return {
    name: sqs.name,
    setting,
    read: ({ queue }) => queue.settings[setting],
    take(value, { settings, removed, mustMatch }) {
      mustMatch[setting] = value
      if (value !== '') settings[setting] = value
      else for (const name of [setting, ...removedBy]) removed.add(name)
    },
  }
}

/** Who may do what; never enforced. Kept as it was given. */
function policy(setting: NameOf<Rows, 'policy'>, row: SettingRow<'policy'>): AttributeRow {
  const kept = text(setting, row)
  return {
    ...kept,
    take: (value, asked, owner) => kept.take(value, asked, owner) ?? (value === '' ? undefined : policyProblem(value)),
  }
}

function choice(setting: NameOf<Rows, 'choice'>, row: SettingRow<'choice'>): AttributeRow | undefined {
  const { sqs, choices } = row
  return (
    sqs && {
      name: sqs.name,
      setting,
      read: ({ queue }) => choices[queue.settings[setting] ?? row.default],
      take(text, { settings, mustMatch }) {
        const chosen = Object.keys(choices).find((word) => choices[word] === text)
        if (chosen === undefined) return invalid(sqs.name)
        Object.assign(settings, { [setting]: chosen })
        Object.assign(mustMatch, { [setting]: chosen })
      },
    }
  )
}

/** The type of a queue: named when it is created, and settled from then on. A standard queue knows no such attribute. */
const fifoQueue: AttributeRow = {
  name: queueSettings.fifo.sqs.name,
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

/** Settings in the order of the answer; new ones follow in the order of their rows. */
const settingOrder = inOrder<keyof Rows>(
  [
    'delayMs',
    'maximumMessageBytes',
    'retentionMs',
    'receiveWaitMs',
    'visibilityTimeoutMs',
    'managedEncryption',
    'kmsMasterKeyId',
    'kmsDataKeyReuseMs',
    'policy',
    'redrive',
    'redriveAllow',
  ],
  queueSettingNames,
)

const settingAttributes = eachSetting<Rows, AttributeRow | undefined>(queueSettings, {
  duration,
  bytes: number,
  flag,
  text,
  choice,
  policy,
  queueType: () => fifoQueue,
  redrive: () => redrivePolicy,
  redriveAllow: () => redriveAllowPolicy,
})

/** Every attribute of a queue, in the order of the answer. Source: SQS API Reference, GetQueueAttributes and SetQueueAttributes. */
const queueAttributes: readonly AttributeRow[] = [
  computed('ApproximateNumberOfMessages', ({ counts }) => String(counts.ready)),
  computed('ApproximateNumberOfMessagesNotVisible', ({ counts }) => String(counts.inFlight)),
  computed('ApproximateNumberOfMessagesDelayed', ({ counts }) => String(counts.delayed)),
  computed('CreatedTimestamp', ({ queue }) => wholeSeconds(queue.createdAtMs)),
  computed('LastModifiedTimestamp', ({ queue }) => wholeSeconds(queue.modifiedAtMs)),
  computed('QueueArn', ({ address }) => queueArn(address)),
  ...settingOrder.flatMap((setting) => {
    const row = settingAttributes.get(setting)
    if (row === undefined) return []
    return fifoOnlySettings.includes(setting) ? [fifoOnly(row, fifoOnlyError(row.name))] : [row]
  }),
]

function wholeSeconds(ms: number): string {
  return String(Math.floor(ms / 1_000))
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
