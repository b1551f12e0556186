import { wrongValue } from './failure.ts'
import { isList, isValues, type Shape, type StructureShape, type Value, type Values } from './shape.ts'

/** Refuses parameters that do not have the shape of the operation's input, and says all that is wrong with them. */
export function validate(parameters: Values, input: StructureShape): void {
  const faults = faultsOf(parameters, input, '')
  if (faults.length > 0) throw wrongValue(`Parameter validation failed:\n${faults.join('\n')}`)
}

/** Types that each shape takes, as the AWS CLI names them. */
const valid: Record<Shape['kind'], string> = {
  text: "<class 'str'>",
  number: "<class 'int'>",
  boolean: "<class 'bool'>",
  blob: "<class 'bytes'>, <class 'bytearray'>, file-like object",
  instant: "<class 'str'>",
  list: "<class 'list'>, <class 'tuple'>",
  map: "<class 'dict'>",
  structure: "<class 'dict'>",
}

function faultsOf(value: Value, shape: Shape, place: string): string[] {
  switch (shape.kind) {
    case 'structure':
      return isValues(value) ? structureFaults(value, shape, place) : [typeFault(value, shape, place)]
    case 'map':
      if (!isValues(value)) return [typeFault(value, shape, place)]
      return Object.entries(value).flatMap(([name, one]) => faultsOf(one, shape.of, `${place}.${name}`))
    case 'list':
      if (!isList(value)) return [typeFault(value, shape, place)]
      return value.flatMap((one, at) => faultsOf(one, shape.of, `${place}[${at}]`))
    case 'number':
      return typeof value === 'number' && Number.isInteger(value) ? [] : [typeFault(value, shape, place)]
    case 'boolean':
      return typeof value === 'boolean' ? [] : [typeFault(value, shape, place)]
    default:
      return typeof value === 'string' ? lengthFaults(value, shape.min ?? 0, place) : [typeFault(value, shape, place)]
  }
}

function structureFaults(value: Values, { members }: StructureShape, place: string): string[] {
  const where = place === '' ? 'input' : place
  const names = Object.keys(members)
  const missing = names
    .filter((name) => members[name]!.required && !Object.hasOwn(value, name))
    .map((name) => `Missing required parameter in ${where}: "${name}"`)
  const unknown = Object.keys(value)
    .filter((name) => !names.includes(name))
    .map((name) => `Unknown parameter in ${where}: "${name}", must be one of: ${names.join(', ')}`)
  const inner = names.flatMap((name) =>
    Object.hasOwn(value, name) ? faultsOf(value[name]!, members[name]!, place === '' ? name : `${place}.${name}`) : [],
  )
  return [...missing, ...unknown, ...inner]
}

function lengthFaults(value: string, min: number, place: string): string[] {
  const length = [...value].length
  return length < min ? [`Invalid length for parameter ${place}, value: ${length}, valid min length: ${min}`] : []
}

function typeFault(value: Value, { kind }: Shape, place: string): string {
  const shown = `value: ${pythonText(value)}, type: ${typeOf(value)}, valid types: ${valid[kind]}`
  return `Invalid type for parameter ${place}, ${shown}`
}

function typeOf(value: Value): string {
  if (value === null) return "<class 'NoneType'>"
  if (typeof value === 'boolean') return "<class 'bool'>"
  if (typeof value === 'number') return Number.isInteger(value) ? "<class 'int'>" : "<class 'float'>"
  if (typeof value === 'string') return "<class 'str'>"
  return isList(value) ? "<class 'list'>" : "<class 'dict'>"
}

/** A value as the AWS CLI prints it among other text. */
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
