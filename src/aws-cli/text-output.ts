import { isList, isValues, type Value, type Values } from '../client/values.ts'
import { pythonText } from './validation.ts'

/**
 * Lines of values separated by tabs. A structure is one line: the name of its member, then its values, sorted by name. Source: AWS CLI User Guide, text output format.
 */
export function textOutput(value: Value, name?: string, columns?: readonly string[]): string {
  if (isList(value)) return listLines(value, name)
  if (isValues(value)) return structureLines(value, name, columns)
  return `${pythonText(value)}\n`
}

function listLines(items: readonly Value[], name: string | undefined): string {
  if (items.some(isValues)) {
    const columns = scalarNames(items)
    return items.map((item) => textOutput(item, name, columns)).join('')
  }
  const nested = items.filter(isList)
  const scalars = items.filter((item) => !isList(item))
  const lines = scalars.length > 0 ? scalarLines(scalars, name) : ''
  return lines + nested.map((item) => textOutput(item, name)).join('')
}

function scalarLines(items: readonly Value[], name: string | undefined): string {
  const texts = items.map(pythonText)
  if (name === undefined) return `${texts.join('\t')}\n`
  return texts.map((one) => `${name.toUpperCase()}\t${one}\n`).join('')
}

/** `columns`: the names on the line, if all structures of a list have the same. */
function structureLines(
  value: Values,
  name: string | undefined,
  columns: readonly string[] = scalarNames([value]),
): string {
  const texts = columns.map((column) => (Object.hasOwn(value, column) ? pythonText(value[column]!) : ''))
  const cells = texts.length > 0 && name !== undefined ? [name.toUpperCase(), ...texts] : texts
  const line = cells.length > 0 ? `${cells.join('\t')}\n` : ''
  const rest = Object.keys(value)
    .filter((key) => !columns.includes(key))
    .sort()
  return line + rest.map((key) => textOutput(value[key]!, key)).join('')
}

function scalarNames(items: readonly Value[]): string[] {
  const names = new Set<string>()
  for (const item of items)
    if (isValues(item))
      for (const [name, value] of Object.entries(item)) if (!isList(value) && !isValues(value)) names.add(name)
  return [...names].sort()
}
