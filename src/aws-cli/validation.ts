import type { Schema } from '../../protocols/schema.ts'
import { membersOf } from '../client/members.ts'
import { isList, isValues, type Value, type Values } from '../client/values.ts'
import { wrongValue } from './failure.ts'

/** Refuses parameters that do not fit the operation's input. The failure lists every fault. */
export function validate(parameters: Values, input: Schema<unknown>): void {
  const faults = faultsOf(parameters, input, '')
  if (faults.length > 0) throw wrongValue(`Parameter validation failed:\n${faults.join('\n')}`)
}

/** The types of a text that stands for bytes, as the AWS CLI names them. */
const validBytes = "<class 'bytes'>, <class 'bytearray'>, file-like object"

/** The types of each kind of value. */
const valid: Record<Schema<unknown>['kind'], string> = {
  text: "<class 'str'>",
  integer: "<class 'int'>",
  boolean: "<class 'bool'>",
  list: "<class 'list'>, <class 'tuple'>",
  map: "<class 'dict'>",
  object: "<class 'dict'>",
}

function faultsOf(value: Value, schema: Schema<unknown>, place: string): string[] {
  switch (schema.kind) {
    case 'object':
      return isValues(value) ? objectFaults(value, schema, place) : [typeFault(value, schema, place)]
    case 'map':
      if (!isValues(value)) return [typeFault(value, schema, place)]
      return Object.entries(value).flatMap(([name, one]) => faultsOf(one, schema.value, `${place}.${name}`))
    case 'list':
      if (!isList(value)) return [typeFault(value, schema, place)]
      return value.flatMap((one, at) => faultsOf(one, schema.item, `${place}[${at}]`))
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value) ? [] : [typeFault(value, schema, place)]
    case 'boolean':
      return typeof value === 'boolean' ? [] : [typeFault(value, schema, place)]
    default:
      return typeof value === 'string'
        ? lengthFaults(value, schema.minimumLength ?? 0, place)
        : [typeFault(value, schema, place)]
  }
}

function objectFaults(value: Values, schema: Schema<unknown>, place: string): string[] {
  const where = place === '' ? 'input' : place
  const members = membersOf(schema)
  const names = members.map(({ name }) => name)
  const missing = members
    .filter(({ name, required }) => required && !Object.hasOwn(value, name))
    .map(({ name }) => `Missing required parameter in ${where}: "${name}"`)
  const unknown = Object.keys(value)
    .filter((name) => !names.includes(name))
    .map((name) => `Unknown parameter in ${where}: "${name}", must be one of: ${names.join(', ')}`)
  const inner = members.flatMap(({ name, schema: member }) =>
    Object.hasOwn(value, name) ? faultsOf(value[name]!, member, place === '' ? name : `${place}.${name}`) : [],
  )
  return [...missing, ...unknown, ...inner]
}

function lengthFaults(value: string, min: number, place: string): string[] {
  const length = [...value].length
  return length < min ? [`Invalid length for parameter ${place}, value: ${length}, valid min length: ${min}`] : []
}

function typeFault(value: Value, schema: Schema<unknown>, place: string): string {
  const types = schema.kind === 'text' && schema.form === 'base64' ? validBytes : valid[schema.kind]
  const shown = `value: ${pythonText(value)}, type: ${typeOf(value)}, valid types: ${types}`
  return `Invalid type for parameter ${place}, ${shown}`
}

function typeOf(value: Value): string {
  if (value === null) return "<class 'NoneType'>"
  if (typeof value === 'boolean') return "<class 'bool'>"
  if (typeof value === 'number') return Number.isInteger(value) ? "<class 'int'>" : "<class 'float'>"
  if (typeof value === 'string') return "<class 'str'>"
  return isList(value) ? "<class 'list'>" : "<class 'dict'>"
}

/** A value as the AWS CLI prints it inside other text. */
export function pythonText(value: Value): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (isList(value)) return `[${value.map(quoted).join(', ')}]`
  const members = isValues(value) ? Object.entries(value) : []
  return `{${members.map(([name, one]) => `${quoted(name)}: ${quoted(one)}`).join(', ')}}`
}

function quoted(value: Value): string {
  if (typeof value !== 'string') return pythonText(value)
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
  return `${quote}${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(quote, `\\${quote}`)}${quote}`
}
