/** A value that does not fit where it stands. The message says what is expected, `path` where it stands. */
export class Misfit extends Error {
  override readonly name = 'Misfit'
  /** Names and positions that lead to the value, outermost first. */
  readonly path: (string | number)[] = []
}

/** What JSON.parse makes of an object. */
export type JsonObject = { readonly [name: string]: unknown }

/** Reads a value into a draft; throws `Misfit`. */
export type ReadInto<D> = (draft: D, value: unknown) => void

/** A reader that puts what it decodes in one place of the draft. */
export function into<D, K extends keyof D>(place: K, decode: (value: unknown) => D[K]): ReadInto<D> {
  return (draft, value) => {
    draft[place] = decode(value)
  }
}

/** Runs a reader of what stands under a name or position, so that a `Misfit` it throws says so. */
export function within<T>(step: string | number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Misfit) error.path.unshift(step)
    throw error
  }
}

/** Reads each member of an object by its row. A member without a row is a `Misfit`. */
export function readMembers<D>(rows: ReadonlyMap<string, ReadInto<D>>, draft: D, value: unknown): void {
  const source = object(value)
  for (const name of Object.keys(source)) readMember(rows, draft, source, name)
}

/** Does what `within` does without a function for each member, of which a document has millions. */
function readMember<D>(rows: ReadonlyMap<string, ReadInto<D>>, draft: D, source: JsonObject, name: string): void {
  try {
    const read = rows.get(name)
    if (read === undefined) throw new Misfit('no such member is known')
    read(draft, source[name])
  } catch (error) {
    if (error instanceof Misfit) error.path.unshift(name)
    throw error
  }
}

/** Neither a list nor null. */
export function object(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Misfit('an object is expected')
  return value as JsonObject
}

/** A list of whatever. */
export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Misfit('a list is expected')
  return value
}

/** Reads a list, each item by `read`. */
export function listOf<T>(value: unknown, read: (item: unknown) => T): T[] {
  return list(value).map((item, index) => within(index, () => read(item)))
}

/** Any text, the empty one too. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Misfit('a text is expected')
  return value
}

/** One of these words. */
export function oneOf<T extends string>(value: unknown, ...words: readonly T[]): T {
  const found = words.find((word) => word === value)
  if (found === undefined) throw new Misfit(`${words.map((word) => JSON.stringify(word)).join(' or ')} is expected`)
  return found
}

/** True or false, not as text. */
export function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Misfit('true or false is expected')
  return value
}

/** An integer from 0 to 9,007,199,254,740,991. */
export function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Misfit('a whole number is expected')
  return value as number
}

/** 32 lower-case hexadecimal digits. */
export function messageId(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{32}$/.test(value)) {
    throw new Misfit('32 lower-case hexadecimal digits are expected')
  }
  return value
}

const instantForm = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Epoch milliseconds of an instant as `instantText` writes it. */
export function instant(value: unknown): number {
  const instantMs = typeof value === 'string' && instantForm.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(instantMs)) throw new Misfit('an instant such as "2026-11-30T12:00:00.000Z" is expected')
  return instantMs
}

const dayMs = 86_400_000
let lastDay = Number.NaN
let lastDayText = ''

/**
 * ISO 8601 with milliseconds. Does what `Date.toISOString` does in a tenth of its time, by remembering the day: the
 * instants of a snapshot, several for each message, lie close together.
 */
export function instantText(instantMs: number): string {
  const day = Math.floor(instantMs / dayMs)
  if (day !== lastDay) {
    const whole = new Date(day * dayMs).toISOString()
    lastDayText = whole.slice(0, whole.indexOf('T') + 1)
    lastDay = day
  }
  const inDay = instantMs - day * dayMs
  const seconds = Math.floor(inDay / 1_000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return `${lastDayText}${two(hours)}:${two(minutes % 60)}:${two(seconds % 60)}.${three(inDay % 1_000)}Z`
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}

function three(number: number): string {
  return number < 100 ? `0${two(number)}` : `${number}`
}
