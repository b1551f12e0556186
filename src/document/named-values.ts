import type { MessageAttribute, NamedText } from '../core/model.ts'
import { bytesOfBinary } from '../text/base64.ts'
import { eitherOf, type Fragment, flagOf, objectOf, textOf } from './fragments.ts'
import { checkAttribute, refuseTwice } from './hand-written.ts'
import { type Draft, needed } from './members.ts'
import {
  flag,
  into,
  listOf,
  object,
  type ReadInto,
  type Reading,
  readMembers,
  text,
  ValidationError,
  within,
} from './values.ts'

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

/** Throws `ValidationError`. */
export function readNamedTexts(value: unknown, reading: Reading): NamedText[] {
  if (Array.isArray(value)) return listOf(value, (item) => readNamedText(item, reading))
  return Object.entries(object(value)).map(([name, item]) => ({ name, value: within(name, () => text(item)) }))
}

/** What named texts may be. */
export function namedTextsOf(description: string): Fragment {
  const item = objectOf({ name: { type: 'string' }, value: { type: 'string' } }, ['name', 'value'])
  return eitherOf(
    description,
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'array', items: item },
  )
}

/** JSON text of attributes of a message: `{ "kind": { "type": "String", "value": "greeting" } }`. */
export function attributeTexts(attributes: readonly MessageAttribute[]): string {
  return inNames(
    attributes,
    (item) => `{ ${attributeText(item)} }`,
    (item) => `{ "name": ${JSON.stringify(item.name)}, ${attributeText(item)} }`,
  )
}

/** Most attributes of a message. Source: MNS, message properties; SQS has 10. */
const mostAttributes = 50

/** In full, or in short: a text for a String, a number for a Number, true or false for a BOOLEAN of MNS. Throws `ValidationError`. */
export function readAttributes(value: unknown, reading: Reading): MessageAttribute[] {
  const attributes = Array.isArray(value)
    ? listOf(value, (item) => readAttribute({}, item, reading))
    : Object.entries(object(value)).map(([name, item]) => within(name, () => readNamed(name, item, reading)))
  if (attributes.length > mostAttributes) throw new ValidationError(`at most ${mostAttributes} attributes are expected`)
  if (!reading.byHand) return attributes
  checkAttributes(attributes, Array.isArray(value))
  return attributes.map(padded)
}

/** People may leave out the padding of bytes, as senders may. */
function padded(attribute: MessageAttribute): MessageAttribute {
  if (attribute.type !== 'Binary') return attribute
  return { ...attribute, value: bytesOfBinary(attribute.value).toString('base64') }
}

function checkAttributes(attributes: readonly MessageAttribute[], listed: boolean): void {
  refuseTwice(attributes)
  for (const [index, attribute] of attributes.entries())
    within(listed ? index : attribute.name, () => checkAttribute(attribute))
}

function readNamed(name: string, value: unknown, reading: Reading): MessageAttribute {
  if (typeof value === 'string') return { name, type: 'String', value }
  if (typeof value === 'number') return { name, type: 'Number', value: String(value) }
  if (typeof value === 'boolean') return { name, type: 'String', value: String(value), boolean: true }
  return readAttribute({ name }, value, reading)
}

/** What the attributes of a message may be. */
export const attributesSchema: Fragment = eitherOf(
  'Attributes of the message: {"kind": "greeting"} for a String, {"n": 7} for a Number, {"kind": {"type": "String.custom", "value": "x"}} in full; of MNS: user properties.',
  {
    type: 'object',
    maxProperties: mostAttributes,
    additionalProperties: {
      anyOf: [
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
        objectOf({ name: { type: 'string' }, ...attributeFragments() }, ['type', 'value']),
      ],
    },
  },
  {
    type: 'array',
    maxItems: mostAttributes,
    items: objectOf({ name: { type: 'string' }, ...attributeFragments() }, ['name', 'type', 'value']),
  },
)

function attributeFragments(): { readonly [name: string]: Fragment } {
  return {
    type: {
      type: 'string',
      pattern: '^(?:String|Number|Binary)(?:\\.|$)',
      description: 'String, Number or Binary, and a label of SQS, as in "Number.int".',
    },
    value: textOf('Text, or base64 if the type is Binary.'),
    boolean: flagOf('MNS sent it as BOOLEAN.'),
  }
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

const textRows = new Map<string, ReadInto<Draft<NamedText>>>([
  ['name', into('name', text)],
  ['value', into('value', text)],
])

function readNamedText(value: unknown, reading: Reading): NamedText {
  const draft: Draft<NamedText> = {}
  readMembers(textRows, draft, value, reading)
  return { name: needed(draft.name, 'name'), value: needed(draft.value, 'value') }
}

const attributeRows = new Map<string, ReadInto<Draft<MessageAttribute>>>([
  ['name', into('name', text)],
  ['type', readType],
  ['value', into('value', text)],
  ['boolean', readMark],
])

function readAttribute(draft: Draft<MessageAttribute>, source: unknown, reading: Reading): MessageAttribute {
  readMembers(attributeRows, draft, source, reading)
  const { name, type, value } = draft
  return { ...draft, name: needed(name, 'name'), type: needed(type, 'type'), value: needed(value, 'value') }
}

const types: ReadonlyMap<string, MessageAttribute['type']> = new Map([
  ['String', 'String'],
  ['Number', 'Number'],
  ['Binary', 'Binary'],
])

function readType(draft: Draft<MessageAttribute>, value: unknown): void {
  const [, name, label] = /^([^.]*)(?:\.(.*))?$/su.exec(text(value)) ?? []
  const type = types.get(name ?? '')
  if (type === undefined) throw new ValidationError('String, Number or Binary is expected')
  draft.type = type
  if (label !== undefined) draft.label = label
}

/** `false` says the same as nothing. */
function readMark(draft: Draft<MessageAttribute>, value: unknown): void {
  if (flag(value)) draft.boolean = true
}
