/** A kind of value: how it is called, how its text is read, and its JSON Schema. */
export type Form<T> = {
  /** Word for the value in the help; absent: the option is on or off. */
  readonly value?: string
  /** Reads a text; undefined: the option does not take it. */
  readonly parse: (text: string) => T | undefined
  readonly schema: object
  /** The option can be given several times, or as a list with commas. */
  readonly many?: true
}

// biome-ignore format: pairs read better in two lines
const booleans: Readonly<Record<string, boolean>> = {
  '1': true, true: true, yes: true, on: true,
  '0': false, false: false, no: false, off: false, '': false,
}

/** On or off, in any of its words and any case; undefined: another word. */
export function boolean(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return Object.hasOwn(booleans, word) ? booleans[word] : undefined
}

/** On or off. */
export const onOff: Form<boolean> = { parse: boolean, schema: { type: 'boolean' } }

/** One of some words, in their case. */
export function oneOf<const W extends string>(...words: readonly W[]): Form<W> {
  return { value: words.join('|'), parse: (text) => words.find((word) => word === text), schema: { enum: words } }
}

/** A whole number between two others. */
export function integer(low: number, high: number, value = `${low}-${high}`): Form<number> {
  return {
    value,
    parse: (text) =>
      /^\d{1,16}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : undefined,
    schema: { type: 'integer', minimum: low, maximum: high },
  }
}

const filledText = { type: 'string', minLength: 1 } as const

/** A text that matches a pattern. */
export function matching(value: string, pattern: RegExp): Form<string> {
  return { value, parse: (text) => (pattern.test(text) ? text : undefined), schema: filledText }
}

/** A name of a file, or another text that is not empty. */
export function filled(value: string): Form<string> {
  return matching(value, /./)
}

/** Items with commas between them, none of them empty; an empty text is an empty list. */
export function listOf(value: string, takes: (item: string) => boolean = () => true): Form<readonly string[]> {
  return {
    value,
    many: true,
    schema: { anyOf: [{ type: 'array', items: filledText }, filledText] },
    parse: (text) => {
      const items = text === '' ? [] : text.split(',').map((item) => item.trim())
      return items.every((item) => item !== '' && takes(item)) ? items : undefined
    },
  }
}

/** Scheme and host of a URL, without a slash at its end. */
export const baseUrl: Form<string> = {
  value: 'URL',
  schema: filledText,
  parse: (text) => {
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return undefined
    return text.replace(/\/+$/, '')
  },
}

const authority = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/

/** `host` or `host:port`, as in URLs. */
export const urlAuthority: Form<string> = {
  value: 'HOST[:PORT]',
  schema: filledText,
  parse: (text) => (authority.test(text) && URL.canParse(`http://${text}`) ? text : undefined),
}
