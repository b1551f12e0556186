import { type ParseArgsConfig, parseArgs } from 'node:util'
import { listenAddresses, reachableHost, urlHost } from '../config/addresses.ts'
import { configFileVariable } from '../config/config-file.ts'
import { type Config, completeConfig, type GivenConfig, options } from '../config/options.ts'
import { readOptions } from '../config/read-options.ts'
import { configFileHere } from './settings.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

type Flags = NonNullable<ParseArgsConfig['options']>

/** Flags that say at which address a running twinmq is. */
export const addressFlags = { url: { type: 'string' }, config: { type: 'string' } } as const

/** Flags that say which twinmq is meant: a running one, or a file that none holds. */
export const targetFlags = { ...addressFlags, data: { type: 'string' } } as const

/** Flags that say where queues live that name no account or region. */
export const placeFlags = {
  account: { type: 'string' },
  region: { type: 'string' },
  namespace: { type: 'string' },
} as const

/** Lines of the help about `addressFlags`. */
export const addressUsage = `  --url URL              address of a running twinmq [TWINMQ_URL]; otherwise that of a start with the same TWINMQ_HOST,
                         TWINMQ_PORT and config file (http://127.0.0.1:4566)
  --config FILE          that config file; otherwise the one of the working folder, if there is one [${configFileVariable}]
`

/** Lines of the help about `targetFlags`. */
export const targetUsage = `${addressUsage}  --data FILE            a data file that no twinmq holds, in place of a running one
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

type AddressGiven = { readonly url?: string | undefined; readonly config?: string | undefined }

/** Which twinmq is meant. Rejects with `CommandFailure`. */
export async function targetGiven(values: AddressGiven & { readonly data?: string | undefined }): Promise<Target> {
  const { url, data } = values
  if (url !== undefined && data !== undefined) throw badOption('--url and --data exclude each other')
  if (data === '') throw badOption('--data needs the name of a file')
  return data === undefined ? { url: await urlGiven(values) } : { file: data }
}

/**
 * Address of the running twinmq that is meant, without a slash at its end: what `--url` or `TWINMQ_URL` says, else where a
 * start with these variables and this config file listens. Rejects with `CommandFailure`.
 */
export async function urlGiven({ url, config }: AddressGiven): Promise<string> {
  const given = url ?? (process.env.TWINMQ_URL || undefined)
  if (given === undefined) return startUrl((await configFileHere(config))?.given)
  if (!isHttpUrl(given)) throw badOption(`'${given}' is not a URL such as http://127.0.0.1:4566`)
  return given.replace(/\/+$/, '')
}

const listenKeys = ['host', 'port', 'listen'] as const
/** Of LocalStack's variables those that say where to listen. */
const listenVariable = /^(?:LOCALSTACK_)?(?:GATEWAY_LISTEN|EDGE_PORT)$/

/** Where a start with these variables listens, as a program on this machine reaches it. */
function startUrl(file: GivenConfig = {}): string {
  const others = Object.entries(process.env).filter(([name]) => listenVariable.test(name))
  const config = configGiven({}, listenKeys, file, Object.fromEntries(others))
  const { host, port } = listenAddresses(config)[0]!
  if (port === 0) throw badOption('port 0 stands for a free port, so only --url can say which one it is')
  return `http://${urlHost(reachableHost(host))}:${port}`
}

/** Whether a text is the address of a server. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/**
 * The configuration, as far as these options of it were given by flag, variable, or what a config file says. `others`:
 * variables that have a say beside those of the options. Throws `CommandFailure`.
 */
export function configGiven<K extends keyof Config>(
  values: { readonly [name: string]: string | boolean | undefined },
  keys: readonly K[],
  file: GivenConfig = {},
  others: Readonly<Record<string, string | undefined>> = {},
): Pick<Config, K> {
  const meant = options.filter(({ key }) => keys.some((name) => name === key))
  const flags = meant.flatMap(({ key, flag }) => (values[key] === undefined ? [] : [`${flag}=${values[key]}`]))
  const variables = Object.fromEntries(meant.map(({ variable }) => [variable, process.env[variable]]))
  const ofFile = Object.fromEntries(meant.map(({ key }) => [key, file[key]]))
  const given = readOptions(flags, { ...others, ...variables }, ofFile)
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
