import type { HoconValue } from './hocon/hocon.ts'

// biome-ignore format: a table is read by rows
const unitsMs: ReadonlyMap<string, number> = new Map([
  [['ns', 'nano', 'nanos', 'nanosecond', 'nanoseconds'], 1e-6],
  [['us', 'micro', 'micros', 'microsecond', 'microseconds'], 1e-3],
  [['', 'ms', 'milli', 'millis', 'millisecond', 'milliseconds'], 1],
  [['s', 'second', 'seconds'], 1_000],
  [['m', 'minute', 'minutes'], 60_000],
  [['h', 'hour', 'hours'], 3_600_000],
  [['d', 'day', 'days'], 86_400_000],
].flatMap(([names, ms]) => (names as string[]).map((name) => [name, ms as number] as const)))

/** The milliseconds of a text such as `10 seconds`. The default unit is milliseconds. Source: HOCON specification, duration format. */
export function durationMs(value: HoconValue): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(textOf(value)?.trim() ?? '') ?? []
  const unitMs = unitsMs.get(unit)
  return amount === undefined || unitMs === undefined ? undefined : Number(amount) * unitMs
}

/** Source: HOCON specification, automatic type conversions. */
export function truth(value: HoconValue): boolean | undefined {
  const word = textOf(value)
  if (word === 'true' || word === 'yes' || word === 'on') return true
  return word === 'false' || word === 'no' || word === 'off' ? false : undefined
}

/** The text of a value; undefined: it is not a text. */
export function textOf(value: HoconValue | undefined): string | undefined {
  return value?.kind === 'text' ? value.text : undefined
}

/** A whole number from 1 to 1000, as RedrivePolicy requires. Source: ElasticMQ README, deadLettersQueue. */
export function maximumReceives(value: HoconValue | undefined): number | undefined {
  const text = textOf(value) ?? ''
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000 ? Number(text) : undefined
}
