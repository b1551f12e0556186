import { parseDuration } from '../text/time.ts'
import { eitherOf, type Fragment } from './fragments.ts'
import { durationTextSource } from './instants.ts'
import { ValidationError } from './values.ts'

/*
 * Values as people and both clouds write them: numbers and booleans also as text, objects also as their JSON text.
 */

const digits = /^\d{1,15}$/

/** A whole number of a range, both ends included, also as text. Throws `ValidationError`. */
export function wholeNumber(value: unknown, low: number, high: number): number {
  const read = typeof value === 'string' && digits.test(value) ? Number(value) : value
  if (!inRange(read, low, high)) throw new ValidationError(`a number from ${low} to ${high} is expected`)
  return read
}

/** Whole seconds of a range, also as text or as a duration such as `45s`. Throws `ValidationError`. */
export function wholeSeconds(value: unknown, low: number, high: number): number {
  const durationMs = typeof value === 'string' && !digits.test(value) ? parseDuration(value) : undefined
  const read = durationMs === undefined ? value : durationMs / 1_000
  const number = typeof read === 'string' && digits.test(read) ? Number(read) : read
  if (!inRange(number, low, high))
    throw new ValidationError(`a number of seconds from ${low} to ${high}, or a duration such as "45s", is expected`)
  return number
}

function inRange(value: unknown, low: number, high: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
}

/** True or false, also as text. Throws `ValidationError`. */
export function truth(value: unknown): boolean {
  const read = typeof value === 'string' ? value.toLowerCase() : value
  if (read === true || read === 'true') return true
  if (read === false || read === 'false') return false
  throw new ValidationError('true or false is expected')
}

/** A value, or what its JSON text says. Throws `ValidationError`. */
export function asGiven(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new ValidationError('an object, or the JSON text of one, is expected')
  }
}

/** What `wholeNumber` reads. */
export function wholeNumberSchema(minimum: number, maximum: number): Fragment {
  return { anyOf: [{ type: 'integer', minimum, maximum }, digitsSchema] }
}

/** What `wholeSeconds` reads. */
export function wholeSecondsSchema(
  { low: minimum, high: maximum }: { readonly low: number; readonly high: number },
  description: string,
): Fragment {
  return eitherOf(
    `${description} ${minimum} to ${maximum} seconds, or a duration such as "45s".`,
    { type: 'integer', minimum, maximum },
    digitsSchema,
    { type: 'string', pattern: durationTextSource },
  )
}

const digitsSchema = { type: 'string', pattern: digits.source }

/** What `truth` reads. */
export const truthSchema: Fragment = {
  anyOf: [{ type: 'boolean' }, { type: 'string', pattern: '^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$' }],
}
