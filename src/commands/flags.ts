import { type ParseArgsConfig, parseArgs } from 'node:util'
import { readOptions } from '../config/read-options.ts'
import { type Config, completeConfig, type GivenConfig, options } from '../config.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

type Flags = NonNullable<ParseArgsConfig['options']>

/** Flags that say which twinmq is meant: a running one, or a file that none holds. */
export const targetFlags = { url: { type: 'string' }, data: { type: 'string' } } as const

/** Flags that say where queues live that name no account or region. */
export const placeFlags = {
  account: { type: 'string' },
  region: { type: 'string' },
  namespace: { type: 'string' },
} as const

/** Lines of the help about `targetFlags`. */
export const targetUsage = `  --url URL              address of a running twinmq (http://127.0.0.1:4566) [TWINMQ_URL]
  --data FILE            a data file that no twinmq holds, in place of a running one
`

/** Lines of the help about `placeFlags`. */
export const placeUsage = `  --account ID           account of queues that name none (000000000000) [TWINMQ_ACCOUNT]
  --region NAME          region of queues that name none (us-east-1) [TWINMQ_REGION]
  --namespace isolated|shared
                         whether account and region are part of a queue's name (isolated) [TWINMQ_NAMESPACE]
`

/** A running twinmq at an address, or a data file at rest. */
export type Target = { readonly url: string } | { readonly file: string }

/** Flags and words as they were given. `names`: what the words besides flags stand for; `many`: there may be more of the last. Throws `CommandFailure`. */
export function readWords<const F extends Flags>(
  words: readonly string[],
  flags: F,
  names: readonly string[],
  many?: 'many',
) {
  const read = parsed(words, flags)
  const { length } = read.positionals
  if (length > names.length && !many) throw badOption(`unexpected word '${read.positionals[names.length]}'`)
  if (length < names.length) throw badOption(`${names[length]} is missing`)
  return read
}

function parsed<const F extends Flags>(words: readonly string[], flags: F) {
  try {
    return parseArgs({ args: [...words], options: flags, allowPositionals: true, strict: true })
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) throw badOption(firstSentence(error.message))
    throw error
  }
}

/** Which twinmq is meant. Throws `CommandFailure`. */
export function targetGiven({
  url,
  data,
}: {
  readonly url?: string | undefined
  readonly data?: string | undefined
}): Target {
  if (url !== undefined && data !== undefined) throw badOption('--url and --data exclude each other')
  if (data === '') throw badOption('--data needs the name of a file')
  if (data !== undefined) return { file: data }
  const given = url ?? (process.env.TWINMQ_URL || 'http://127.0.0.1:4566')
  if (!isHttpUrl(given)) throw badOption(`'${given}' is not a URL such as http://127.0.0.1:4566`)
  return { url: given.replace(/\/+$/, '') }
}

/** Whether a text is the address of a server. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** The configuration, as far as these options of it were given by flag, variable, or what a config file says. Throws `CommandFailure`. */
export function configGiven<K extends keyof Config>(
  values: { readonly [name: string]: string | boolean | undefined },
  keys: readonly K[],
  file: GivenConfig = {},
): Pick<Config, K> {
  const meant = options.filter(({ key }) => keys.some((name) => name === key))
  const flags = meant.flatMap(({ key, flag }) => (values[key] === undefined ? [] : [`${flag}=${values[key]}`]))
  const variables = Object.fromEntries(meant.map(({ variable }) => [variable, process.env[variable]]))
  const ofFile = Object.fromEntries(meant.map(({ key }) => [key, file[key]]))
  const given = readOptions(flags, variables, ofFile)
  const complete = 'problem' in given ? given : completeConfig(given.given satisfies GivenConfig)
  if ('problem' in complete) throw badOption(complete.problem)
  return complete.config
}

/** A flag or word is wrong: exit code 2. */
export function badOption(problem: string): CommandFailure {
  return new CommandFailure(exitCodes.badOption, `${problem}; --help says more`)
}

function firstSentence(message: string): string {
  const [first = message] = message.split(/\. |\n/)
  return first.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())
}
