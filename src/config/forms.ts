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

/** One of some words, in their case. */
export function oneOf<const W extends string>(...words: readonly W[]): (text: string) => W | undefined {
  return (text) => words.find((word) => word === text)
}

/** A whole number between two others. */
export function integer(low: number, high: number): (text: string) => number | undefined {
  return (text) => (/^\d{1,16}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : undefined)
}

/** A text of a form. */
export function matching(form: RegExp): (text: string) => string | undefined {
  return (text) => (form.test(text) ? text : undefined)
}

/** Items with commas between them, none of them empty; an empty text holds none. */
export function list(text: string): readonly string[] | undefined {
  const items = text.split(',').map((item) => item.trim())
  return text === '' ? [] : items.every((item) => item !== '') ? items : undefined
}

/** Items with commas between them that each have a form of their own. */
export function listOf(item: (text: string) => unknown): (text: string) => readonly string[] | undefined {
  return (text) => {
    const items = list(text)
    return items?.every((text) => item(text) !== undefined) ? items : undefined
  }
}

/** The base of a URL: scheme and host, without a slash at its end. */
export function baseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  return text.replace(/\/+$/, '')
}
