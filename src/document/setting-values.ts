import { nameOn, type SettingRow } from '../core/settings/setting.ts'
import type { Fragment } from './fragments.ts'
import { oneOf } from './values.ts'
import { wholeNumber, wholeNumberSchema } from './written-values.ts'

type Range = { readonly low: number; readonly high: number }

/** The range of a setting in either cloud, on the wire. */
export function rangeOf({ sqs, mns }: SettingRow<'duration' | 'bytes'>): Range {
  const ranges = [sqs, mns].filter((range) => range !== undefined)
  const short = sqs && 'shortLow' in sqs ? [sqs.shortLow].filter((low) => low !== undefined) : []
  return {
    low: Math.min(...short, ...ranges.map(({ low }) => low)),
    high: Math.max(...ranges.map(({ high }) => high)),
  }
}

/** The names of a setting in the clouds; documents are written with the first. */
export function namesIn(row: SettingRow): readonly string[] {
  const names = [nameOn('sqs', row), nameOn('mns', row)].filter((name) => name !== undefined)
  return [...new Set(names)]
}

/** A number of bytes in the range of the setting. Throws `ValidationError`. */
export function wholeBytes(value: unknown, row: SettingRow<'bytes'>): number {
  const { low, high } = rangeOf(row)
  return wholeNumber(value, low, high)
}

/** What `wholeBytes` reads. */
export function wholeBytesSchema(row: SettingRow<'bytes'>): Fragment {
  const { low, high } = rangeOf(row)
  return { ...wholeNumberSchema(low, high), description: `${row.about} ${low} to ${high}.` }
}

/** The word of the model for one of the words on the wire. Throws `ValidationError`. */
export function choiceOf<K extends string>(value: unknown, choices: Readonly<Record<K, string>>): K {
  const said = oneOf(value, ...Object.values<string>(choices))
  return (Object.keys(choices) as K[]).find((word) => choices[word] === said)!
}
