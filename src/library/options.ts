import { optionMeant } from '../config/option-meant.ts'
import { type OptionRows, type OptionValue, options } from '../config/options.ts'

/** The options that some rows describe. Generic, so that each member shows the text of its row in an editor. */
type GivenOf<R, K extends keyof R> = { readonly [P in K]?: OptionValue<R[P]> | undefined }

/** Options that only the command takes. */
type CommandOnly = {
  [K in keyof OptionRows]: OptionRows[K] extends { readonly commandOnly: string } ? K : never
}[keyof OptionRows]

/** Options that the library takes as the command does. All have a default; `port` is 0 and `data` is absent by default. */
export type LibraryOptions = GivenOf<OptionRows, Exclude<keyof OptionRows, CommandOnly | 'fixture' | 'now'>>

/** Why a name is not an option of the library, with the option that is meant; undefined: it is one. */
export function problemOfName(name: string): string | undefined {
  const row = options.find(({ key }) => key === name)
  if (row)
    return row.commandOnly === undefined ? undefined : `${name} is an option of the command only: ${row.commandOnly}`
  const meant = optionMeant(name)
  const known = meant !== undefined && meant.commandOnly === undefined
  return `there is no option ${name}${known ? `; did you mean ${meant.key}?` : ''}`
}

type Unit = 'ms' | 's' | 'm' | 'h' | 'd'

/** Text of a duration: a number with its unit, or several in a row. */
export type DurationText = `${number}${Unit}` | `${number}${Unit}${number}${string}${Unit}`

/** A message of a document. */
export type DocumentMessage = {
  /** How long it stays delayed after the load, such as `30s`; in flight, if it was received. */
  readonly visibleIn?: string
  /** How long it stays in flight after the load. */
  readonly inFlightFor?: string
  readonly [member: string]: unknown
}
