import { parseInstant } from '../text/time.ts'
import { readAddress } from './addresses.ts'
import { baseUrl, boolean, integer, list, listOf, matching, oneOf } from './forms.ts'

/** How much is logged; each level holds those before it. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'
/** From nothing to everything. */
export const logLevels: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug']

/** How SQS's queue URLs are formed. */
type EndpointStrategy = 'caller' | 'standard' | 'domain' | 'path' | 'off' | 'dynamic'
/** All of them. */
export const endpointStrategies: readonly EndpointStrategy[] = [
  'caller',
  'standard',
  'domain',
  'path',
  'off',
  'dynamic',
]

/** How a twinmq is set up. */
export type Config = {
  /** Addresses to listen on. */
  host: readonly string[]
  /** 0: a free one. */
  port: number
  /** Addresses with a port each, `host:port`, in the place of `host` and `port`, which stand in for a part left out. */
  listen: readonly string[]
  /** File of the certificate for HTTPS, and of its key if `tlsKey` names none; undefined: one is made. */
  tlsCert: string | undefined
  tlsKey: string | undefined
  /** File of the state. */
  data: string
  /** Keeps no file. */
  memory: boolean
  /** Documents that an empty state begins with. */
  fixture: readonly string[]
  durability: 'process' | 'disk'
  namespace: 'isolated' | 'shared'
  strict: boolean
  /** A second purge of a queue within 60 seconds is refused; as `strict` does. */
  purgeCoolDown: boolean
  /** A name deleted less than 60 seconds ago is refused; as `strict` does. */
  deleteCoolDown: boolean
  /** `off`: messages of queues never expire. `short`: a queue may keep them for less than the 60 seconds that AWS demands. */
  retention: 'on' | 'short' | 'off'
  /** ReceiveMessage takes more than ten at once. */
  unlimitedReceive: boolean
  /** File of the keys that signatures are checked by; undefined: none are checked. */
  auth: string | undefined
  publicUrl: string | undefined
  /** How SQS's queue URLs are formed. */
  sqsEndpointStrategy: EndpointStrategy
  /** `host[:port]` of queue URLs that do not follow the request; undefined: the name that LocalStack uses. */
  urlHost: string | undefined
  /** Scheme of queue URLs that do not follow the request. */
  urlScheme: 'http' | 'https'
  allowHost: readonly string[]
  /** Lets topics push to any address. */
  pushAnywhere: boolean
  account: string
  region: string
  clock: 'system' | 'manual'
  /** Where a manual clock starts, epoch milliseconds. */
  now: number | undefined
  seed: number | undefined
  /** Folders of the scripts that are run at the start and at the stop; the library runs none. */
  initFolder: readonly string[]
  logLevel: LogLevel
  logFormat: 'text' | 'json'
  /** Services that LocalStack's health lists as enabled; empty: all there are. */
  services: readonly string[]
  /** LocalStack's health calls services running before their first call. */
  eagerServices: boolean
  /** Answers go without `x-localstack: true`. */
  noLocalstackHeader: boolean
  /** Access keys that begin AKIA or ASIA stand for the account that AWS encodes in them. */
  awsAccessKeys: boolean
  corsOrigins: readonly string[]
  corsHeaders: readonly string[]
  corsExposedHeaders: readonly string[]
  noCorsChecks: boolean
  noCorsHeaders: boolean
  noPreflight: boolean
}

/** One option, in all the ways it can be given. */
export type Option = {
  readonly key: keyof Config
  readonly flag: string
  readonly variable: string
  /** Word for its value in the help; absent: it is on or off. */
  readonly value?: string
  readonly meaning: string
  /** Reads its text; undefined: not a value it takes. */
  readonly parse: (text: string) => Config[keyof Config] | undefined
  /** May be given several times, or as a list with commas. */
  readonly many?: true
  /** True for what a stand-in for LocalStack needs and few others do: the help lists it apart. */
  readonly standIn?: true
}

/** Every option there is: flags, variables, help and checks all come from here. */
// biome-ignore format: a table reads by rows
export const options: readonly Option[] = [
  { key: 'host', flag: '--host', variable: 'TWINMQ_HOST', value: 'ADDRESS', many: true, parse: list, meaning: 'address to listen on (127.0.0.1 and ::1)' },
  { key: 'port', flag: '--port', variable: 'TWINMQ_PORT', value: '0-65535', parse: integer(0, 65_535), meaning: 'port to listen on (4566); 0 picks a free one' },
  { key: 'listen', flag: '--listen', variable: 'TWINMQ_LISTEN', value: 'HOST:PORT', many: true, parse: listOf(readAddress), meaning: 'address with a port of its own, in the place of --host and --port; either part may be left out' },
  { key: 'tlsCert', flag: '--tls-cert', variable: 'TWINMQ_TLS_CERT', value: 'FILE', parse: matching(/./), meaning: 'certificate for HTTPS, PEM, with its key unless --tls-key names that (one is made)' },
  { key: 'tlsKey', flag: '--tls-key', variable: 'TWINMQ_TLS_KEY', value: 'FILE', parse: matching(/./), meaning: 'key of that certificate, PEM' },
  { key: 'data', flag: '--data', variable: 'TWINMQ_DATA', value: 'FILE', parse: matching(/./), meaning: 'file that keeps the state (.twinmq/state.json)' },
  { key: 'memory', flag: '--memory', variable: 'TWINMQ_MEMORY', parse: boolean, meaning: 'keep no file: start empty, forget everything at the end' },
  { key: 'fixture', flag: '--fixture', variable: 'TWINMQ_FIXTURE', value: 'FILE', many: true, parse: list, meaning: 'snapshot, JSON or YAML, that an empty state begins with; several are added up' },
  { key: 'durability', flag: '--durability', variable: 'TWINMQ_DURABILITY', value: 'process|disk', parse: oneOf('process', 'disk'), meaning: 'what an answered change survives: the death of the process, or loss of power (process)' },
  { key: 'namespace', flag: '--namespace', variable: 'TWINMQ_NAMESPACE', value: 'isolated|shared', parse: oneOf('isolated', 'shared'), meaning: 'whether account and region are part of a queue\'s name (isolated)' },
  { key: 'strict', flag: '--strict', variable: 'TWINMQ_STRICT', parse: boolean, meaning: 'keep AWS\'s waits of 60 seconds between purges and before a deleted name is taken again; refuse unknown query items of MNS' },
  { key: 'retention', flag: '--retention', variable: 'TWINMQ_RETENTION', value: 'on|short|off', parse: oneOf('on', 'short', 'off'), meaning: 'whether messages of queues expire; short: SQS queues may keep them for less than 60 seconds (on)' },
  { key: 'auth', flag: '--auth', variable: 'TWINMQ_AUTH', value: 'FILE', parse: matching(/./), meaning: 'check signatures by the keys in that JSON file (none are checked)' },
  { key: 'publicUrl', flag: '--public-url', variable: 'TWINMQ_PUBLIC_URL', value: 'URL', parse: baseUrl, meaning: 'scheme and host of every URL that answers hold, instead of those the caller used' },
  { key: 'sqsEndpointStrategy', flag: '--sqs-endpoint-strategy', variable: 'TWINMQ_SQS_ENDPOINT_STRATEGY', value: endpointStrategies.join('|'), parse: oneOf(...endpointStrategies), meaning: 'form of SQS queue URLs (caller: account and name under the host that the caller used); the others as SQS_ENDPOINT_STRATEGY of LocalStack has them' },
  { key: 'allowHost', flag: '--allow-host', variable: 'TWINMQ_ALLOW_HOST', value: 'NAME', many: true, parse: list, meaning: 'public host name under which /_twinmq may be reached' },
  { key: 'pushAnywhere', flag: '--push-anywhere', variable: 'TWINMQ_PUSH_ANYWHERE', parse: boolean, meaning: 'let topics push over HTTP to any address, not only to this machine and private networks' },
  { key: 'account', flag: '--account', variable: 'TWINMQ_ACCOUNT', value: '12-16 DIGITS', parse: matching(/^\d{12,16}$/), meaning: 'account of callers that name none (000000000000)' },
  { key: 'region', flag: '--region', variable: 'TWINMQ_REGION', value: 'NAME', parse: matching(/^[a-z0-9-]{1,63}$/), meaning: 'region of callers that name none (us-east-1)' },
  { key: 'clock', flag: '--clock', variable: 'TWINMQ_CLOCK', value: 'system|manual', parse: oneOf('system', 'manual'), meaning: 'whether time passes by itself, or only through /_twinmq/clock (system)' },
  { key: 'now', flag: '--now', variable: 'TWINMQ_NOW', value: 'INSTANT', parse: parseInstant, meaning: 'where a manual clock starts: ISO 8601 or epoch milliseconds, in the years 1970 to 2199; implies --clock manual' },
  { key: 'seed', flag: '--seed', variable: 'TWINMQ_SEED', value: 'WHOLE NUMBER', parse: integer(0, Number.MAX_SAFE_INTEGER), meaning: 'makes message and request ids repeat from run to run' },
  { key: 'initFolder', flag: '--init-folder', variable: 'TWINMQ_INIT_FOLDER', value: 'FOLDER', many: true, parse: list, meaning: 'folder of boot.d, start.d, ready.d and shutdown.d, whose scripts are run (/etc/localstack/init and /etc/twinmq/init)' },
  { key: 'logLevel', flag: '--log-level', variable: 'TWINMQ_LOG_LEVEL', value: logLevels.join('|'), parse: oneOf(...logLevels), meaning: 'what is logged to standard error (info: a line for each request)' },
  { key: 'logFormat', flag: '--log-format', variable: 'TWINMQ_LOG_FORMAT', value: 'text|json', parse: oneOf('text', 'json'), meaning: 'form of the log (text)' },
  { key: 'purgeCoolDown', flag: '--purge-cool-down', variable: 'TWINMQ_PURGE_COOL_DOWN', standIn: true, parse: boolean, meaning: 'keep AWS\'s wait of 60 seconds between purges, as --strict does' },
  { key: 'deleteCoolDown', flag: '--delete-cool-down', variable: 'TWINMQ_DELETE_COOL_DOWN', standIn: true, parse: boolean, meaning: 'keep AWS\'s wait of 60 seconds before a deleted name is taken again, as --strict does' },
  { key: 'unlimitedReceive', flag: '--unlimited-receive', variable: 'TWINMQ_UNLIMITED_RECEIVE', standIn: true, parse: boolean, meaning: 'let one ReceiveMessage take more than ten' },
  { key: 'urlHost', flag: '--url-host', variable: 'TWINMQ_URL_HOST', value: 'HOST[:PORT]', standIn: true, parse: urlAuthority, meaning: 'host of queue URLs that do not follow the request (localhost.localstack.cloud)' },
  { key: 'urlScheme', flag: '--url-scheme', variable: 'TWINMQ_URL_SCHEME', value: 'http|https', standIn: true, parse: oneOf('http', 'https'), meaning: 'scheme of queue URLs that do not follow the request (http)' },
  { key: 'services', flag: '--services', variable: 'TWINMQ_SERVICES', value: 'NAME', standIn: true, many: true, parse: list, meaning: 'service that /_localstack/health lists as enabled (all)' },
  { key: 'eagerServices', flag: '--eager-services', variable: 'TWINMQ_EAGER_SERVICES', standIn: true, parse: boolean, meaning: 'list services as running before their first call' },
  { key: 'noLocalstackHeader', flag: '--no-localstack-header', variable: 'TWINMQ_NO_LOCALSTACK_HEADER', standIn: true, parse: boolean, meaning: 'leave x-localstack out of answers' },
  { key: 'awsAccessKeys', flag: '--aws-access-keys', variable: 'TWINMQ_AWS_ACCESS_KEYS', standIn: true, parse: boolean, meaning: 'take the account from access keys that begin AKIA or ASIA, in the place of LKIA and LSIA' },
  { key: 'corsOrigins', flag: '--cors-origins', variable: 'TWINMQ_CORS_ORIGINS', value: 'ORIGIN', standIn: true, many: true, parse: list, meaning: 'origin whose pages may call, beside local ones; * for all' },
  { key: 'corsHeaders', flag: '--cors-headers', variable: 'TWINMQ_CORS_HEADERS', value: 'NAME', standIn: true, many: true, parse: list, meaning: 'header that such pages may send, beside the usual ones' },
  { key: 'corsExposedHeaders', flag: '--cors-exposed-headers', variable: 'TWINMQ_CORS_EXPOSED_HEADERS', value: 'NAME', standIn: true, many: true, parse: list, meaning: 'header of answers that such pages may read, beside the usual ones' },
  { key: 'noCorsChecks', flag: '--no-cors-checks', variable: 'TWINMQ_NO_CORS_CHECKS', standIn: true, parse: boolean, meaning: 'let pages of every origin call' },
  { key: 'noCorsHeaders', flag: '--no-cors-headers', variable: 'TWINMQ_NO_CORS_HEADERS', standIn: true, parse: boolean, meaning: 'leave the headers for pages of other origins out of answers' },
  { key: 'noPreflight', flag: '--no-preflight', variable: 'TWINMQ_NO_PREFLIGHT', standIn: true, parse: boolean, meaning: 'take OPTIONS for a method like any other' },
]

/** What holds where nothing was given. */
export const defaultConfig: Config = {
  host: ['127.0.0.1', '::1'],
  port: 4566,
  listen: [],
  tlsCert: undefined,
  tlsKey: undefined,
  data: '.twinmq/state.json',
  memory: false,
  fixture: [],
  durability: 'process',
  namespace: 'isolated',
  strict: false,
  purgeCoolDown: false,
  deleteCoolDown: false,
  retention: 'on',
  unlimitedReceive: false,
  auth: undefined,
  publicUrl: undefined,
  sqsEndpointStrategy: 'caller',
  urlHost: undefined,
  urlScheme: 'http',
  allowHost: [],
  pushAnywhere: false,
  account: '000000000000',
  region: 'us-east-1',
  clock: 'system',
  now: undefined,
  seed: undefined,
  initFolder: ['/etc/localstack/init', '/etc/twinmq/init'],
  logLevel: 'info',
  logFormat: 'text',
  services: [],
  eagerServices: false,
  noLocalstackHeader: false,
  awsAccessKeys: false,
  corsOrigins: [],
  corsHeaders: [],
  corsExposedHeaders: [],
  noCorsChecks: false,
  noCorsHeaders: false,
  noPreflight: false,
}

/** Options that were given; those that are absent or undefined stand at their default. */
export type GivenConfig = { readonly [K in keyof Config]?: Config[K] | undefined }

/** The whole configuration, or the line that says what does not fit together. */
export function completeConfig(given: GivenConfig): { readonly config: Config } | { readonly problem: string } {
  for (const { key, many, parse } of options) {
    const one: unknown = given[key]
    if (many && typeof one === 'string') return completeConfig({ ...given, [key]: parse(one) ?? [one] })
    if (many && one !== undefined && !Array.isArray(one)) return { problem: `${key}: a list is expected` }
  }
  const wrong = options.find(({ key, parse }) => given[key] !== undefined && parse(String(given[key])) === undefined)
  if (wrong) return { problem: `${wrong.key}: '${given[wrong.key]}' is not ${expectedOf(wrong)}; ${wrong.meaning}` }
  if (given.now !== undefined && given.clock === 'system') return { problem: '--now needs --clock manual' }
  if (given.listen?.length && (given.host !== undefined || given.port !== undefined))
    return { problem: `--listen and ${given.host !== undefined ? '--host' : '--port'} exclude each other` }
  if (given.tlsKey !== undefined && given.tlsCert === undefined) return { problem: '--tls-key needs --tls-cert' }
  if (given.memory && given.data !== undefined) return { problem: '--memory and --data exclude each other' }
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { config: { ...defaultConfig, ...(given.now !== undefined && { clock: 'manual' }), ...said } }
}

/** What the text of an option should have been. */
export function expectedOf({ value }: Option): string {
  return value ?? 'on or off'
}

/** `host` or `host:port`, as URLs have it. */
function urlAuthority(text: string): string | undefined {
  const form = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/
  return form.test(text) && URL.canParse(`http://${text}`) ? text : undefined
}
