import { optionMeant } from '../config/option-meant.ts'
import { type OptionRows, type OptionValue, options } from '../config/options.ts'
import type { SnapshotDocument } from './snapshot-document.ts'

/** The options that some rows describe. Generic, so that each member shows the text of its row in an editor. */
type GivenOf<R, K extends keyof R> = { readonly [P in K]?: OptionValue<R[P]> | undefined }

/** Options that only the command takes. */
type CommandOnly = {
  [K in keyof OptionRows]: OptionRows[K] extends { readonly commandOnly: string } ? K : never
}[keyof OptionRows]

/** Options that the library takes as the command does. All have a default; `port` is 0 and `data` is absent by default. */
type LibraryOptions = GivenOf<OptionRows, Exclude<keyof OptionRows, CommandOnly | 'fixture' | 'now'>>

/** Options of a twinmq in this process. Options of the command with the same name mean the same. */
export type TwinmqOptions = LibraryOptions & {
  /** What an empty state begins with: files (JSON, or YAML by their name) or documents; several are merged. */
  readonly fixture?: string | SnapshotDocument | readonly (string | SnapshotDocument)[] | undefined
  /** Where a manual clock starts: ISO 8601, epoch milliseconds or a Date. Implies `clock: 'manual'`. */
  readonly now?: string | number | Date | undefined
}

/** Why a name is not an option of the library, with the option that is meant; undefined: it is one. */
export function problemOfName(name: string): string | undefined {
  const row = options.find(({ key }) => key === name)
  if (row)
    return row.commandOnly === undefined ? undefined : `${name} is an option of the command only: ${row.commandOnly}`
  const meant = optionMeant(name)
  const known = meant !== undefined && meant.commandOnly === undefined
  return `there is no option ${name}${known ? `; did you mean ${meant.key}?` : ''}`
}

/** Options of a twinmq for the tests of one file. */
export type TestTwinmqOptions = TwinmqOptions & {
  /**
   * What each test starts with: an account of its own (`account`, the default), an empty state or the fixture (`reset`, the
   * default with a fixture, `namespace: 'shared'` or `auth`), or the state the previous test left (`nothing`).
   */
  readonly perTest?: 'account' | 'reset' | 'nothing' | undefined
}
