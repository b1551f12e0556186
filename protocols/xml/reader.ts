import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import type { OpenElement, XmlElement, XmlLimits } from './element.ts'
import { scanXml } from './scanner.ts'

/** Why a document was not read. */
type XmlFault = { readonly fault: string }

/** Room for 16 messages of 50 user properties each, with names, values and types. */
const defaultLimits: XmlLimits = { depth: 32, elements: 10_000 }

/** Tells a fault from a document. */
export function isXmlFault(read: XmlElement | XmlFault): read is XmlFault {
  return 'fault' in read
}

/** Reads the bytes of a document: `parseXml`, and bytes that are not UTF-8 are a fault too. */
export function parseXmlBytes(bytes: Buffer, limits?: XmlLimits): XmlElement | XmlFault {
  return isUtf8(bytes) ? parseXml(bytes.toString('utf8'), limits) : { fault: 'not UTF-8' }
}

/**
 * Reads a document strictly (XML 1.0, fifth edition) and stops at the first thing wrong: what is not well formed, a
 * DOCTYPE, nesting or a count of elements beyond the limits.
 */
export function parseXml(text: string, limits: XmlLimits = defaultLimits): XmlElement | XmlFault {
  return scanXml(text, limits) ?? readWithSaxes(text, limits)
}

/** The five of XML 1.0, section 4.6. Without a prototype: `&toString;` is no entity. */
const entities: Record<string, string> = Object.assign(Object.create(null), {
  amp: '&',
  gt: '>',
  lt: '<',
  quot: '"',
  apos: "'",
})

function readWithSaxes(text: string, limits: XmlLimits): XmlElement | XmlFault {
  const parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  parser.ENTITIES = entities
  const top: OpenElement = { name: '', text: '', children: [] }
  const open = [top]
  let elements = 0
  const addText = (part: string): void => {
    open[open.length - 1]!.text += part
  }
  parser.on('opentagstart', (tag) => {
    elements += 1
    if (open.length > limits.depth) throw new Error(`elements nested deeper than ${limits.depth}`)
    if (elements > limits.elements) throw new Error(`more than ${limits.elements} elements`)
    const element: OpenElement = { name: localName(tag.name), text: '', children: [] }
    open[open.length - 1]!.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') throw new Error(`${encoding} is not UTF-8`)
  })
  parser.on('doctype', () => {
    throw new Error('DOCTYPE is not taken')
  })
  try {
    parser.write(text).close()
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
  return top.children[0]!
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
