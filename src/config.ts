import { parseInstant } from './time-text.ts'

/** How much is logged; each level holds those before it. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'
/** From nothing to everything. */
export const logLevels: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug']

/** How a twinmq is set up. */
export type Config = {
  /** Addresses to listen on. */
  host: readonly string[]
  /** 0: a free one. */
  port: number
  /** File of the state. */
  data: string
  /** Keeps no file. */
  memory: boolean
  /** Documents that an empty state begins with. */
  fixture: readonly string[]
  durability: 'process' | 'disk'
  namespace: 'isolated' | 'shared'
  strict: boolean
  /** File of the keys that signatures are checked by; undefined: none are checked. */
  auth: string | undefined
  publicUrl: string | undefined
  allowHost: readonly string[]
  /** Lets topics push to any address. */
  pushAnywhere: boolean
  account: string
  region: string
  clock: 'system' | 'manual'
  /** Where a manual clock starts, epoch milliseconds. */
  now: number | undefined
  seed: number | undefined
  logLevel: LogLevel
  logFormat: 'text' | 'json'
}

/** One option, in all the ways it can be given. */
type Option = {
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
}

// biome-ignore format: pairs read better in two lines
const booleans: Readonly<Record<string, boolean>> = {
  '1': true, true: true, yes: true, on: true,
  '0': false, false: false, no: false, off: false, '': false,
}

const boolean = (text: string): boolean | undefined => {
  const word = text.toLowerCase()
  return Object.hasOwn(booleans, word) ? booleans[word] : undefined
}
const oneOf =
  (...words: readonly string[]) =>
  (text: string): string | undefined =>
    words.find((word) => word === text)
const integer =
  (low: number, high: number) =>
  (text: string): number | undefined =>
    /^\d{1,16}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : undefined
const matching =
  (form: RegExp) =>
  (text: string): string | undefined =>
    form.test(text) ? text : undefined
const list = (text: string): readonly string[] | undefined => {
  const items = text.split(',').map((item) => item.trim())
  return text === '' ? [] : items.every((item) => item !== '') ? items : undefined
}

/** Every option there is: flags, variables, help and checks all come from here. */
// biome-ignore format: a table reads by rows
export const options: readonly Option[] = [
  { key: 'host', flag: '--host', variable: 'TWINMQ_HOST', value: 'ADDRESS', many: true, parse: list, meaning: 'address to listen on (127.0.0.1 and ::1)' },
  { key: 'port', flag: '--port', variable: 'TWINMQ_PORT', value: '0-65535', parse: integer(0, 65_535), meaning: 'port to listen on (4566); 0 picks a free one' },
  { key: 'data', flag: '--data', variable: 'TWINMQ_DATA', value: 'FILE', parse: matching(/./), meaning: 'file that keeps the state (.twinmq/state.json)' },
  { key: 'memory', flag: '--memory', variable: 'TWINMQ_MEMORY', parse: boolean, meaning: 'keep no file: start empty, forget everything at the end' },
  { key: 'fixture', flag: '--fixture', variable: 'TWINMQ_FIXTURE', value: 'FILE', many: true, parse: list, meaning: 'snapshot that an empty state begins with; several are added up' },
  { key: 'durability', flag: '--durability', variable: 'TWINMQ_DURABILITY', value: 'process|disk', parse: oneOf('process', 'disk'), meaning: 'what an answered change survives: the death of the process, or loss of power (process)' },
  { key: 'namespace', flag: '--namespace', variable: 'TWINMQ_NAMESPACE', value: 'isolated|shared', parse: oneOf('isolated', 'shared'), meaning: 'whether account and region are part of a queue\'s name (isolated)' },
  { key: 'strict', flag: '--strict', variable: 'TWINMQ_STRICT', parse: boolean, meaning: 'keep AWS\'s waits of 60 seconds between purges and before a deleted name is taken again; refuse unknown query items of MNS' },
  { key: 'auth', flag: '--auth', variable: 'TWINMQ_AUTH', value: 'FILE', parse: matching(/./), meaning: 'check signatures by the keys in that JSON file (none are checked)' },
  { key: 'publicUrl', flag: '--public-url', variable: 'TWINMQ_PUBLIC_URL', value: 'URL', parse: publicUrl, meaning: 'scheme and host of every URL that answers hold, instead of those the caller used' },
  { key: 'allowHost', flag: '--allow-host', variable: 'TWINMQ_ALLOW_HOST', value: 'NAME', many: true, parse: list, meaning: 'public host name under which /_twinmq may be reached' },
  { key: 'pushAnywhere', flag: '--push-anywhere', variable: 'TWINMQ_PUSH_ANYWHERE', parse: boolean, meaning: 'let topics push over HTTP to any address, not only to this machine and private networks' },
  { key: 'account', flag: '--account', variable: 'TWINMQ_ACCOUNT', value: '12-16 DIGITS', parse: matching(/^\d{12,16}$/), meaning: 'account of callers that name none (000000000000)' },
  { key: 'region', flag: '--region', variable: 'TWINMQ_REGION', value: 'NAME', parse: matching(/^[a-z0-9-]{1,63}$/), meaning: 'region of callers that name none (us-east-1)' },
  { key: 'clock', flag: '--clock', variable: 'TWINMQ_CLOCK', value: 'system|manual', parse: oneOf('system', 'manual'), meaning: 'whether time passes by itself, or only through /_twinmq/clock (system)' },
  { key: 'now', flag: '--now', variable: 'TWINMQ_NOW', value: 'INSTANT', parse: parseInstant, meaning: 'where a manual clock starts: ISO 8601 or epoch milliseconds, in the years 1970 to 2199; implies --clock manual' },
  { key: 'seed', flag: '--seed', variable: 'TWINMQ_SEED', value: 'WHOLE NUMBER', parse: integer(0, Number.MAX_SAFE_INTEGER), meaning: 'makes message and request ids repeat from run to run' },
  { key: 'logLevel', flag: '--log-level', variable: 'TWINMQ_LOG_LEVEL', value: logLevels.join('|'), parse: oneOf(...logLevels), meaning: 'what is logged to standard error (info: a line for each request)' },
  { key: 'logFormat', flag: '--log-format', variable: 'TWINMQ_LOG_FORMAT', value: 'text|json', parse: oneOf('text', 'json'), meaning: 'form of the log (text)' },
]

/** What holds where nothing was given. */
export const defaultConfig: Config = {
  host: ['127.0.0.1', '::1'],
  port: 4566,
  data: '.twinmq/state.json',
  memory: false,
  fixture: [],
  durability: 'process',
  namespace: 'isolated',
  strict: false,
  auth: undefined,
  publicUrl: undefined,
  allowHost: [],
  pushAnywhere: false,
  account: '000000000000',
  region: 'us-east-1',
  clock: 'system',
  now: undefined,
  seed: undefined,
  logLevel: 'info',
  logFormat: 'text',
}

/** Options that were given; those that are absent or undefined stand at their default. */
export type GivenConfig = { readonly [K in keyof Config]?: Config[K] | undefined }

/** Options that were given, or the line that says which is wrong. */
type Given = { readonly given: GivenConfig } | { readonly problem: string }

/** Reads options from flags and variables; a flag wins over its variable. */
export function readOptions(flags: readonly string[], variables: Readonly<Record<string, string | undefined>>): Given {
  const texts = new Map<Option, { text: string; name: string }>()
  for (const option of options) {
    const text = variables[option.variable]
    if (text !== undefined && (text !== '' || option.value === undefined))
      texts.set(option, { text, name: option.variable })
  }
  const problem = readFlags(flags, texts)
  if (problem !== undefined) return { problem }
  settleRivals(texts)
  return parseTexts(texts)
}

/** Options of which one speaks against the other; of two variables the first of a pair counts. */
const rivals: readonly (readonly [keyof Config, keyof Config])[] = [
  ['data', 'memory'],
  ['now', 'clock'],
]

/** A flag also wins over the variable of its rival. Two flags that exclude each other are left for the check of the whole. */
function settleRivals(texts: Map<Option, { text: string; name: string }>): void {
  for (const pair of rivals) {
    const [first, second] = pair.map((key) => [...texts.keys()].find((option) => option.key === key))
    if (!first || !second) continue
    const [firstIsFlag, secondIsFlag] = [first, second].map((option) => texts.get(option)?.name === option.flag)
    if (firstIsFlag && secondIsFlag) continue
    texts.delete(secondIsFlag ? first : second)
  }
}

/** The whole configuration, or the line that says what does not fit together. */
export function completeConfig(given: GivenConfig): { readonly config: Config } | { readonly problem: string } {
  const wrong = options.find(({ key, parse }) => given[key] !== undefined && parse(String(given[key])) === undefined)
  if (wrong) return { problem: `${wrong.key}: '${given[wrong.key]}' is not ${expectedOf(wrong)}; ${wrong.meaning}` }
  if (given.now !== undefined && given.clock === 'system') return { problem: '--now needs --clock manual' }
  if (given.memory && given.data !== undefined) return { problem: '--memory and --data exclude each other' }
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { config: { ...defaultConfig, ...(given.now !== undefined && { clock: 'manual' }), ...said } }
}

function readFlags(flags: readonly string[], texts: Map<Option, { text: string; name: string }>): string | undefined {
  const given = new Set<Option>()
  for (let i = 0; i < flags.length; i++) {
    const [name, inline] = splitFlag(flags[i]!)
    const option = options.find((candidate) => candidate.flag === name)
    if (!option) return name.startsWith('-') ? `unknown option ${name}` : `unexpected word '${name}'`
    if (option.value === undefined && inline === undefined) texts.set(option, { text: 'true', name })
    else {
      const text = inline ?? flags[++i]
      if (text === undefined) return `${name} needs a value: ${option.value}`
      const earlier = option.many && given.has(option) ? `${texts.get(option)!.text},` : ''
      texts.set(option, { text: earlier + text, name })
    }
    given.add(option)
  }
  return undefined
}

function splitFlag(flag: string): [name: string, inline: string | undefined] {
  const equals = flag.startsWith('--') ? flag.indexOf('=') : -1
  return equals < 0 ? [flag, undefined] : [flag.slice(0, equals), flag.slice(equals + 1)]
}

function parseTexts(texts: ReadonlyMap<Option, { text: string; name: string }>): Given {
  const given: Record<string, unknown> = {}
  for (const [option, { text, name }] of texts) {
    const value = option.parse(text)
    if (value === undefined) return { problem: `${name}: '${text}' is not ${expectedOf(option)}; ${option.meaning}` }
    given[option.key] = value
  }
  return { given: given as GivenConfig }
}

function expectedOf({ value }: Option): string {
  return value ?? 'on or off'
}

function publicUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  return text.replace(/\/+$/, '')
}
