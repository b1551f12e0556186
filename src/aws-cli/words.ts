import { membersOf, pagedList } from '../client/members.ts'
import type { Operation } from '../client/operations.ts'
import { type Service, services } from '../client/services.ts'
import { unknownWords, wrongChoice, wrongWords } from './failure.ts'
import { dashed, globalOptions, type Option, operationOptions, pageOptions } from './options.ts'

/** The parts of a command line before any value is read. */
export type Words = {
  /** Every option on the line, including the parameters of the operation. */
  readonly given: Given
  readonly service?: Service
  readonly operation?: Operation
  readonly help: boolean
}

/** Values by the name of the option. An option without a value has an empty list. */
export type Given = ReadonlyMap<string, readonly string[]>

/** The state while a line is read. */
type Reading = {
  readonly given: Map<string, readonly string[]>
  readonly positional: string[]
  readonly unknown: string[]
  options: readonly Option[]
}

/** Reads a command line as the AWS CLI does: options in any place, shortened if they stay unambiguous. */
export function readWords(words: readonly string[]): Words {
  const reading: Reading = { given: new Map(), positional: [], unknown: [], options: globalOptions }
  for (let at = 0; at < words.length; ) {
    const word = words[at]!
    at += 1
    if (word === '--') {
      for (const rest of words.slice(at)) takePositional(reading, rest)
      break
    }
    if (isValue(word, reading.options)) takePositional(reading, word)
    else at += takeOption(reading, word, words.slice(at))
  }
  return checked(reading)
}

function takePositional(reading: Reading, word: string): void {
  const place = reading.positional.length
  if (place >= 2 && word !== 'help') return void reading.unknown.push(word)
  reading.positional.push(word)
  if (word === 'help') return
  if (place === 0) serviceNamed(word)
  if (place === 1) {
    const operation = operationNamed(serviceNamed(reading.positional[0]!), word)
    reading.options = [
      ...globalOptions,
      ...operationOptions,
      ...parametersOf(operation),
      ...(pagedList(operation) ? pageOptions : []),
    ]
  }
}

/** Takes an option with its values, and returns their number. */
function takeOption(reading: Reading, word: string, rest: readonly string[]): number {
  const [name, joined] = split(word)
  const option = optionNamed(name, reading.options)
  if (!option) {
    reading.unknown.push(word)
    return 0
  }
  let count = 0
  while (count < most[option.takes] && count < rest.length && isValue(rest[count]!, reading.options)) count += 1
  if (joined !== undefined) count = 0
  const values = joined === undefined ? rest.slice(0, count) : [joined]
  check(option, values)
  reading.given.set(option.name, values)
  return count
}

const most = { none: 0, one: 1, maybe: 1, many: Number.POSITIVE_INFINITY } as const

function check({ name, takes, choices, whole }: Option, values: readonly string[]): void {
  if (takes === 'none' && values.length > 0)
    throw wrongWords(`argument --${name}: ignored explicit argument '${values[0]}'`)
  if (takes === 'one' && values.length === 0) throw wrongWords(`argument --${name}: expected one argument`)
  const [value] = values
  if (value === undefined) return
  if (choices && !choices.includes(value)) throw wrongChoice(`--${name}`, value, choices)
  if (whole && !/^[+-]?\d+$/.test(value)) throw wrongWords(`argument --${name}: invalid int value: '${value}'`)
}

/** Whether a word is a value, not an option. Text with a blank and negative numbers are values. */
function isValue(word: string, options: readonly Option[]): boolean {
  if (!word.startsWith('-') || word.length === 1) return true
  if (word === '--' || optionNamed(split(word)[0], options)) return false
  return /^-\d+$|^-\d*\.\d+$/.test(word) || word.includes(' ')
}

function split(word: string): [name: string, joined: string | undefined] {
  const mark = word.indexOf('=')
  return mark === -1 ? [word, undefined] : [word.slice(0, mark), word.slice(mark + 1)]
}

function optionNamed(word: string, options: readonly Option[]): Option | undefined {
  if (!word.startsWith('--') || word.length < 3) return undefined
  const name = word.slice(2)
  const exact = options.find((option) => option.name === name)
  const begun = options.filter((option) => option.name.startsWith(name))
  if (!exact && begun.length > 1)
    throw wrongWords(`ambiguous option: ${word} could match ${begun.map((option) => `--${option.name}`).join(', ')}`)
  return exact ?? begun[0]
}

function checked({ given, positional, unknown }: Reading): Words {
  const [serviceWord, operationWord] = positional
  const help = given.has('help') || positional.at(-1) === 'help'
  const service = serviceWord && serviceWord !== 'help' ? serviceNamed(serviceWord) : undefined
  const operation =
    service && operationWord && operationWord !== 'help' ? operationNamed(service, operationWord) : undefined
  const words: Words = { given, help, ...(service && { service }), ...(operation && { operation }) }
  if (help || given.has('version')) return words
  if (!service) throw wrongWords('the following arguments are required: command')
  if (!operation) throw wrongWords('the following arguments are required: operation')
  const missing = missingOf(operation, given)
  if (missing.length > 0) throw wrongWords(`the following arguments are required: ${missing.join(', ')}`)
  if (unknown.length > 0) throw unknownWords(unknown)
  return words
}

/** Required parameters that are missing. A document may supply them, so with a document there are none. */
function missingOf({ input }: Operation, given: Given): string[] {
  if (given.has('cli-input-json') || given.has('cli-input-yaml')) return []
  const skeleton = given.get('generate-cli-skeleton')
  if (skeleton && skeleton[0] !== 'output') return []
  return membersOf(input)
    .filter(({ name, required }) => required && !given.has(dashed(name)))
    .map(({ name }) => `--${dashed(name)}`)
}

function serviceNamed(word: string): Service {
  const service = services.find(({ name }) => name === word)
  if (service) return service
  const choices = [...services.map(({ name }) => name), 'help']
  throw wrongChoice(
    'command',
    word,
    choices,
    '\n\nThis is the small aws command of twinmq, which has only these commands.',
  )
}

function operationNamed({ operations }: Service, word: string): Operation {
  const found = operations.find(({ name }) => dashed(name) === word)
  if (found) return found
  throw wrongChoice('operation', word, [...operations.map(({ name }) => dashed(name)), 'help'])
}

/** The options that stand for the parameters of an operation. */
function parametersOf({ input }: Operation): readonly Option[] {
  return membersOf(input).map(({ name, schema }) => ({
    name: dashed(name),
    takes: schema.kind === 'list' ? 'many' : 'one',
  }))
}
