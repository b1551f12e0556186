import { boolean } from './forms.ts'
import { type Config, endpointStrategies, type GivenConfig, type LogLevel, options, valueProblem } from './options.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The effect of a variable. `warning`: a line for the log; `problem`: its text cannot be read, which stops the start. */
type Effect = { readonly given: GivenConfig; readonly warning?: string; readonly problem?: string }

type Reader = (text: string, name: string, image: boolean) => Effect

/** A variable that LocalStack reads. Source: LocalStack documentation, configuration. */
type Variable = {
  readonly name: string
  /** Its default, as text. */
  readonly default: string
  readonly meaning: string
  /** The options that a text sets, unless it is empty; absent: it has no effect and causes no warning. `image`: in the image of a container. */
  readonly read?: Reader
  /** True for a name that LocalStack has given up. */
  readonly old?: true
}

const nothing: Effect = { given: {} }

/** LocalStack's yes and no; another word counts as no and causes a warning. */
function truth(effect: (on: boolean) => GivenConfig): Reader {
  return (text, name) => {
    const on = boolean(text)
    if (on !== undefined) return { given: effect(on) }
    return { given: effect(false), warning: `${name}=${text} is neither on nor off, so it counts as off` }
  }
}

const items = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

function list(key: 'corsOrigins' | 'corsHeaders' | 'corsExposedHeaders'): Reader {
  return (text) => ({ given: { [key]: items(text) } })
}

/** Reads a text as the option of that key does. */
function option(key: keyof Config, prepared: (text: string) => string = (text) => text): Reader {
  return (text, name) => {
    const row = options.find((candidate) => candidate.key === key)!
    const value = row.parse(prepared(text))
    if (value !== undefined) return { given: { [key]: value } }
    return { given: { [key]: undefined }, problem: valueProblem(name, text, row) }
  }
}

/** An old name that still works for a newer one. A text that cannot be read causes a warning only. */
function alias(newer: string, read: Reader): Reader {
  return (text, name, image) => {
    const { given, problem } = read(text, name, image)
    if (problem !== undefined) return { given: {}, warning: `${name}=${text} has no effect: use ${newer}` }
    return { given, warning: `${name} is an old name in LocalStack; use ${newer} instead` }
  }
}

const logLevels: Readonly<Record<string, LogLevel>> = {
  trace: 'debug',
  'trace-internal': 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
}

const logLevel: Reader = (text, name) => {
  const level = Object.hasOwn(logLevels, text.toLowerCase()) ? logLevels[text.toLowerCase()] : undefined
  if (level !== undefined) return { given: { logLevel: level } }
  return { given: {}, warning: `${name}=${text} has no effect: use one of ${Object.keys(logLevels).join(', ')}` }
}

const strategy: Reader = (text, name) => {
  const known = endpointStrategies.find((word) => word === text)
  if (known !== undefined) return { given: { sqsEndpointStrategy: known } }
  const warning = `${name}=${text} is not one of ${endpointStrategies.join(', ')}, so it counts as off`
  return { given: { sqsEndpointStrategy: 'off' }, warning }
}

const served: ReadonlySet<string> = new Set(['sqs', 'sts', 'mns'])

/** Old forms give each service a port. */
const services: Reader = (text, name) => {
  const names = items(text.toLowerCase()).map((item) => item.split(':', 1)[0]!)
  const others = names.filter((service) => !served.has(service))
  const warning = `${name} lists ${others.join(', ')}, which twinmq does not have: it serves sqs, sts and mns`
  return { given: { services: names }, ...(others.length > 0 && { warning }) }
}

const persistentFile = '/var/lib/localstack/twinmq/state.json'

const persistence: Reader = (text, name, image) =>
  truth((on) => (on && image ? { data: persistentFile } : {}))(text, name, image)

const defaultUrlHost = 'localhost.localstack.cloud'
const urlHost = option('urlHost', (text) => (text.startsWith(':') ? defaultUrlHost + text : text))

/** The variables of LocalStack that twinmq knows. If two set the same option, the later one wins. */
// biome-ignore format: a table reads by rows
export const localstackVariables: readonly Variable[] = [
  { name: 'EDGE_PORT', default: '', old: true, meaning: 'port; taken for GATEWAY_LISTEN', read: alias('GATEWAY_LISTEN=:PORT', option('listen', (text) => `:${text}`)) },
  { name: 'GATEWAY_LISTEN', default: '127.0.0.1:4566, in the image 0.0.0.0:4566', meaning: 'addresses to listen on, host:port with commas between them; either part may be left out', read: option('listen', (text) => text.replace(/\s*,\s*$/, '')) },
  { name: 'HOSTNAME_EXTERNAL', default: '', old: true, meaning: 'host of queue URLs; taken for LOCALSTACK_HOST', read: alias('LOCALSTACK_HOST', urlHost) },
  { name: 'LOCALSTACK_HOST', default: defaultUrlHost, meaning: 'host[:port] of queue URLs, where they do not follow the request', read: urlHost },
  { name: 'USE_SSL', default: '0', meaning: 'https in queue URLs, where they do not follow the request', read: truth((on) => ({ urlScheme: on ? 'https' : 'http' })) },
  { name: 'CUSTOM_SSL_CERT_PATH', default: '', meaning: 'file of certificate and key for HTTPS, PEM; without it a certificate is made', read: option('tlsCert') },
  { name: 'SQS_ENDPOINT_STRATEGY', default: 'caller', meaning: `form of queue URLs: ${endpointStrategies.join(', ')}; another word is off`, read: strategy },
  { name: 'SQS_DELAY_PURGE_RETRY', default: '0', meaning: 'a second purge within 60 seconds is refused', read: truth((on) => ({ purgeCoolDown: on })) },
  { name: 'SQS_DELAY_RECENTLY_DELETED', default: '0', meaning: 'a name deleted less than 60 seconds ago is refused', read: truth((on) => ({ deleteCoolDown: on })) },
  { name: 'SQS_ENABLE_MESSAGE_RETENTION_PERIOD', default: '', meaning: '0: messages never expire; 1: they do, and queues may keep them for a second and more; unset: they do, after a minute and more', read: truth((on) => ({ retention: on ? 'short' : 'off' })) },
  { name: 'SQS_DISABLE_MAX_NUMBER_OF_MESSAGE_LIMIT', default: '0', meaning: 'one ReceiveMessage may take more than ten', read: truth((on) => ({ unlimitedReceive: on })) },
  { name: 'SQS_DISABLE_CLOUDWATCH_METRICS', default: '0', meaning: 'nothing: there are no metrics' },
  { name: 'SQS_CLOUDWATCH_METRICS_REPORT_INTERVAL', default: '60', meaning: 'nothing: there are no metrics' },
  { name: 'SERVICES', default: '', meaning: 'services that /_localstack/health lists as enabled; unset: all; sts and mns always are', read: services },
  { name: 'STRICT_SERVICE_LOADING', default: '1', meaning: '0: all services are enabled, whatever SERVICES lists', read: truth((on) => (on ? {} : { services: [] })) },
  { name: 'EAGER_SERVICE_LOADING', default: '0', meaning: '/_localstack/health lists services as running before their first call', read: truth((on) => ({ eagerServices: on })) },
  { name: 'DEBUG', default: '0', meaning: 'log level debug', read: truth((on) => (on ? { logLevel: 'debug' } : {})) },
  { name: 'LS_LOG', default: 'info', meaning: `log level: ${Object.keys(logLevels).join(', ')}`, read: logLevel },
  { name: 'PERSISTENCE', default: '0', meaning: `in the image: keeps the state in ${persistentFile}; elsewhere it is kept anyway`, read: persistence },
  { name: 'EXTRA_CORS_ALLOWED_ORIGINS', default: '', meaning: 'origins whose pages may call, beside local ones; * for all', read: list('corsOrigins') },
  { name: 'EXTRA_CORS_ALLOWED_HEADERS', default: '', meaning: 'headers that such pages may send, beside the usual ones', read: list('corsHeaders') },
  { name: 'EXTRA_CORS_EXPOSE_HEADERS', default: '', meaning: 'headers of answers that such pages may read, beside the usual ones', read: list('corsExposedHeaders') },
  { name: 'DISABLE_CORS_CHECKS', default: '0', meaning: 'pages of every origin may call', read: truth((on) => ({ noCorsChecks: on })) },
  { name: 'DISABLE_CORS_HEADERS', default: '0', meaning: 'answers bear no header for pages of other origins', read: truth((on) => ({ noCorsHeaders: on })) },
  { name: 'DISABLE_PREFLIGHT_PROCESSING', default: '0', meaning: 'OPTIONS is a method like any other', read: truth((on) => ({ noPreflight: on })) },
  { name: 'LOCALSTACK_RESPONSE_HEADER_ENABLED', default: '1', meaning: '0: answers bear no x-localstack', read: truth((on) => ({ noLocalstackHeader: !on })) },
  { name: 'PARITY_AWS_ACCESS_KEY_ID', default: '0', meaning: 'access keys that begin AKIA or ASIA stand for the account that AWS encodes in them', read: truth((on) => ({ awsAccessKeys: on })) },
  { name: 'EDGE_BIND_HOST', default: '', old: true, meaning: 'nothing; use GATEWAY_LISTEN' },
  { name: 'LOCALSTACK_HOSTNAME', default: '', old: true, meaning: 'nothing; use LOCALSTACK_HOST' },
  { name: 'DEFAULT_REGION', default: '', old: true, meaning: 'nothing: the region is that of each request' },
  { name: 'SQS_PORT_EXTERNAL', default: '', old: true, meaning: 'nothing; use LOCALSTACK_HOST' },
  { name: 'SYNCHRONOUS_SQS_EVENTS', default: '', old: true, meaning: 'nothing' },
  { name: 'DATA_DIR', default: '', old: true, meaning: 'nothing; use PERSISTENCE' },
]

/** A variable that was given: its name there, and the options that it sets. */
type ReadVariable = { readonly name: string; readonly given: GivenConfig; readonly problem?: string }

/**
 * Reads LocalStack's variables. `warnings` takes the names whose values are in use, because only those cause warnings.
 * Variables that are not in the table have no effect.
 */
export function localstackLayer(variables: Variables): {
  readonly read: readonly ReadVariable[]
  readonly warnings: (counting: ReadonlySet<string>) => readonly string[]
} {
  const image = Boolean(variables.TWINMQ_IMAGE)
  const found = localstackVariables.flatMap((row) => {
    const name = nameOf(row.name, variables)
    const text = variables[name]
    return text ? [{ row, name, ...(row.read?.(text, name, image) ?? nothing) }] : []
  })
  const idle = found.filter(({ row }) => row.old && !row.read).map(({ name }) => name)
  return {
    read: found,
    warnings: (counting) => [
      ...found.flatMap(({ name, given, warning }) =>
        warning !== undefined && (counting.has(name) || Object.keys(given).length === 0) ? [warning] : [],
      ),
      ...(idle.length > 0 ? [`${idle.join(', ')}: old names in LocalStack without any effect`] : []),
    ],
  }
}

/** The name of the variable that asks for a state that lasts, as it was given; undefined: none does. */
export function persistenceAsked(variables: Variables): string | undefined {
  const name = nameOf('PERSISTENCE', variables)
  return boolean(variables[name] ?? '') ? name : undefined
}

/**
 * The name under which a variable was given. In LocalStack's image `LOCALSTACK_X` replaces `X`, except for names that
 * begin with LOCALSTACK_HOST and names with a digit after the underscore.
 */
function nameOf(name: string, variables: Variables): string {
  const prefixed = `LOCALSTACK_${name}`
  const copied = variables[prefixed] !== undefined && !/^LOCALSTACK_(?:HOST|\d)/.test(prefixed)
  return copied ? prefixed : name
}
