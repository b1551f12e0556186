import { parseInstant } from '../text/time.ts'
import { readAddress } from './addresses.ts'
import { baseUrl, type Form, filled, integer, listOf, matching, oneOf, onOff, urlAuthority } from './forms.ts'

/** Log levels, from nothing to everything; each includes those before it. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
/** How much is logged. */
export type LogLevel = (typeof logLevels)[number]

/** Forms of SQS queue URLs. */
export const endpointStrategies = ['caller', 'standard', 'domain', 'path', 'off', 'dynamic'] as const

type Text = {
  /** One line for the help, the configuration page and the types of the library. */
  readonly help: string
  /** The short help lists it. */
  readonly common?: true
  /** Only replacements of LocalStack need it, so the help lists it apart. */
  readonly standIn?: true
}

/** The row of one option. The names of its flag and its variable follow from its key. */
type Option<T> = Form<T> & Text & { readonly default: T; readonly commandOnly?: string }

function option<T>(form: Form<T>, text: Text & { readonly default: NoInfer<T> }): Option<T>
function option<T>(form: Form<T>, text: Text): Option<T | undefined>
function option<T>(form: Form<T>, text: Text): Option<T | undefined> {
  return { default: undefined, ...form, ...text }
}

/** An option that the library does not take. `instead`: what its users do. */
function forCommand<T>(instead: string, row: Option<T>): Option<T> & { readonly commandOnly: string } {
  return { ...row, commandOnly: instead }
}

// biome-ignore format: a table reads by rows
const optionRows = {
  host: option(listOf('ADDRESS'), { default: ['127.0.0.1', '::1'], help: 'address to listen on' }),
  port: option(integer(0, 65_535), { default: 4566, common: true, help: 'port to listen on; 0 picks a free one' }),
  listen: forCommand('use host and port', option(listOf('HOST:PORT', (item) => readAddress(item) !== undefined), { default: [], help: 'address and port to listen on, instead of --host and --port; one of the two can be omitted' })),
  tlsCert: option(filled('FILE'), { help: 'PEM file with the certificate for HTTPS, and its key unless --tls-key is given; by default twinmq makes a certificate' }),
  tlsKey: option(filled('FILE'), { help: 'PEM file with the key of that certificate' }),
  data: option(filled('FILE'), { default: '.twinmq/state.json', common: true, help: 'file that keeps the state' }),
  memory: forCommand('omit data to keep the state in memory', option(onOff, { default: false, common: true, help: 'keep the state in memory only' })),
  fixture: option(listOf('FILE'), { default: [], common: true, help: 'document for an empty state; several are merged' }),
  verifyData: option(onOff, { default: false, help: 'refuse a data file that was changed since twinmq saved it; by default it loads, and the log says so' }),
  durability: option(oneOf('process', 'disk'), { default: 'process', help: 'what an answered change survives: the end of the process, or a loss of power' }),
  namespace: option(oneOf('isolated', 'shared'), { default: 'isolated', help: 'isolated: account and region are part of the name of a queue; shared: only the name counts' }),
  strict: option(onOff, { default: false, help: 'wait 60 seconds between purges and before a deleted name can be used again, as AWS does; reject unknown query parameters of MNS' }),
  retention: option(oneOf('on', 'short', 'off'), { default: 'on', help: 'whether messages expire; short: SQS queues can keep them for less than 60 seconds' }),
  auth: option(filled('FILE'), { help: 'check signatures with the keys in this JSON file; by default twinmq accepts any signature' }),
  publicUrl: option(baseUrl, { help: 'scheme and host of every URL in an answer; by default those of the request' }),
  sqsEndpointStrategy: option(oneOf(...endpointStrategies), { default: 'caller', help: 'form of SQS queue URLs; caller: account and name on the host of the request; the others work as SQS_ENDPOINT_STRATEGY of LocalStack' }),
  allowHost: option(listOf('NAME'), { default: [], help: 'public host name that can be used to reach /_twinmq' }),
  pushAnywhere: option(onOff, { default: false, help: 'let topics push over HTTP to any address; by default only to this machine and private networks' }),
  account: option(matching('12-16 DIGITS', /^\d{12,16}$/), { default: '000000000000', help: 'account of requests that name none' }),
  region: option(matching('NAME', /^[a-z0-9-]{1,63}$/), { default: 'us-east-1', help: 'region of requests that name none' }),
  clock: option(oneOf('system', 'manual'), { default: 'system', common: true, help: 'manual: time moves only on request' }),
  now: option({ value: 'INSTANT', parse: parseInstant, schema: { type: ['string', 'integer'] } }, { help: 'start time of the manual clock, ISO 8601 or epoch milliseconds, years 1970 to 2199; implies --clock manual' }),
  seed: option(integer(0, Number.MAX_SAFE_INTEGER, 'WHOLE NUMBER'), { help: 'make message ids and request ids the same in every run' }),
  initFolder: forCommand('the library runs no scripts', option(listOf('FOLDER'), { default: ['/etc/localstack/init', '/etc/twinmq/init'], help: 'folder with boot.d, start.d, ready.d and shutdown.d; twinmq runs the scripts in them' })),
  strictInitFiles: forCommand('the library runs no scripts', option(onOff, { default: false, help: 'refuse init scripts that every user can write to; by default they run, and the log says so' })),
  logLevel: forCommand('the library prints nothing', option(oneOf(...logLevels), { default: 'info', help: 'what goes to standard error; info logs each request' })),
  logFormat: forCommand('the library prints nothing', option(oneOf('text', 'json'), { default: 'text', help: 'form of the log' })),
  purgeCoolDown: option(onOff, { default: false, standIn: true, help: 'wait 60 seconds between purges, as AWS does; --strict includes it' }),
  deleteCoolDown: option(onOff, { default: false, standIn: true, help: 'wait 60 seconds before a deleted name can be used again, as AWS does; --strict includes it' }),
  unlimitedReceive: option(onOff, { default: false, standIn: true, help: 'let one ReceiveMessage return more than ten messages' }),
  urlHost: option(urlAuthority, { standIn: true, help: 'host of queue URLs that do not use the host of the request; by default localhost.localstack.cloud' }),
  urlScheme: option(oneOf('http', 'https'), { default: 'http', standIn: true, help: 'scheme of queue URLs that do not use the host of the request' }),
  services: forCommand('the library has no health page', option(listOf('NAME'), { default: [], standIn: true, help: 'service that /_localstack/health lists as enabled; by default all' })),
  eagerServices: forCommand('the library has no health page', option(onOff, { default: false, standIn: true, help: 'list services as running before their first request' })),
  noLocalstackHeader: forCommand('clients of the library ignore that header', option(onOff, { default: false, standIn: true, help: 'omit x-localstack from answers' })),
  awsAccessKeys: option(onOff, { default: false, standIn: true, help: 'read the account from access keys that begin with AKIA or ASIA instead of LKIA or LSIA' }),
  corsOrigins: option(listOf('ORIGIN'), { default: [], standIn: true, help: 'origin whose pages can send requests, in addition to local ones; * allows all' }),
  corsHeaders: option(listOf('NAME'), { default: [], standIn: true, help: 'request header that such pages can send, in addition to the usual ones' }),
  corsExposedHeaders: option(listOf('NAME'), { default: [], standIn: true, help: 'answer header that such pages can read, in addition to the usual ones' }),
  noCorsChecks: option(onOff, { default: false, standIn: true, help: 'let pages of every origin send requests' }),
  noCorsHeaders: option(onOff, { default: false, standIn: true, help: 'omit the headers for pages of other origins from answers' }),
  noPreflight: option(onOff, { default: false, standIn: true, help: 'treat OPTIONS like any other method' }),
}

/** The rows, by key. */
export type OptionRows = typeof optionRows

/** The type of the value of an option. */
export type OptionValue<O> = O extends { readonly default: infer T } ? T : never

/** How a twinmq is set up. */
export type Config = { -readonly [K in keyof OptionRows]: OptionValue<OptionRows[K]> }

/** One option with all its names. */
export type NamedOption = Option<Config[keyof Config]> & {
  /** Its name in the config file and in the library. */
  readonly key: keyof Config
  readonly flag: string
  readonly variable: string
}

/** Every option. Parser, help, config file, library and the configuration page use these rows. */
export const options: readonly NamedOption[] = named(optionRows)

function named<K extends keyof Config>(rows: Readonly<Record<K, Option<Config[keyof Config]>>>) {
  const all: NamedOption[] = []
  for (const key in rows) {
    const words = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const variable = `TWINMQ_${words.toUpperCase().replaceAll('-', '_')}`
    all.push({ ...rows[key], key, flag: `--${words}`, variable })
  }
  return all
}

/** The values that hold when nothing is given. */
export const defaultConfig: Config = Object.fromEntries(
  options.map((row): readonly unknown[] => [row.key, row.default]),
)

/** Options that were given; those that are absent or undefined have their default. */
export type GivenConfig = { readonly [K in keyof Config]?: Config[K] | undefined }

/** The whole configuration, or a line that says which values contradict each other. */
export function completeConfig(given: GivenConfig): { readonly config: Config } | { readonly problem: string } {
  for (const { key, many, parse } of options) {
    const one: unknown = given[key]
    if (many && typeof one === 'string') return completeConfig({ ...given, [key]: parse(one) ?? [one] })
    if (many && one !== undefined && !Array.isArray(one)) return { problem: `${key}: must be a list` }
  }
  const wrong = options.find(({ key, parse }) => {
    const one: unknown = given[key]
    if (one === undefined) return false
    const read: unknown = parse(String(one))
    return read === undefined || (typeof one !== 'string' && typeof one !== typeof read)
  })
  if (wrong) return { problem: valueProblem(wrong.key, String(given[wrong.key]), wrong) }
  if (given.now !== undefined && given.clock === 'system') return { problem: '--now needs --clock manual' }
  if (given.listen?.length && (given.host !== undefined || given.port !== undefined))
    return { problem: `--listen and ${given.host !== undefined ? '--host' : '--port'} exclude each other` }
  if (given.tlsKey !== undefined && given.tlsCert === undefined) return { problem: '--tls-key needs --tls-cert' }
  if (given.memory && given.data !== undefined) return { problem: '--memory and --data exclude each other' }
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { config: { ...defaultConfig, ...(given.now !== undefined && { clock: 'manual' }), ...said } }
}

/** The sentence for a text that an option does not take. `name`: how the option was given. */
export function valueProblem(name: string, text: string, { value = 'on or off', help }: NamedOption): string {
  return `${name}: '${text}' is not ${value}; ${help}`
}

/** The default of an option as the help shows it; undefined: it says nothing, or the text of the help says it. */
export function defaultText({ default: usual }: NamedOption): string | undefined {
  const text = Array.isArray(usual) ? usual.join(', ') : String(usual ?? '')
  return usual === false || text === '' ? undefined : text
}
