import { isList, isValues, type Value, type Values } from '../client/values.ts'
import { exitCodes, Failure } from './failure.ts'
import { drawn, type Section } from './table.ts'
import { pythonText } from './validation.ts'

/** A table with one frame for each level of nesting. An empty value has no table. Source: AWS CLI User Guide, table output format. */
export function tableOutput(value: Value, title: string, terminalWidth: number): string {
  const sections: Section[] = []
  addPart(sections, title, value, 0)
  return sections.length === 0 ? '' : drawn(sections, terminalWidth)
}

function addPart(sections: Section[], title: string | undefined, value: Value, indent: number): void {
  if (isNothing(value)) return
  if (title !== undefined) sections.push({ title, indent, headers: [], rows: [] })
  if (isList(value)) addList(sections, title ?? '', value, indent)
  else if (isValues(value)) addStructure(sections, value, indent)
}

function isNothing(value: Value): boolean {
  if (isList(value)) return value.length === 0
  return isValues(value) ? Object.keys(value).length === 0 : !value
}

function addList(sections: Section[], title: string, items: readonly Value[], indent: number): void {
  if (isValues(items[0])) addStructures(sections, title, items.filter(isValues), indent)
  else for (const item of items) addItem(sections, item)
}

function addItem(sections: Section[], item: Value): void {
  if (!isList(item) && !isValues(item)) addRow(sections, [item])
  else if (isList(item) && !item.some((one) => isList(one) || isValues(one))) addRow(sections, item)
  else addPart(sections, undefined, item, 0)
}

function addStructure(sections: Section[], value: Values, indent: number): void {
  const { scalars, nested } = namesOf([value])
  if (scalars.length === 1) addRow(sections, [scalars[0]!, value[scalars[0]!]!])
  else if (scalars.length > 1) {
    sections.at(-1)!.headers = scalars
    addRow(
      sections,
      scalars.map((name) => value[name]!),
    )
  }
  for (const name of nested) addPart(sections, name, value[name]!, indent + 1)
}

function addStructures(sections: Section[], title: string, items: readonly Values[], indent: number): void {
  const { scalars, nested } = namesOf(items)
  items.forEach((item, at) => {
    if (at > 0 && nested.length > 0) sections.push({ title, indent, headers: [], rows: [] })
    if (at === 0 || nested.length > 0) sections.at(-1)!.headers = scalars
    addRow(
      sections,
      scalars.map((name) => (Object.hasOwn(item, name) ? item[name]! : '')),
    )
    for (const name of nested) if (Object.hasOwn(item, name)) addPart(sections, name, item[name]!, indent + 1)
  })
}

function addRow(sections: Section[], cells: readonly Value[]): void {
  const section = sections.at(-1)!
  const columns = section.headers.length || section.rows[0]?.length
  if (columns !== undefined && cells.length !== columns)
    throw new Failure(exitCodes.failed, `\nRow should have ${columns} elements, instead it has ${cells.length}\n`)
  section.rows.push(cells.map(pythonText))
}

function namesOf(items: readonly Values[]): { scalars: string[]; nested: string[] } {
  const scalars = new Set<string>()
  const nested = new Set<string>()
  for (const item of items)
    for (const [name, value] of Object.entries(item)) (isList(value) || isValues(value) ? nested : scalars).add(name)
  return { scalars: [...scalars].sort(), nested: [...nested].sort() }
}
