import type { XmlShape } from '../../src/compiled/render-xml.ts'
import { xmlText } from '../../src/compiled/xml-text.ts'
import { escapeXml } from './escape.ts'

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
