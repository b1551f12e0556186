import { nearest } from '../text/did-you-mean.ts'

/** A value that is not valid in its place. The message says what is expected, `path` where the value is. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError'
  /** Names and positions that lead to the value, outermost first. */
  readonly path: (string | number)[] = []
}

/** What JSON.parse makes of an object. */
export type JsonObject = { readonly [name: string]: unknown }

/** What goes for all values of a document while it is read. */
export type Reading = {
  /** Base of relative times, epoch milliseconds. */
  readonly nowMs: number
  /** Something was left out and filled in, or a time was relative. */
  completed: boolean
  /** People wrote it: the program says when it saves. */
  readonly byHand: boolean
  /** Highest numbers that it may hold. */
  readonly highest: Highest
}

/** Highest numbers: of what is counted on from there, such as commands, and of what grows with a message, such as its receives. */
export type Highest = { readonly serial: number; readonly amount: number }

/**
 * What is read must leave room to count on from, so that what comes of it can be saved, read again, and printed in
 * receipts, whose fields hold 48 bits of a serial and 32 of an amount. So each limit lies well below the next.
 */
export const highest = {
  /** In what people wrote. */
  byHand: { serial: 1e12, amount: 1e9 },
  /** In what twinmq saved. */
  saved: { serial: 1e13, amount: 3e9 },
  /** In the file that a store goes on from. */
  kept: { serial: 1e14, amount: 4e9 },
} as const satisfies Readonly<Record<string, Highest>>

/** Makes of a value what the document means by it; throws `ValidationError`. */
export type Decode<T> = (value: unknown, reading: Reading) => T

/** Reads a value into a draft; throws `ValidationError`. */
export type ReadInto<D> = (draft: D, value: unknown, reading: Reading) => void

/** A reader that puts what it decodes in one place of the draft. */
export function into<D, K extends keyof D>(place: K, decode: Decode<D[K]>): ReadInto<D> {
  return (draft, value, reading) => {
    draft[place] = decode(value, reading)
  }
}

/** Runs a reader of what stands under a name or position, so that a `ValidationError` it throws says so. */
export function within<T>(step: string | number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ValidationError) error.path.unshift(step)
    throw error
  }
}

/** Reads each member of an object by its row. A member without a row is a `ValidationError`. */
export function readMembers<D>(
  rows: ReadonlyMap<string, ReadInto<D>>,
  draft: D,
  value: unknown,
  reading: Reading,
): void {
  const source = object(value)
  for (const name of Object.keys(source)) readMember(rows, draft, source, name, reading)
}

/** Does what `within` does without a function for each member, of which a document has millions. */
function readMember<D>(
  rows: ReadonlyMap<string, ReadInto<D>>,
  draft: D,
  source: JsonObject,
  name: string,
  reading: Reading,
): void {
  try {
    const read = rows.get(name)
    if (read === undefined) throw unknownMember(name, [...rows.keys()])
    read(draft, source[name], reading)
  } catch (error) {
    if (error instanceof ValidationError) error.path.unshift(name)
    throw error
  }
}

/** An unknown member. */
export function unknownMember(name: string, known: readonly string[]): ValidationError {
  const meant = nearest(name, known)
  return new ValidationError(
    meant === undefined ? 'no such member is known' : `no such member is known; did you mean ${JSON.stringify(meant)}?`,
  )
}

/** Neither a list nor null. */
export function object(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ValidationError('an object is expected')
  return value as JsonObject
}

/** A list of whatever. */
export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ValidationError('a list is expected')
  return value
}

/** Reads a list, each item by `read`. */
export function listOf<T>(value: unknown, read: (item: unknown) => T): T[] {
  return list(value).map((item, index) => within(index, () => read(item)))
}

/** Any text, the empty one too. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw new ValidationError('a text is expected')
  return value
}

/** One of these words. */
export function oneOf<T extends string>(value: unknown, ...words: readonly T[]): T {
  const found = words.find((word) => word === value)
  if (found === undefined)
    throw new ValidationError(`${words.map((word) => JSON.stringify(word)).join(' or ')} is expected`)
  return found
}

/** True or false, not as text. */
export function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new ValidationError('true or false is expected')
  return value
}

/** An integer from 0 to 9,007,199,254,740,991. */
export function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new ValidationError('a whole number is expected')
  return value as number
}

/** A number from which counting goes on. Throws `ValidationError`. */
export function serial(value: unknown, { highest }: Reading): number {
  return atMost(count(value), highest.serial)
}

/** A number that grows with one message, or one task. Throws `ValidationError`. */
export function amount(value: unknown, { highest }: Reading): number {
  return atMost(count(value), highest.amount)
}

function atMost(read: number, limit: number): number {
  if (read > limit) throw new ValidationError(`a whole number of at most ${limit} is expected`)
  return read
}

/** JSON text of a value. Throws `ValidationError` if it is nested too deeply for that. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) throw new ValidationError('this is nested too deeply, or too large')
    throw error
  }
}

/** 32 lower-case hexadecimal digits. */
export function messageId(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{32}$/.test(value)) {
    throw new ValidationError('32 lower-case hexadecimal digits are expected')
  }
  return value
}
