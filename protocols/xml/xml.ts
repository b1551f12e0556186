import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { xmlText } from '../../src/compiled/xml-text.ts'
import type { OpenElement, XmlElement, XmlLimits } from './element.ts'
import { scanXml } from './scanner.ts'

/** Why a document was not read. */
type XmlFault = { readonly fault: string }

/** An object as xmlbuilder2 takes it: names to text or to more of the same; `@name` is an attribute. Holds no user text. */
export type XmlShape = { readonly [name: string]: string | XmlShape }

/** How a skeleton is written. */
type SkeletonOptions = {
  /** What stands before the root, the XML declaration as a rule. Empty: a fragment. */
  readonly prolog?: string
  /** One element a line; a slot for markup among elements takes its line from the value that fills it. */
  readonly lineBreaks?: boolean
}

/** A document of fixed shape whose texts are filled in. */
export type Skeleton = {
  /** The document with these values; a slot without a value is a bug and throws. */
  fill(values: Readonly<Record<string, string>>): string
}

type Compiled = {
  readonly pieces: readonly string[]
  readonly names: readonly string[]
  readonly markup: readonly boolean[]
}

/** Room for 16 messages of 50 user properties each, with names, values and types. */
const defaultLimits: XmlLimits = { depth: 32, elements: 10_000 }

const declaration = '<?xml version="1.0"?>'

/**
 * A document whose text holds slots: `{{name}}` is escaped when filled, `{{{name}}}` takes markup as it is. xmlbuilder2
 * renders it, when the program is built, and never sees what fills it: it leaves `&amp;` in a text unescaped.
 */
export function skeleton(document: XmlShape, options: SkeletonOptions = {}): Skeleton {
  const text = xmlText(document, options.lineBreaks ?? false)
  let compiled: Compiled | undefined
  return {
    fill(values) {
      compiled ??= compile(text(), options)
      return filled(compiled, values)
    },
  }
}

function compile(markup: string, options: SkeletonOptions): Compiled {
  const text = (options.prolog ?? declaration) + (options.lineBreaks ? markup.replaceAll('}}}\n', '}}}') : markup)
  const parts = text.split(/(\{\{\{\w+\}\}\}|\{\{\w+\}\})/)
  const slots = parts.filter((_, index) => index % 2 === 1)
  return {
    pieces: parts.filter((_, index) => index % 2 === 0),
    names: slots.map((slot) => slot.replaceAll(/[{}]/g, '')),
    markup: slots.map((slot) => slot.startsWith('{{{')),
  }
}

function filled(compiled: Compiled, values: Readonly<Record<string, string>>): string {
  const { pieces, names, markup } = compiled
  let text = pieces[0]!
  for (let index = 0; index < names.length; index += 1) {
    const value = values[names[index]!]
    if (value === undefined) throw new Error(`no value for the slot ${names[index]}`)
    text += (markup[index] ? value : escapeXml(value)) + pieces[index + 1]!
  }
  return text
}

/** Whatever may not stand in a text as it is: markup, CR, what XML cannot hold at all, and surrogates, which are looked at. */
const special = /[^\t\n !#-%(-;=?-\ud7ff\ue000-\ufffd]/

const replacement = '\ufffd'

/** By character code. CR too: a reader turns a bare one into a line feed (XML 1.0, section 2.11). */
const escapes: readonly (string | undefined)[] = escapeTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': undefined,
  '\n': undefined,
  '\r': '&#xD;',
})

/** Control characters that are not named cannot stand in a document (XML 1.0, section 2.2). */
function escapeTable(entities: Readonly<Record<string, string | undefined>>): (string | undefined)[] {
  const table: (string | undefined)[] = new Array(128).fill(undefined).fill(replacement, 0, 32)
  for (const [character, entity] of Object.entries(entities)) table[character.charCodeAt(0)] = entity
  return table
}

/** The text as it stands between tags or in an attribute. What XML cannot hold at all becomes U+FFFD. */
export function escapeXml(text: string): string {
  const first = text.search(special)
  if (first === -1) return text
  let escaped = ''
  let start = 0
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const entity =
      code < 128 ? escapes[code] : code < 0xd800 || isCharacter(text, index, code) ? undefined : replacement
    if (entity === undefined) continue
    escaped += text.slice(start, index) + entity
    start = index + 1
  }
  return escaped + text.slice(start)
}

/** Of code units from the surrogates up: whether it is a character, or half of one whose other half is there. */
function isCharacter(text: string, index: number, code: number): boolean {
  if (code > 0xdfff) return code < 0xfffe
  const other = text.charCodeAt(code < 0xdc00 ? index + 1 : index - 1)
  return code < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff
}

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
