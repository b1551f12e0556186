import { type ParseArgsConfig, parseArgs } from 'node:util'
import { flagWords } from '../config/option-meant.ts'
import { nearest } from '../text/did-you-mean.ts'
import { badOption, type FlagRow, type FlagRows, type Subcommand } from './subcommand.ts'

type FlagValue<R extends FlagRow> = R extends { value: string }
  ? R extends { many: true }
    ? string[]
    : string
  : boolean

/** The values of some flags, as far as they were given. */
export type FlagValues<F extends FlagRows> = { readonly [K in keyof F]?: FlagValue<F[K]> | undefined }

/** What was written after the name of a command. */
type Given<F extends FlagRows> = { readonly values: FlagValues<F>; readonly words: readonly string[] }

/** A command whose action takes flags and words as its row describes them. */
export function subcommand<F extends FlagRows, S extends FlagRows = Record<never, FlagRow>>(
  row: Omit<Subcommand, 'flags' | 'shared' | 'run'> & {
    readonly flags: F
    readonly shared?: S
    readonly run: (given: Given<F & S>) => Promise<number | undefined>
  },
): Subcommand {
  const flags = { ...row.flags, ...row.shared }
  return { ...row, run: async (written) => row.run(parsed<F & S>(written, flags, row.words)) }
}

/** Throws `CommandFailure` for flags and words that the rows do not have. */
function parsed<F extends FlagRows>(written: readonly string[], flags: FlagRows, names: readonly string[]): Given<F> {
  const { values, positionals } = parsedFlags(written, flags)
  const many = names.at(-1)?.endsWith('...')
  const needed = names.filter((name) => !name.startsWith('['))
  if (positionals.length > names.length && !many) throw surplus(positionals[names.length]!, flags)
  if (positionals.length < needed.length)
    throw badOption(`${needed[positionals.length]?.replace('...', '')} is missing`)
  return { values: values as FlagValues<F>, words: positionals }
}

function parsedFlags(written: readonly string[], flags: FlagRows) {
  const options: ParseArgsConfig['options'] = {}
  for (const [name, { value, short, many = false }] of Object.entries(flags)) {
    const type = value === undefined ? 'boolean' : 'string'
    options[name] = { type, multiple: many, ...(short !== undefined && { short }) }
  }
  try {
    return parseArgs({ args: [...written], options, allowPositionals: true, strict: true })
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) throw badOption(problemOf(error, written, flags))
    throw error
  }
}

/** The first sentence of Node, and the flag that someone meant. Node reads `-dlq` as three flags. */
function problemOf({ message }: Error, written: readonly string[], flags: FlagRows): string {
  const [first = message] = message.split(/\. |\n/)
  const problem = first.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())
  const ambiguous = /^option '(?:-\w, )?(--[\w-]+).*' argument is ambiguous/.exec(problem)?.[1]
  if (ambiguous !== undefined)
    return `${ambiguous}: a value that begins with a dash needs an equals sign: ${ambiguous}=-VALUE`
  const missing = /^option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec(problem)?.[1]
  if (missing !== undefined) return `${missing} needs a value`
  const unknown = /^unknown option '(.+)'/.exec(problem)?.[1]
  if (unknown === undefined) return problem
  const word = written.find((one) => one.startsWith(unknown)) ?? unknown
  return `unknown option '${word}'${adviceFor(word, flags)}`
}

function surplus(word: string, flags: FlagRows): Error {
  return badOption(`unexpected word '${word}'${adviceFor(word, flags)}`)
}

function adviceFor(written: string, flags: FlagRows): string {
  const meant = nearest(flagWords(written), Object.keys(flags))
  return meant === undefined ? '' : `; did you mean --${meant}?`
}
