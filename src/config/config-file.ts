import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Path } from '../document/yaml-text.ts'
import { nearest } from '../text/did-you-mean.ts'
import { type Config, type GivenConfig, options } from './options.ts'
import { NotParsed, type ParsedText, parseJson, parseYaml } from './parsed-text.ts'

/** Names that are looked for in the working folder. */
export const configFileNames = ['twinmq.config.json', 'twinmq.config.yaml', 'twinmq.config.yml'] as const

/** The variable that names another. */
export const configFileVariable = 'TWINMQ_CONFIG'

/** Members of a config file that are no options: what there shall be. */
const documentMembers = ['queues', 'topics'] as const

type Option = (typeof options)[number]

/** What a config file says. */
export type ConfigFile = {
  /** As errors and `twinmq config` call it. */
  readonly file: string
  readonly given: GivenConfig
  /** Queues and topics that shall exist; undefined: it names none. */
  readonly declared: Declared | undefined
}

/** Queues and topics that shall exist, as a config file lists them. */
export type Declared = {
  readonly queues: readonly unknown[]
  readonly topics: readonly unknown[]
  /** The sentence for something wrong at a path such as `queues[0].name`. */
  readonly problemAt: (path: string, problem: string) => string
}

/** Why a config file is no good: file, line and place, and what to do. */
export class ConfigUnreadable extends Error {
  override readonly name = 'ConfigUnreadable'
}

/**
 * Reads the config file that a flag or variable names, else the one in the folder; undefined: there is none. Rejects with
 * `ConfigUnreadable`.
 */
export async function readConfigFile(named: string | undefined, folder: string): Promise<ConfigFile | undefined> {
  const file = named || fileIn(folder)
  if (file === undefined) return undefined
  const text = await textOf(file, folder)
  try {
    return contentOf(file, /\.ya?ml$/i.test(file) ? await parseYaml(text) : await parseJson(text))
  } catch (error) {
    if (error instanceof NotParsed) throw new ConfigUnreadable(`${file}, line ${error.line}: ${error.message}`)
    throw error
  }
}

/** Takes `--config FILE` out of the words of a command. Throws `ConfigUnreadable`. */
export function configFlag(words: readonly string[]): { readonly file?: string; readonly rest: readonly string[] } {
  const at = words.findIndex((word) => word === '--config' || word.startsWith('--config='))
  if (at < 0) return { rest: words }
  const inline = words[at]!.startsWith('--config=')
  const file = inline ? words[at]!.slice('--config='.length) : words[at + 1]
  if (!file) throw new ConfigUnreadable('--config needs a value: FILE')
  return { file, rest: [...words.slice(0, at), ...words.slice(at + (inline ? 1 : 2))] }
}

function fileIn(folder: string): string | undefined {
  const [file, second] = configFileNames.filter((name) => existsSync(join(folder, name)))
  if (second !== undefined)
    throw new ConfigUnreadable(`there are both ${file} and ${second} here; remove one, or name one with --config`)
  return file
}

/** Reading a pipe or a device could wait for ever. */
async function textOf(file: string, folder: string): Promise<string> {
  const path = file.startsWith('/') ? file : join(folder, file)
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a regular file')
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const why = missing ? 'there is no such file' : `this cannot be read: ${(error as Error).message}`
    throw new ConfigUnreadable(`${file}: ${why}; it was to be the config file`)
  }
}

function contentOf(file: string, parsed: ParsedText): ConfigFile {
  const fault = (path: Path, problem: string): ConfigUnreadable =>
    new ConfigUnreadable(
      `${file}, line ${parsed.lineOf(path)}: ${path.length > 0 ? `${pathText(path)}: ` : ''}${problem}`,
    )
  const members = parsed.value ?? {}
  if (typeof members !== 'object' || Array.isArray(members)) throw fault([], 'an object of options is expected')
  const given: { [key: string]: unknown } = {}
  const lists = new Map<string, readonly unknown[]>()
  for (const [key, value] of Object.entries(members)) {
    const option = options.find((candidate) => candidate.key === key)
    if (option) given[key] = optionValue(option, value, parsed, fault)
    else if (documentMembers.some((name) => name === key)) {
      if (!Array.isArray(value)) throw fault([key], 'a list is expected')
      lists.set(key, value)
    } else if (key !== '$schema') throw fault([key], unknownText(key))
  }
  const { queues = [], topics = [] } = Object.fromEntries(lists)
  const problemAt = (path: string, problem: string): string => fault(stepsOf(path), problem).message
  const declared = queues.length + topics.length > 0 ? { queues, topics, problemAt } : undefined
  return { file, given: given as GivenConfig, declared }
}

/** An option's own reader of texts decides, so that a config file takes what flags and variables take. */
function optionValue(
  option: Option,
  value: unknown,
  parsed: ParsedText,
  fault: (path: Path, problem: string) => ConfigUnreadable,
): Config[keyof Config] {
  const { key, many, meaning } = option
  const items = many && Array.isArray(value) ? value : [value]
  const texts = items.map((item, index) => {
    const path = Array.isArray(value) ? [key, index] : [key]
    if (!fits(option, item)) throw fault(path, `${JSON.stringify(item)} is not ${expectedOf(option)}; ${meaning}`)
    return parsed.wordAt(path) ?? String(item)
  })
  const read = option.parse(texts.join(','))
  if (read === undefined) throw fault([key], `'${texts.join(',')}' is not ${expectedOf(option)}; ${meaning}`)
  return read
}

/** Whether a value is of a kind that can be read as text. An option that is on or off takes true and false. */
function fits({ value: word }: Option, value: unknown): boolean {
  if (word === undefined) return typeof value === 'boolean'
  return typeof value === 'string' || typeof value === 'number'
}

function expectedOf({ value }: Option): string {
  return value ?? 'true or false'
}

function unknownText(key: string): string {
  const byFlag = options.find(({ flag, variable }) => [flag, flag.slice(2), variable].includes(key))
  const near = byFlag?.key ?? nearest(key, [...options.map((option) => option.key), ...documentMembers])
  return `no such option is known${near === undefined ? '; twinmq --help lists them' : `; did you mean ${near}?`}`
}

function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

/** `queues[0].name` as its steps. */
function stepsOf(path: string): Path {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  )
}
