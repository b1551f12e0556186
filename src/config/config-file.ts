import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Path } from '../document/yaml-text.ts'
import { nearest } from '../text/did-you-mean.ts'
import { optionMeant } from './option-meant.ts'
import { type Config, type GivenConfig, type NamedOption, options } from './options.ts'
import { NotParsed, type ParsedText, parseJson, parseYaml } from './parsed-text.ts'

/** Names of config files that are found in the working folder. */
export const configFileNames = ['twinmq.config.json', 'twinmq.config.yaml', 'twinmq.config.yml'] as const

/** The variable that names another file. */
export const configFileVariable = 'TWINMQ_CONFIG'

/** Members of a config file that are not options. */
const documentMembers = ['queues', 'topics'] as const

/** The content of a config file. */
export type ConfigFile = {
  /** Its name in errors and in `twinmq config`. */
  readonly file: string
  readonly given: GivenConfig
  /** Queues and topics to create; undefined: it lists none. */
  readonly declared: Declared | undefined
}

/** Queues and topics that a config file lists. A start creates those that are missing. */
export type Declared = {
  readonly queues: readonly unknown[]
  readonly topics: readonly unknown[]
  /** The sentence for a problem at a path such as `queues[0].name`. */
  readonly problemAt: (path: string, problem: string) => string
}

/** Why a config file cannot be used: file, line, place and remedy. */
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
    throw new ConfigUnreadable(`both ${file} and ${second} exist here; remove one, or name one with --config`)
  return file
}

/** Only regular files: a pipe or a device could block forever. */
async function textOf(file: string, folder: string): Promise<string> {
  const path = file.startsWith('/') ? file : join(folder, file)
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a regular file')
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const why = missing ? 'there is no such file' : `cannot be read: ${(error as Error).message}`
    throw new ConfigUnreadable(`${file}: ${why}; it was given as the config file`)
  }
}

function contentOf(file: string, parsed: ParsedText): ConfigFile {
  const fault = (path: Path, problem: string): ConfigUnreadable =>
    new ConfigUnreadable(
      `${file}, line ${parsed.lineOf(path)}: ${path.length > 0 ? `${pathText(path)}: ` : ''}${problem}`,
    )
  const members = parsed.value ?? {}
  if (typeof members !== 'object' || Array.isArray(members)) throw fault([], 'must be an object of options')
  const given: { [key: string]: unknown } = {}
  const lists = new Map<string, readonly unknown[]>()
  for (const [key, value] of Object.entries(members)) {
    const option = options.find((candidate) => candidate.key === key)
    if (option) given[key] = optionValue(option, value, parsed, fault)
    else if (documentMembers.some((name) => name === key)) {
      if (!Array.isArray(value)) throw fault([key], 'must be a list')
      lists.set(key, value)
    } else if (key !== '$schema') throw fault([key], unknownText(key))
  }
  const { queues = [], topics = [] } = Object.fromEntries(lists)
  const problemAt = (path: string, problem: string): string => fault(stepsOf(path), problem).message
  const declared = queues.length + topics.length > 0 ? { queues, topics, problemAt } : undefined
  return { file, given: given as GivenConfig, declared }
}

/** The parser of the option decides, so a config file takes the same texts as flags and variables. */
function optionValue(
  option: NamedOption,
  value: unknown,
  parsed: ParsedText,
  fault: (path: Path, problem: string) => ConfigUnreadable,
): Config[keyof Config] {
  const { key, many } = option
  const items = many && Array.isArray(value) ? value : [value]
  const texts = items.map((item, index) => {
    const path = Array.isArray(value) ? [key, index] : [key]
    if (!fits(option, item)) throw fault(path, unfit(JSON.stringify(item), option))
    return parsed.wordAt(path) ?? String(item)
  })
  const read = option.parse(texts.join(','))
  if (read === undefined) throw fault([key], unfit(`'${texts.join(',')}'`, option))
  return read
}

/** Whether a value can be read as text. An option that is on or off takes true and false. */
function fits({ value: word }: NamedOption, value: unknown): boolean {
  if (word === undefined) return typeof value === 'boolean'
  return typeof value === 'string' || typeof value === 'number'
}

function unfit(item: string, { value = 'true or false', help }: NamedOption): string {
  return `${item} is not ${value}; ${help}`
}

function unknownText(key: string): string {
  const near = optionMeant(key)?.key ?? nearest(key, documentMembers)
  return `no such option is known${near === undefined ? '; twinmq --help-all lists them' : `; did you mean ${near}?`}`
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
