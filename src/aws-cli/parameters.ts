import type { Schema } from '../../protocols/schema.ts'
import { membersOf } from '../client/members.ts'
import type { Operation } from '../client/operations.ts'
import { isList, isValues, type Value, type Values } from '../client/values.ts'
import { exitCodes, Failure, wrongOption, wrongValue } from './failure.ts'
import { jsonFault } from './json-fault.ts'
import { dashed } from './options.ts'
import { readShorthand, ShorthandFault } from './shorthand.ts'
import { ValueFileFault, valueOrFile } from './value-file.ts'
import type { Given } from './words.ts'

/** The parameters of an operation from its options and from the document of `--cli-input-json`. */
export async function parametersFrom({ input }: Operation, given: Given): Promise<Values> {
  const found = new Map<string, Value>(Object.entries(await documentOf(given)))
  for (const { name, schema } of membersOf(input)) {
    const words = given.get(dashed(name))
    if (words) found.set(name, read(dashed(name), schema, words))
  }
  return Object.fromEntries(found)
}

async function documentOf(given: Given): Promise<Values> {
  const option = ['cli-input-json', 'cli-input-yaml'].find((name) => given.has(name))
  if (!option) return {}
  const text = contentOf(option, given.get(option)![0]!)
  const value = option === 'cli-input-json' ? jsonDocument(option, text) : await yamlDocument(option, text)
  if (!isValues(value)) throw wrongOption(option, 'Invalid type: the document must hold names and their values')
  return value
}

function jsonDocument(option: string, text: string): Value {
  try {
    return parsed(text)
  } catch {
    throw wrongValue(`Error parsing parameter '${option}': Invalid JSON: ${jsonFault(text)}\nJSON received: ${text}`)
  }
}

async function yamlDocument(option: string, text: string): Promise<Value> {
  const { default: yaml } = await import('yaml')
  try {
    return yaml.parse(text)
  } catch (error) {
    throw wrongValue(`Error parsing parameter '${option}': Invalid YAML: ${String(error)}`)
  }
}

function read(option: string, schema: Schema<unknown>, words: readonly string[]): Value {
  const [first = ''] = words
  const contents = words.length === 1 ? [contentOf(option, first)] : words
  if (schema.kind === 'list') return readList(option, schema.item, contents)
  return readOne(option, schema, contents[0]!)
}

function readList(option: string, of: Schema<unknown>, words: readonly string[]): Value {
  const [first = ''] = words
  if (words.length === 1 && first.trim().startsWith('[')) return json(option, first)
  const asJson = first.trim().startsWith('{')
  return words.map((word) => (isScalar(of) ? scalar(of, word) : asJson ? json(option, word) : short(option, of, word)))
}

function readOne(option: string, schema: Schema<unknown>, word: string): Value {
  if (isScalar(schema)) return scalar(schema, word)
  if (/^\s*\[/.test(word)) throw wrongOption(option, `Invalid JSON:\n${word}`)
  return /^\s*\{/.test(word) ? json(option, word) : short(option, schema, word)
}

function isScalar({ kind }: Schema<unknown>): boolean {
  return kind !== 'list' && kind !== 'map' && kind !== 'object'
}

function scalar({ kind }: Schema<unknown>, word: string): Value {
  return kind === 'integer' ? whole(word) : word
}

function whole(word: string): number {
  if (!/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(word))
    throw new Failure(exitCodes.failed, `\ninvalid literal for int() with base 10: '${word}'\n`)
  return Number(word.replaceAll('_', ''))
}

function json(option: string, word: string): Value {
  try {
    return parsed(word)
  } catch {
    throw wrongOption(option, `Invalid JSON: ${jsonFault(word)}\nJSON received: ${word}`)
  }
}

function parsed(text: string): Value {
  return JSON.parse(text)
}

function short(option: string, schema: Schema<unknown>, word: string): Value {
  try {
    return fitted(schema, readShorthand(word, valueOrFile))
  } catch (error) {
    if (error instanceof ShorthandFault || error instanceof ValueFileFault) throw wrongOption(option, error.message)
    throw error
  }
}

/** In the short form every value is text: the schema makes numbers, lists and booleans of it. */
function fitted(schema: Schema<unknown>, value: Value): Value {
  if (schema.kind === 'list') return isList(value) ? value.map((one) => fitted(schema.item, one)) : [value]
  if (isValues(value) && schema.kind === 'map') return mapped(value, () => schema.value)
  if (isValues(value) && schema.kind === 'object') return mapped(value, (name) => schema.members[name])
  if (typeof value !== 'string') return value
  if (schema.kind === 'boolean') return /^true$/i.test(value) ? true : /^false$/i.test(value) ? false : value
  return isScalar(schema) ? scalar(schema, value) : value
}

function mapped(values: Values, schemaOf: (name: string) => Schema<unknown> | undefined): Values {
  const entries = Object.entries(values).map(([name, value]): [string, Value] => {
    const schema = schemaOf(name)
    return [name, schema ? fitted(schema, value) : value]
  })
  return Object.fromEntries(entries)
}

function contentOf(option: string, word: string): string {
  try {
    return valueOrFile(word)
  } catch (error) {
    if (error instanceof ValueFileFault) throw wrongOption(option, error.message)
    throw wrongValue(String(error))
  }
}
