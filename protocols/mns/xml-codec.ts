import type { XmlShape } from '../../src/compiled/render-xml.ts'
import type { XmlElement } from '../xml/element.ts'
import { type Skeleton, skeleton } from '../xml/skeleton.ts'
import { type MnsError, outOfRange, schemaViolation } from './errors.ts'
import { type Range, within } from './limits.ts'

/** Namespace of every answer: without the slash at the end that documents print, as the service writes it. */
export const namespace = 'http://mns.aliyuncs.com/doc/v1'

/** Stands before every answer. */
export const prolog = '<?xml version="1.0" ?>\n'

/** An answer: root element with the namespace, one element a line, since Python takes the first child of a container for text. */
export function answerDocument(root: string, content: XmlShape): Skeleton {
  return skeleton({ [root]: { '@xmlns': namespace, ...content } }, { prolog, lineBreaks: true })
}

/** A part that repeats within an answer. */
export function part(name: string, content: string | XmlShape): Skeleton {
  return skeleton({ [name]: content }, { prolog: '', lineBreaks: true })
}

/** Parts one below the other, to fill a slot for markup that stands among elements: each ends its line. */
export function linesOf(parts: readonly string[]): string {
  let text = ''
  for (const line of parts) text += `${line}\n`
  return text
}

/** Parts as the only content of a container: nothing at all when there are none. */
export function contentOf(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `\n${linesOf(parts)}`
}

/** A number that a document may hold. */
export type NumberField = { readonly element: string; readonly range: Range }

/** The first child of that name. */
export function childNamed(parent: XmlElement, name: string): XmlElement | undefined {
  for (const child of parent.children) if (child.name === name) return child
  return undefined
}

const nothing: readonly XmlElement[] = []

/** All children of that name; none when there is no parent. */
export function childrenNamed(parent: XmlElement | undefined, name: string): readonly XmlElement[] {
  return parent ? parent.children.filter((child) => child.name === name) : nothing
}

/** Text of the first child of that name; `undefined` when there is none. */
export function childText(parent: XmlElement, name: string): string | undefined {
  return childNamed(parent, name)?.text
}

/** Reads a number; `undefined` when the element is absent. */
export function childNumber(parent: XmlElement, field: NumberField): number | MnsError | undefined {
  const text = childText(parent, field.element)
  return text === undefined ? undefined : readNumber(text, field)
}

const integer = /^[+-]?\d+$/

/** Reads the text of a number field: digits, in range. */
export function readNumber(text: string, field: NumberField): number | MnsError {
  const digits = text.trim()
  if (!integer.test(digits)) return schemaViolation(field.element)
  const value = Number(digits)
  return within(field.range, value) ? value : outOfRange(field.element, field.range)
}

const booleans: Readonly<Record<string, boolean | undefined>> = { true: true, false: false }

/** Reads a boolean in any letter case: Java and Go write `true`, PHP `True`. */
export function readBoolean(text: string, element: string): boolean | MnsError {
  const value = booleans[text.trim().toLowerCase()]
  return value === undefined ? schemaViolation(element) : value
}

/** A time as answers about queues, topics and subscriptions print it: epoch seconds. */
export function printSeconds(epochMs: number): string {
  return String(Math.floor(epochMs / 1000))
}

/** A boolean as answers print it: PHP compares with `True`. */
export function printBoolean(value: boolean): string {
  return value ? 'True' : 'False'
}
