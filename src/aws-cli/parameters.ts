import { exitCodes, Failure, wrongOption, wrongValue } from './failure.ts'
import { jsonFault } from './json-fault.ts'
import { dashed, type Operation } from './operation.ts'
import { isList, isValues, type Shape, type Value, type Values } from './shape.ts'
import { readShorthand, ShorthandFault } from './shorthand.ts'
import { ValueFileFault, valueOrFile } from './value-file.ts'
import type { Given } from './words.ts'

/** The parameters of an operation, from its options and from the document that `--cli-input-json` gives. */
export async function parametersFrom({ input }: Operation, given: Given): Promise<Values> {
  const found = new Map<string, Value>(Object.entries(await documentOf(given)))
  for (const [name, shape] of Object.entries(input.members)) {
    const words = given.get(dashed(name))
    if (words) found.set(name, read(dashed(name), shape, words))
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

function read(option: string, shape: Shape, words: readonly string[]): Value {
  const [first = ''] = words
  const contents = words.length === 1 ? [contentOf(option, first)] : words
  if (shape.kind === 'list') return readList(option, shape.of, contents)
  return readOne(option, shape, contents[0]!)
}

function readList(option: string, of: Shape, words: readonly string[]): Value {
  const [first = ''] = words
  if (words.length === 1 && first.trim().startsWith('[')) return json(option, first)
  const asJson = first.trim().startsWith('{')
  return words.map((word) => (isScalar(of) ? scalar(of, word) : asJson ? json(option, word) : short(option, of, word)))
}

function readOne(option: string, shape: Shape, word: string): Value {
  if (isScalar(shape)) return scalar(shape, word)
  if (/^\s*\[/.test(word)) throw wrongOption(option, `Invalid JSON:\n${word}`)
  return /^\s*\{/.test(word) ? json(option, word) : short(option, shape, word)
}

function isScalar({ kind }: Shape): boolean {
  return kind !== 'list' && kind !== 'map' && kind !== 'structure'
}

function scalar({ kind }: Shape, word: string): Value {
  return kind === 'number' ? whole(word) : word
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

function short(option: string, shape: Shape, word: string): Value {
  try {
    return fitted(shape, readShorthand(word, valueOrFile))
  } catch (error) {
    if (error instanceof ShorthandFault || error instanceof ValueFileFault) throw wrongOption(option, error.message)
    throw error
  }
}

/** In the short form every value is text: what the shape says makes numbers, lists and yes or no of it. */
function fitted(shape: Shape, value: Value): Value {
  if (shape.kind === 'list') return isList(value) ? value.map((one) => fitted(shape.of, one)) : [value]
  if (isValues(value) && shape.kind === 'map') return mapped(value, () => shape.of)
  if (isValues(value) && shape.kind === 'structure') return mapped(value, (name) => shape.members[name])
  if (typeof value !== 'string') return value
  if (shape.kind === 'boolean') return /^true$/i.test(value) ? true : /^false$/i.test(value) ? false : value
  return isScalar(shape) ? scalar(shape, value) : value
}

function mapped(values: Values, shapeOf: (name: string) => Shape | undefined): Values {
  const entries = Object.entries(values).map(([name, value]): [string, Value] => {
    const shape = shapeOf(name)
    return [name, shape ? fitted(shape, value) : value]
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
