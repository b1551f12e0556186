import { readAddress } from './addresses.ts'
import { localstackLayer, persistenceAsked } from './localstack-variables.ts'
import { optionMeant } from './option-meant.ts'
import { type Config, type GivenConfig, type NamedOption, options, valueProblem } from './options.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Where each option was read: the name of a flag or variable, `config file` or `image`. Absent options have their default. */
type Sources = { readonly [K in keyof Config]?: string }

/** The options that were given, and the warnings about them. */
export type ReadOptions = {
  readonly given: GivenConfig
  readonly sources: Sources
  /** Variables of LocalStack whose values are in use. */
  readonly localstackNames: readonly string[]
  /** A line for each thing that may be a mistake. */
  readonly warnings: readonly string[]
}

/** Where a value comes from. If an option is set twice, the later kind in this list wins. */
const layers = ['image', 'file', 'localstack', 'variable', 'flag'] as const

/** A value of an option. With a `problem` its text could not be read, which matters only if the value wins. */
type Read = {
  readonly layer: (typeof layers)[number]
  /** Name of the flag or variable that it came from, or `image` or `config file`. */
  readonly name: string
  readonly value: unknown
  readonly problem?: string
}
type Found = Map<keyof Config, Read>
type Text = { readonly text: string; readonly name: string; readonly layer: 'flag' | 'variable' }

/**
 * Reads options from flags, variables and the values of a config file. A flag wins over the `TWINMQ_` variable, which wins
 * over LocalStack's variable, which wins over the file. Returns a line that says what is wrong otherwise.
 */
export function readOptions(
  flags: readonly string[],
  variables: Variables,
  file: GivenConfig = {},
): ReadOptions | { readonly problem: string } {
  const localstack = localstackLayer(variables)
  const found: Found = new Map()
  note(found, imageDefaults(variables), 'image', 'image')
  note(found, file, 'file', 'config file')
  for (const { name, given, problem } of localstack.read) note(found, given, 'localstack', name, problem)
  const texts = variableTexts(variables)
  const wrongFlag = readFlags(flags, texts)
  if (wrongFlag !== undefined) return { problem: wrongFlag }
  for (const [option, text] of texts) found.set(option.key, parsed(option, text))
  settleRivals(found)
  const wrong = [...found.values()].find(({ problem }) => problem !== undefined)
  if (wrong?.problem !== undefined) return { problem: wrong.problem }
  const memory = found.get('memory')
  const lasting = memory?.value === true ? persistenceAsked(variables) : undefined
  const counting = new Set([...found.values()].filter(({ layer }) => layer === 'localstack').map(({ name }) => name))
  return {
    given: inImage(
      variables,
      valuesOf(found, ({ value }) => value),
    ),
    sources: valuesOf(found, ({ name }) => name),
    localstackNames: [...counting],
    warnings: [
      ...localstack.warnings(counting),
      ...(lasting === undefined ? [] : [`${lasting} is on, but ${memoryName(memory)} wins: ${forgotten}`]),
      ...overruled(
        localstack.read.filter(({ name }) => name !== lasting),
        counting,
      ),
    ],
  }
}

const forgotten = 'the state is in memory and is lost when twinmq stops'

function memoryName(memory: Read | undefined): string {
  return memory?.layer === 'file' ? `memory of the ${memory.name}` : `${memory?.name}`
}

function note(found: Found, given: GivenConfig, layer: Read['layer'], name: string, problem?: string): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined && problem === undefined) continue
    const option = options.find((candidate) => candidate.key === key)
    if (option) found.set(option.key, { layer, name, value, ...(problem !== undefined && { problem }) })
  }
}

function valuesOf(found: Found, of: (read: Read) => unknown): Record<string, unknown> {
  return Object.fromEntries([...found].map(([key, read]) => [key, of(read)]))
}

function overruled(read: ReturnType<typeof localstackLayer>['read'], counting: ReadonlySet<string>): readonly string[] {
  const names = read.filter(({ name, given }) => !counting.has(name) && Object.keys(given).length > 0)
  if (names.length === 0) return []
  return [`${names.map(({ name }) => name).join(', ')}: not used, because options of twinmq or newer names override`]
}

/** In the image of a container twinmq listens on all addresses, and keeps no state unless a place for it is given. */
function imageDefaults({ TWINMQ_IMAGE, TWINMQ_IMAGE_DATA }: Variables): GivenConfig {
  if (!TWINMQ_IMAGE) return {}
  return { host: [everyone], ...(TWINMQ_IMAGE_DATA ? { data: TWINMQ_IMAGE_DATA } : { memory: true }) }
}

const everyone = '0.0.0.0'

function inImage({ TWINMQ_IMAGE }: Variables, given: GivenConfig): GivenConfig {
  if (!TWINMQ_IMAGE || given.listen === undefined) return given
  const withHost = (text: string): string => {
    const { host, port } = readAddress(text) ?? {}
    return host === undefined && port !== undefined ? `${everyone}:${port}` : text
  }
  return { ...given, listen: given.listen.map(withHost) }
}

function variableTexts(variables: Variables): Map<NamedOption, Text> {
  const texts = new Map<NamedOption, Text>()
  for (const option of options) {
    const text = variables[option.variable]
    if (text !== undefined && (text !== '' || option.value === undefined))
      texts.set(option, { text, name: option.variable, layer: 'variable' })
  }
  return texts
}

function readFlags(flags: readonly string[], texts: Map<NamedOption, Text>): string | undefined {
  const given = new Set<NamedOption>()
  for (let i = 0; i < flags.length; i++) {
    const [name, inline] = splitFlag(flags[i]!)
    const option = options.find((candidate) => candidate.flag === name)
    if (!option) return unknownText(name)
    if (option.value === undefined && inline === undefined) texts.set(option, { text: 'true', name, layer: 'flag' })
    else {
      const text = inline ?? flags[++i]
      if (text === undefined) return `${name} needs a value: ${option.value}`
      const earlier = option.many && given.has(option) ? `${texts.get(option)!.text},` : ''
      texts.set(option, { text: earlier + text, name, layer: 'flag' })
    }
    given.add(option)
  }
  return undefined
}

function unknownText(name: string): string {
  const meant = optionMeant(name.replace(/=.*/s, ''))
  const what = name.startsWith('-') ? `unknown option ${name}` : `unexpected word '${name}'`
  return meant === undefined ? what : `${what}; did you mean ${meant.flag}?`
}

function splitFlag(flag: string): [name: string, inline: string | undefined] {
  const equals = flag.startsWith('--') ? flag.indexOf('=') : -1
  return equals < 0 ? [flag, undefined] : [flag.slice(0, equals), flag.slice(equals + 1)]
}

function parsed(option: NamedOption, { text, name, layer }: Text): Read {
  const value = option.parse(text)
  if (value !== undefined) return { layer, name, value }
  return { layer, name, value, problem: valueProblem(name, text, option) }
}

/** Options that exclude each other. If both come from variables, the first of a pair wins. */
const rivals: readonly (readonly [keyof Config, keyof Config])[] = [
  ['data', 'memory'],
  ['now', 'clock'],
  ['listen', 'host'],
  ['listen', 'port'],
]

/** An option also wins over a rival from a weaker source. Two flags that exclude each other are an error of `completeConfig`, as are two keys of a file. */
function settleRivals(found: Found): void {
  for (const [first, second] of rivals) {
    const [one, other] = [found.get(first), found.get(second)]
    if (!one || !other || other.value === false) continue
    const ahead = layers.indexOf(one.layer) - layers.indexOf(other.layer)
    if (ahead === 0 && (one.layer === 'flag' || one.layer === 'file')) continue
    found.delete(ahead < 0 ? first : second)
  }
}
