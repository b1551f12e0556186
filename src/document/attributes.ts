import type { QueueAddress, QueueSettings } from '../core/model.ts'
import { queueSettingNames, queueSettings } from '../core/settings/queue-settings.ts'
import { eachSetting, inOrder, unitOf } from '../core/settings/setting.ts'
import { eitherOf, type Fragment, objectOf, textOf, wordOf } from './fragments.ts'
import { given } from './members.ts'
import {
  readRedrive,
  readRedriveAllow,
  redriveAllowSchema,
  redriveAllowText,
  redriveSchema,
  redriveText,
} from './redrive-values.ts'
import { choiceOf, namesIn, rangeOf, wholeBytes, wholeBytesSchema } from './setting-values.ts'
import { jsonText, object, type Reading, text, unknownMember, ValidationError, within } from './values.ts'
import { truth, truthSchema, wholeSeconds, wholeSecondsSchema } from './written-values.ts'

/** How one setting of a queue stands in the document. `owner` is that queue. */
type Attribute = {
  /** JSON text; undefined: the queue was never told. */
  readonly write: (settings: QueueSettings, owner: QueueAddress) => string | undefined
  readonly readInto: (settings: QueueSettings, value: unknown, owner: QueueAddress, reading: Reading) => void
  readonly schema: Fragment
}

/** The clouds' own names for it, of which the first is written, and what it is. */
type Row = Attribute & { readonly names: readonly string[] }

type Rows = typeof queueSettings

/** How each kind of setting stands in the document; durations in seconds, with the ranges of both clouds together. */
const attributes = eachSetting<Rows, Attribute>(queueSettings, {
  duration: (name, row) => ({
    write: (settings) => given(settings[name], (ms) => `${ms / unitOf(row)}`),
    readInto(settings, value) {
      const { low, high } = rangeOf(row)
      settings[name] = wholeSeconds(value, low, high) * unitOf(row)
    },
    schema: wholeSecondsSchema(rangeOf(row), row.about),
  }),
  bytes: (name, row) => ({
    write: (settings) => given(settings[name], String),
    readInto(settings, value) {
      settings[name] = wholeBytes(value, row)
    },
    schema: wholeBytesSchema(row),
  }),
  flag: (name, { about }) => ({
    write: (settings) => given(settings[name], String),
    readInto(settings, value) {
      settings[name] = truth(value)
    },
    schema: { ...truthSchema, description: about },
  }),
  text: (name, { about }) => ({
    write: (settings) => given(settings[name], JSON.stringify),
    readInto(settings, value) {
      settings[name] = text(value)
    },
    schema: textOf(about),
  }),
  choice: (name, { choices, about }) => ({
    write: (settings) => given(settings[name], (word) => JSON.stringify(choices[word])),
    readInto(settings, value) {
      Object.assign(settings, { [name]: choiceOf(value, choices) })
    },
    schema: wordOf(Object.values(choices), about),
  }),
  policy: (name, { about }) => ({
    write: (settings) => given(settings[name], JSON.stringify),
    readInto(settings, value) {
      settings[name] = typeof value === 'string' ? value : jsonText(object(value))
    },
    schema: eitherOf(about, { type: 'string' }, { type: 'object' }),
  }),
  queueType: (name, { about }) => ({
    write: (settings) => given(settings[name], String),
    /** `false` says the same as nothing. */
    readInto(settings, value) {
      const word = typeof value === 'string' ? value.toLowerCase() : value
      if (word === 'fifo' || (word !== 'normal' && truth(value))) settings[name] = true
    },
    schema: eitherOf(about, ...(truthSchema.anyOf as Fragment[]), {
      type: 'string',
      pattern: '^(?:[Ff][Ii][Ff][Oo]|[Nn][Oo][Rr][Mm][Aa][Ll])$',
    }),
  }),
  redrive: (name, { about }) => ({
    write: (settings, owner) => given(settings[name], (value) => redriveText(value, owner)),
    readInto(settings, value, owner, reading) {
      const redrive = readRedrive(value, owner, reading)
      if (redrive) settings[name] = redrive
    },
    schema: redriveSchema(about),
  }),
  redriveAllow: (name, { about }) => ({
    write: (settings, owner) => given(settings[name], (value) => redriveAllowText(value, owner)),
    readInto(settings, value, owner, reading) {
      settings[name] = readRedriveAllow(value, owner, reading)
    },
    schema: redriveAllowSchema(about),
  }),
})

/** Settings in the order in which they are written; new ones follow in the order of their rows. */
const order = inOrder<keyof Rows>(['visibilityTimeoutMs', 'delayMs', 'retentionMs'], queueSettingNames)
const rows: readonly Row[] = order.map((setting) => ({
  names: namesIn(queueSettings[setting]),
  ...attributes.get(setting)!,
}))
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
  return namesIn(queueSettings[setting]).find((name) => Object.hasOwn(object(value), name))
}

/** What the attributes of a queue may be. A setting stands there once, whatever its name. */
export const settingsSchema: Fragment = {
  ...objectOf(Object.fromEntries([...byName].map(([name, { schema }]) => [name, schema])), []),
  description: "What the queue was told, by either cloud's names.",
  allOf: rows.filter(({ names }) => names.length > 1).map(({ names }) => ({ not: { required: names } })),
}
