/** How a cloud names a setting. */
type Named = { readonly name: string }

/** A number on the wire: seconds or bytes, both ends of the range included. */
type NumberOnWire = Named & { readonly low: number; readonly high: number; readonly default?: number }

/** What every row says. */
type Described = {
  /** One or two sentences, as the schema of documents gives them. */
  readonly about: string
  /** The public text that defines the setting. */
  readonly source: string
  /** Standard queues do not have it. */
  readonly fifoOnly?: true
}

/** Members of a row by its kind. A cloud that does not know the setting is absent. A `default` of a cloud goes before that of the row. */
type Kinds = {
  /** Milliseconds in the model, whole seconds on the wire. */
  duration: Described & {
    readonly default: number
    /** The setting without which this one has no effect: it is shown only with it, and removed with it. */
    readonly beside?: string
    /** `shortLow`: low end of the range while short retention is allowed. */
    readonly sqs?: NumberOnWire & { readonly shortLow?: number }
    readonly mns?: NumberOnWire
  }
  bytes: Described & {
    readonly default: number
    /** `formerDefaults`: the defaults of earlier years. */
    readonly sqs?: NumberOnWire & { readonly formerDefaults?: readonly number[] }
    readonly mns?: NumberOnWire
  }
  flag: Described & { readonly default: boolean; readonly sqs?: Named; readonly mns?: Named }
  /** Any text; an empty one removes the setting. */
  text: Described & { readonly sqs: Named }
  /** `choices`: the word on the wire for each word of the model. */
  choice: Described & {
    readonly default: string
    readonly choices: Readonly<Record<string, string>>
    readonly sqs?: Named
    readonly mns?: Named
  }
  /** An access policy: JSON, kept as the text that was given. */
  policy: Described & { readonly sqs: Named }
  /** Whether a queue is a FIFO queue. */
  queueType: Described & { readonly sqs: Named; readonly mns: Named }
  redrive: Described & { readonly sqs: Named; readonly mns: Named }
  redriveAllow: Described & { readonly sqs: Named }
  /** A tag by which a subscription chooses messages. */
  tag: Described & { readonly mns: Named }
}

/** The kinds of settings. A kind says how a value is read, written and checked everywhere. */
type SettingKind = keyof Kinds

/** The row of a setting: all that the program knows about it. */
export type SettingRow<K extends SettingKind = SettingKind> = { [L in K]: { readonly kind: L } & Kinds[L] }[K]

/** One row for each setting, by the setting's name in the model. */
export type SettingRows = { readonly [name: string]: SettingRow }

/** The type of a setting's value, as far as its row alone tells it. */
export type ValueOf<R extends SettingRow> = R extends { readonly kind: 'duration' | 'bytes' }
  ? number
  : R extends { readonly kind: 'flag' }
    ? boolean
    : R extends { readonly kind: 'text' | 'policy' | 'tag' }
      ? string
      : R extends { readonly kind: 'choice' }
        ? keyof R['choices']
        : R extends { readonly kind: 'queueType' }
          ? true
          : never

type KindIn<Rows extends SettingRows> = Rows[keyof Rows]['kind']

/** The names of the settings of one kind. */
export type NameOf<Rows extends SettingRows, K extends SettingKind> = {
  [N in keyof Rows]: Rows[N]['kind'] extends K ? N : never
}[keyof Rows]

/** How a reader of the rows treats each kind of setting. A missing kind does not compile. */
type SettingMakers<Rows extends SettingRows, T> = {
  readonly [K in KindIn<Rows>]: (name: NameOf<Rows, K>, row: SettingRow<K>) => T
}

/** Applies the makers to every row, in the order of the rows. */
export function eachSetting<Rows extends SettingRows, T>(
  rows: Rows,
  makers: SettingMakers<Rows, T>,
): ReadonlyMap<keyof Rows, T> {
  return new Map(
    Object.entries(rows).map(([name, row]) => {
      const make = makers[row.kind as KindIn<Rows>]
      return [name as keyof Rows, make(name as never, row as never)]
    }),
  )
}

/** The names of settings, in the order of the rows. */
export function namesOf<Rows extends SettingRows>(rows: Rows): readonly (keyof Rows & string)[] {
  return Object.keys(rows)
}

/** Names in an order of their own: the listed ones first, the others in the order of the rows. */
export function inOrder<N>(first: readonly N[], names: Iterable<N>): readonly N[] {
  return [...new Set([...first, ...names])]
}

/** How many of the model's units make one on the wire. */
export function unitOf({ kind }: SettingRow<'duration' | 'bytes'>): number {
  return kind === 'duration' ? 1_000 : 1
}

/** The clouds whose names and defaults rows hold. */
type Cloud = 'sqs' | 'mns'

/** How a cloud names a setting; undefined if it does not know the setting. */
export function nameOn(cloud: Cloud, row: SettingRow): string | undefined {
  const known: { readonly [C in Cloud]?: Named } = row
  return known[cloud]?.name
}

/** What a cloud assumes for a setting that was never given, in the unit of the model; undefined: nothing. */
export function defaultOn(cloud: Cloud, row: SettingRow): number | string | boolean | undefined {
  if (nameOn(cloud, row) === undefined) return undefined
  switch (row.kind) {
    case 'duration':
    case 'bytes':
      return row[cloud]?.default ?? row.default
    case 'flag':
    case 'choice':
      return row.default
    case 'text':
    case 'policy':
      return ''
    default:
      return undefined
  }
}

/** What a cloud assumes for each setting that was never given. */
export function defaultsOn(cloud: Cloud, rows: SettingRows): Readonly<Record<string, unknown>> {
  const known = Object.entries(rows).map(([name, row]) => [name, defaultOn(cloud, row)])
  return Object.fromEntries(known.filter(([, value]) => value !== undefined))
}
