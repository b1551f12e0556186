import type { XmlElement } from '../../protocols/xml/element.ts'
import { notUnderstood, refused } from './answer.ts'
import type { Incoming } from './exchange.ts'
import type { Operation } from './operation.ts'
import { isList, isValues, type Shape, type StructureShape, type Value, type Values } from './shape.ts'

/** Headers and body of a call. Source: AWS Query protocol. */
export function queryCall(name: string, parameters: Values): { headers: Record<string, string>; body: string } {
  const form = new URLSearchParams({ Action: name, Version: '2011-06-15' })
  for (const [path, value] of fieldsOf(parameters, '')) form.append(path, value)
  return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body: form.toString() }
}

function fieldsOf(value: Value, path: string): [string, string][] {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`)
  if (isList(value)) return value.flatMap((one, at) => fieldsOf(one, `${path}.member.${at + 1}`))
  if (isValues(value)) return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, below(name)))
  return value === null ? [] : [[path, String(value)]]
}

/** The output in an answer, or the refusal. */
export async function queryOutput(answer: Incoming, name: string, { output }: Operation): Promise<Values> {
  const root = await rootOf(answer.body)
  const error = root && (root.name === 'Error' ? root : childOf(root, 'Error'))
  if (answer.status >= 300 || !root) {
    if (!error) throw notUnderstood(answer, name)
    throw refused(textIn(error, 'Code') ?? 'Unknown', name, textIn(error, 'Message') ?? '')
  }
  const result = childOf(root, `${name}Result`)
  return output && result ? membersOf(result, output) : {}
}

async function rootOf(body: string): Promise<XmlElement | undefined> {
  const { isXmlFault, parseXml } = await import('../../protocols/xml/reader.ts')
  const read = parseXml(body)
  return isXmlFault(read) ? undefined : read
}

function membersOf(element: XmlElement, { members }: StructureShape): Values {
  const found = Object.entries(members).flatMap(([name, shape]): [string, Value][] => {
    const child = childOf(element, name)
    return child ? [[name, valueIn(child, shape)]] : []
  })
  return Object.fromEntries(found)
}

function valueIn(element: XmlElement, shape: Shape): Value {
  if (shape.kind === 'structure') return membersOf(element, shape)
  if (shape.kind === 'number') return Number(element.text)
  // The same instant, written as version 2 of the AWS CLI has it.
  if (shape.kind === 'instant') return element.text.replace(/(?:\.\d+)?Z$/, '+00:00')
  return element.text
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name)
}

function textIn(element: XmlElement, name: string): string | undefined {
  return childOf(element, name)?.text
}
