import { listenAddresses, reachableHost, urlHost } from '../config/addresses.ts'
import { configFileVariable } from '../config/config-file.ts'
import { type Config, completeConfig, type GivenConfig, options } from '../config/options.ts'
import { readOptions } from '../config/read-options.ts'
import { configFileHere } from './settings.ts'
import { badOption } from './subcommand.ts'

/** Flags that select a running twinmq by its address. */
export const addressFlags = {
  url: {
    value: 'URL',
    variable: 'TWINMQ_URL',
    help: 'address of a running twinmq; by default that of a start with the same TWINMQ_HOST, TWINMQ_PORT and config file (http://127.0.0.1:4566)',
  },
  config: {
    value: 'FILE',
    variable: configFileVariable,
    help: 'config file; by default that of the working folder, if there is one',
  },
} as const

/** Flags that select a running twinmq, or a data file that is not in use. */
export const targetFlags = {
  ...addressFlags,
  data: { value: 'FILE', help: 'data file that no twinmq uses, instead of a running twinmq' },
  'verify-data': {
    variable: 'TWINMQ_VERIFY_DATA',
    help: 'with a data file: refuse one that was changed since twinmq saved it',
  },
} as const

/** Options that say how a data file is read. */
export const dataFileKeys = ['account', 'region', 'namespace', 'verifyData'] as const

/** Their values. */
export type DataFileConfig = Pick<Config, (typeof dataFileKeys)[number]>

/** Flags that place queues that are named without an account or a region. */
export const placeFlags = {
  account: { value: 'ID', variable: 'TWINMQ_ACCOUNT', help: 'account of queues that name none (000000000000)' },
  region: { value: 'NAME', variable: 'TWINMQ_REGION', help: 'region of queues that name none (us-east-1)' },
  namespace: {
    value: 'isolated|shared',
    variable: 'TWINMQ_NAMESPACE',
    help: 'with a file: whether account and region are part of the name of a queue (isolated)',
  },
} as const

/** A running twinmq, or a data file that is not in use. */
export type Target = { readonly url: string } | { readonly file: string }

type AddressGiven = { readonly url?: string | undefined; readonly config?: string | undefined }

/** The twinmq that flags and variables select. Rejects with `CommandFailure`. */
export async function targetGiven(values: AddressGiven & { readonly data?: string | undefined }): Promise<Target> {
  const { url, data } = values
  if (url !== undefined && data !== undefined) throw badOption('--url and --data exclude each other')
  if (data === '') throw badOption('--data needs the name of a file')
  return data === undefined ? { url: await urlGiven(values) } : { file: data }
}

/**
 * Address of the running twinmq, without a slash at its end: `--url`, else `TWINMQ_URL`, else the address of a start with
 * these variables and this config file. Rejects with `CommandFailure`.
 */
export async function urlGiven({ url, config }: AddressGiven): Promise<string> {
  const given = url ?? (process.env.TWINMQ_URL || undefined)
  if (given === undefined) return startUrl((await configFileHere(config))?.given)
  if (!isHttpUrl(given)) throw badOption(`'${given}' is not a URL such as http://127.0.0.1:4566`)
  return given.replace(/\/+$/, '')
}

const listenKeys = ['host', 'port', 'listen'] as const
/** LocalStack's variables for the address. */
const listenVariable = /^(?:LOCALSTACK_)?(?:GATEWAY_LISTEN|EDGE_PORT)$/

/** Address of a start with these variables, for programs on this machine. */
function startUrl(file: GivenConfig = {}): string {
  const others = Object.entries(process.env).filter(([name]) => listenVariable.test(name))
  const config = configGiven({}, listenKeys, file, Object.fromEntries(others))
  const { host, port } = listenAddresses(config)[0]!
  if (port === 0) throw badOption('port 0 means any free port, so give the address with --url')
  return `http://${urlHost(reachableHost(host))}:${port}`
}

/** Whether a text is the address of a server. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/**
 * The configuration with some options from flags, variables and a config file. `others`: variables that count in addition
 * to those of the options. Throws `CommandFailure`.
 */
export function configGiven<K extends keyof Config>(
  values: { readonly [name: string]: string | boolean | readonly string[] | undefined },
  keys: readonly K[],
  file: GivenConfig = {},
  others: Readonly<Record<string, string | undefined>> = {},
): Pick<Config, K> {
  const meant = options.filter(({ key }) => keys.some((name) => name === key))
  const flags = meant.flatMap(({ flag }) => {
    const value = values[flag.slice(2)]
    return value === undefined ? [] : [`${flag}=${value}`]
  })
  const variables = Object.fromEntries(meant.map(({ variable }) => [variable, process.env[variable]]))
  const ofFile = Object.fromEntries(meant.map(({ key }) => [key, file[key]]))
  const given = readOptions(flags, { ...others, ...variables }, ofFile)
  const complete = 'problem' in given ? given : completeConfig(given.given satisfies GivenConfig)
  if ('problem' in complete) throw badOption(complete.problem)
  return complete.config
}
