import type { QueueAddress } from '../core/model.ts'
import { count, type JsonObject, list, object, oneOf, text, ValidationError, within } from '../document/values.ts'

/** Throws `ValidationError` if a value is not what it must be. */
export type Check = (value: unknown) => unknown

/** What each member of an object must be. */
export type Shape<T> = { readonly [K in keyof T]-?: Check }

/** An object whose members are as the shape says. */
export function shaped(shape: { readonly [name: string]: Check }): Check {
  const rows = Object.entries(shape)
  return (value) => {
    const source = object(value)
    for (const [name, check] of rows) checkMember(source, name, check)
  }
}

function checkMember(source: JsonObject, name: string, check: Check): void {
  try {
    check(source[name])
  } catch (error) {
    if (error instanceof ValidationError) error.path.unshift(name)
    throw error
  }
}

/** A shape each of whose checks is wrapped. */
export function mapped(
  shape: { readonly [name: string]: Check },
  wrap: (check: Check) => Check,
): { readonly [name: string]: Check } {
  return Object.fromEntries(Object.entries(shape).map(([name, check]) => [name, wrap(check)]))
}

/** One of these words. */
export function among(...words: readonly string[]): Check {
  return (value) => oneOf(value, ...words)
}

/** May be absent. */
export function optional(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value))
}

/** May be absent or null. */
export function nullable(check: Check): Check {
  return (value) => (value === undefined || value === null ? undefined : check(value))
}

/** A list of such values. */
export function each(check: Check): Check {
  return (value) => {
    for (const [index, item] of list(value).entries()) within(index, () => check(item))
  }
}

/** Epoch milliseconds. */
export const instantMs = count

/** Pairs of name and text. */
export const namedTexts = each(shaped({ name: text, value: text }))

const addressChecks: Shape<QueueAddress> = { account: text, region: text, name: text }
/** Account, region and name. */
export const address = shaped(addressChecks)

/** Attributes of a message. */
export const attributes = each(shaped({ name: text, type: text, value: text, label: optional(text) }))
