import type { Schema } from '../../protocols/schema.ts'
import type { XmlElement } from '../../protocols/xml/element.ts'
import type { Answer } from './failures.ts'
import { NotUnderstood, Refused } from './failures.ts'
import { membersOf } from './members.ts'
import type { Operation } from './operations.ts'
import { isList, isValues, type Value, type Values } from './values.ts'

/** Headers and body of a call. Source: AWS Query protocol. */
export function queryCall(
  { name, input }: Operation,
  version: string,
  parameters: Values,
): { headers: Record<string, string>; body: string } {
  const form = new URLSearchParams([['Action', name], ['Version', version], ...fieldsOf(parameters, input, '')])
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form.toString() }
}

/** Lists and maps of SQS are flat: each item has the name of an item. Those of STS stand in their member, as `member`. */
function fieldsOf(value: Value, schema: Schema<unknown> | undefined, path: string): [string, string][] {
  const nth = (at: number): string => {
    const element = schema && 'element' in schema ? schema.element : 'member'
    return element === 'member' ? `${path}.member.${at + 1}` : `${path.replace(/[^.]*$/, element)}.${at + 1}`
  }
  if (isList(value))
    return value.flatMap((one, at) => fieldsOf(one, schema?.kind === 'list' ? schema.item : undefined, nth(at)))
  if (isValues(value) && schema?.kind === 'map')
    return Object.entries(value).flatMap(([name, one], at): [string, string][] => [
      [`${nth(at)}.${schema.key}`, name],
      ...fieldsOf(one, schema.value, `${nth(at)}.Value`),
    ])
  if (isValues(value)) {
    const members = schema?.kind === 'object' ? schema.members : {}
    const below = (name: string): string => (path === '' ? name : `${path}.${name}`)
    return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, members[name], below(name)))
  }
  return value === null ? [] : [[path, String(value)]]
}

/** The output in an answer. Rejects with `Refused` or `NotUnderstood`. */
export async function queryOutput(answer: Answer, { name, output }: Operation): Promise<Values> {
  const root = await xmlRoot(answer.body)
  const error = root && (root.name === 'Error' ? root : childOf(root, 'Error'))
  if (answer.status >= 300 && error)
    throw new Refused(answer, textIn(error, 'Message') ?? '', textIn(error, 'Code') ?? 'Unknown')
  if (answer.status >= 300 || !root) throw new NotUnderstood(answer, 'was not answered in XML')
  const result = childOf(root, `${name}Result`)
  if (!result && !childOf(root, 'ResponseMetadata')) throw new NotUnderstood(answer, 'was not answered as SQS does')
  return output && result ? objectIn(result, output) : {}
}

/** Limits of an answer: a listing may hold a million messages. */
const limits = { depth: 32, elements: 100_000_000 }

/** The root of a document in XML; undefined: the text is none. */
export async function xmlRoot(text: string): Promise<XmlElement | undefined> {
  const { isXmlFault, parseXml } = await import('../../protocols/xml/reader.ts')
  const read = parseXml(text.trim(), limits)
  return isXmlFault(read) ? undefined : read
}

/** The values that an element holds for the members of a schema. */
export function objectIn(element: XmlElement, schema: Schema<unknown>): Values {
  const found = membersOf(schema).flatMap(({ name, schema: member }): [string, Value][] => {
    const children = element.children.filter((child) => child.name === ('element' in member ? member.element : name))
    const value = children.length === 0 ? undefined : valueIn(children, member)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(found)
}

function valueIn(elements: readonly XmlElement[], schema: Schema<unknown>): Value {
  const { text } = elements[0]!
  switch (schema.kind) {
    case 'list':
      return elements.map((item) => valueIn([item], schema.item))
    case 'map':
      return Object.fromEntries(elements.map((pair) => [textIn(pair, schema.key) ?? '', pairValue(pair, schema.value)]))
    case 'object':
      return objectIn(elements[0]!, schema)
    case 'integer':
      return Number(text)
    case 'boolean':
      return text === 'true'
    default:
      // The same instant, written as version 2 of the AWS CLI has it.
      return schema.form === 'instant' ? text.replace(/(?:\.\d+)?Z$/, '+00:00') : text
  }
}

function pairValue(pair: XmlElement, schema: Schema<unknown>): Value {
  const value = childOf(pair, 'Value')
  return value ? valueIn([value], schema) : ''
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name)
}

function textIn(element: XmlElement, name: string): string | undefined {
  return childOf(element, name)?.text
}
