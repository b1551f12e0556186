import type { MessageAttribute, NamedText } from '../core/model.ts'
import { flag, into, listOf, Misfit, object, type ReadInto, readMembers, text, within } from './values.ts'

/*
 * Lists of things that have a name stand in the document as objects: `{ "team": "pay" }`. JSON.parse moves names that
 * are numbers to the front and keeps one of several that are equal, so a list that has such names stands as a list,
 * each item with a member `name`: order and number survive whatever the names are.
 */

/** JSON text of named texts. */
export function namedTexts(items: readonly NamedText[]): string {
  return inNames(
    items,
    (item) => JSON.stringify(item.value),
    (item) => `{ "name": ${JSON.stringify(item.name)}, "value": ${JSON.stringify(item.value)} }`,
  )
}

/** Throws `Misfit`. */
export function readNamedTexts(value: unknown): NamedText[] {
  if (Array.isArray(value)) return listOf(value, readNamedText)
  return Object.entries(object(value)).map(([name, item]) => ({ name, value: within(name, () => text(item)) }))
}

/** JSON text of attributes of a message: `{ "kind": { "type": "String", "value": "greeting" } }`. */
export function attributeTexts(attributes: readonly MessageAttribute[]): string {
  return inNames(
    attributes,
    (item) => `{ ${attributeText(item)} }`,
    (item) => `{ "name": ${JSON.stringify(item.name)}, ${attributeText(item)} }`,
  )
}

/** Throws `Misfit`. */
export function readAttributes(value: unknown): MessageAttribute[] {
  if (Array.isArray(value)) return listOf(value, (item) => readAttribute({}, item))
  return Object.entries(object(value)).map(([name, item]) => within(name, () => readAttribute({ name }, item)))
}

function inNames<T extends { readonly name: string }>(
  items: readonly T[],
  named: (item: T) => string,
  listed: (item: T) => string,
): string {
  if (items.length === 0) return '{}'
  if (!areKeptByObjects(items)) return `[${items.map(listed).join(', ')}]`
  return `{ ${items.map((item) => `${JSON.stringify(item.name)}: ${named(item)}`).join(', ')} }`
}

function areKeptByObjects(items: readonly { readonly name: string }[]): boolean {
  if (items.some((item) => /^\d+$/.test(item.name))) return false
  return items.length === 1 || new Set(items.map((item) => item.name)).size === items.length
}

function attributeText(attribute: MessageAttribute): string {
  const type = attribute.label === undefined ? attribute.type : `${attribute.type}.${attribute.label}`
  const mark = attribute.boolean ? ', "boolean": true' : ''
  return `"type": ${JSON.stringify(type)}, "value": ${JSON.stringify(attribute.value)}${mark}`
}

/** A value while it is read. */
type Draft<T> = { -readonly [K in keyof T]?: T[K] }

const textRows = new Map<string, ReadInto<Draft<NamedText>>>([
  ['name', into('name', text)],
  ['value', into('value', text)],
])

function readNamedText(value: unknown): NamedText {
  const draft: Draft<NamedText> = {}
  readMembers(textRows, draft, value)
  return { name: text(draft.name), value: text(draft.value) }
}

const attributeRows = new Map<string, ReadInto<Draft<MessageAttribute>>>([
  ['name', into('name', text)],
  ['type', readType],
  ['value', into('value', text)],
  ['boolean', readMark],
])

function readAttribute(draft: Draft<MessageAttribute>, source: unknown): MessageAttribute {
  readMembers(attributeRows, draft, source)
  if (draft.type === undefined) throw new Misfit('a member "type" is expected')
  return { ...draft, name: text(draft.name), type: draft.type, value: text(draft.value) }
}

const types: ReadonlyMap<string, MessageAttribute['type']> = new Map([
  ['String', 'String'],
  ['Number', 'Number'],
  ['Binary', 'Binary'],
])

function readType(draft: Draft<MessageAttribute>, value: unknown): void {
  const [, name, label] = /^([^.]*)(?:\.(.*))?$/su.exec(text(value)) ?? []
  const type = types.get(name ?? '')
  if (type === undefined) throw new Misfit('String, Number or Binary is expected')
  draft.type = type
  if (label !== undefined) draft.label = label
}

/** `false` says the same as nothing. */
function readMark(draft: Draft<MessageAttribute>, value: unknown): void {
  if (flag(value)) draft.boolean = true
}
