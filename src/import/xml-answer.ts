import type { XmlElement } from '../../protocols/xml/element.ts'
import { isXmlFault, parseXml } from '../../protocols/xml/reader.ts'
import { CallFailure } from './sqs-endpoint.ts'

/** What an element holds: its text, or its children by name, those of one name in a list. */
type XmlValue = string | { readonly [name: string]: readonly XmlValue[] | XmlValue }

/** Room for a listing of a million messages. */
const limits = { depth: 32, elements: 100_000_000 }

/** Reads an answer in XML: what its root holds. */
export function parsedXml(text: string, action: string): XmlValue {
  const document = parseXml(text.trim(), limits)
  if (isXmlFault(document)) throw new CallFailure(`${action} was not answered in XML: ${document.fault}`)
  return contentOf(document)
}

function contentOf({ text, children }: XmlElement): XmlValue {
  if (children.length === 0) return text
  const values = new Map<string, XmlValue[]>()
  for (const child of children) {
    const value = contentOf(child)
    const others = values.get(child.name)
    if (others === undefined) values.set(child.name, [value])
    else others.push(value)
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0]! : all]))
}
