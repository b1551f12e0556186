import { durationTextSource, earliestMs, instantSource, latestMs } from './instants.ts'
import { highest } from './values.ts'

/** What a value may be, in the words of JSON Schema draft-07. */
export type Fragment = { readonly [keyword: string]: unknown }

/** Any text. */
export function textOf(description: string): Fragment {
  return { type: 'string', description }
}

/** One of these texts. */
export function wordOf(words: readonly string[], description: string): Fragment {
  return { enum: words, description }
}

/** True or false. */
export function flagOf(description: string): Fragment {
  return { type: 'boolean', description }
}

/** A whole number. */
export function countOf(description: string, minimum: number, maximum: number): Fragment {
  return { type: 'integer', minimum, maximum, description }
}

/** A number from which counting goes on. */
export function serialOf(description: string): Fragment {
  return countOf(description, 0, highest.kept.serial)
}

/** A number that grows with one message, or one task. */
export function amountOf(description: string): Fragment {
  return countOf(description, 0, highest.kept.amount)
}

/** The id of a message or a task. */
export function idOf(description: string): Fragment {
  return { type: 'string', pattern: '^[0-9a-f]{32}$', description }
}

const instantHelp =
  'ISO 8601 such as "2026-11-30T12:00:00.000Z", or relative to when it is loaded: "-5m", "+30s", "now".'

/** An instant. */
export function instantOf(description: string): Fragment {
  return eitherOf(
    `${description} ${instantHelp}`,
    { type: 'string', pattern: instantSource },
    { type: 'integer', minimum: earliestMs, maximum: latestMs },
  )
}

/** A duration; `durationSchema` is what it may be in documents that people write. */
export function durationOf(description: string): Fragment {
  return eitherOf(
    `${description} Such as "30s" or "1h30m"; a number, which only what twinmq saved may hold, is milliseconds.`,
    durationSchema,
    { type: 'number', minimum: 0 },
  )
}

/** A duration with its unit. */
export const durationSchema: Fragment = { type: 'string', pattern: durationTextSource }

/** A list of such items. */
export function itemsOf(items: Fragment, description: string): Fragment {
  return { type: 'array', items, description }
}

/** One of several forms. */
export function eitherOf(description: string, ...anyOf: readonly Fragment[]): Fragment {
  return { anyOf, description }
}

/** An object with these members and no others. */
export function objectOf(
  properties: { readonly [name: string]: Fragment },
  required: readonly string[],
  description?: string,
): Fragment {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(description !== undefined && { description }),
  }
}
