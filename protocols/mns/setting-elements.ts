import { type SettingRow, type SettingRows, unitOf } from '../../src/core/settings/setting.ts'
import { isError, type MnsError, schemaViolation } from './errors.ts'
import type { Range } from './limits.ts'
import { printBoolean, readBoolean, readNumber } from './xml-codec.ts'

/** How MNS reads and prints one setting. */
type SettingElement = {
  /** Name of the setting in the model. */
  readonly setting: string
  /** Name of the element. */
  readonly element: string
  readonly isNumber: boolean
  readonly read: (text: string) => number | boolean | string | MnsError
  /** Prints a value in the unit of the model; for a setting that was never given, its default. */
  readonly print: (value: unknown) => string
}

/** The elements of settings that MNS knows, in the order of the rows. Kinds with elements of their own are left out. */
export function settingElements(rows: SettingRows): readonly SettingElement[] {
  return Object.entries(rows).flatMap(([setting, row]) => elementOf(setting, row) ?? [])
}

function elementOf(setting: string, row: SettingRow): SettingElement | undefined {
  switch (row.kind) {
    case 'duration':
    case 'bytes':
      return row.mns && { setting, element: row.mns.name, ...numberOf(row, row.mns) }
    case 'flag':
      return row.mns && { setting, element: row.mns.name, ...flagOf(row, row.mns.name) }
    case 'choice':
      return row.mns && { setting, element: row.mns.name, ...choiceOf(row, row.mns.name) }
    default:
      return undefined
  }
}

type Codec = Pick<SettingElement, 'isNumber' | 'read' | 'print'>

function numberOf(row: SettingRow<'duration' | 'bytes'>, { name, low, high, ...own }: OnWire): Codec {
  const unit = unitOf(row)
  const range: Range = { low, high, unit: row.kind === 'duration' ? 'seconds' : 'bytes' }
  return {
    isNumber: true,
    read(text) {
      const value = readNumber(text, { element: name, range })
      return isError(value) ? value : value * unit
    },
    print: (value) => String(Math.floor(Number(value ?? own.default ?? row.default) / unit)),
  }
}

type OnWire = NonNullable<SettingRow<'duration'>['mns']>

function flagOf({ default: usual }: SettingRow<'flag'>, element: string): Codec {
  return {
    isNumber: false,
    read: (text) => readBoolean(text, element),
    print: (value) => printBoolean((value ?? usual) === true),
  }
}

function choiceOf({ choices, default: usual }: SettingRow<'choice'>, element: string): Codec {
  return {
    isNumber: false,
    read: (text) => choiceNamed(choices, text.trim()) ?? schemaViolation(element),
    print: (value) => choices[String(value ?? usual)]!,
  }
}

/** The word of the model for a word on the wire. */
export function choiceNamed<K extends string>(choices: Readonly<Record<K, string>>, text: string): K | undefined {
  for (const word in choices) if (choices[word] === text) return word
  return undefined
}
