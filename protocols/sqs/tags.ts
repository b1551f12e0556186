import type { NamedText } from '../../src/core/model.ts'
import { invalidParameter, type WireError } from '../aws/errors.ts'
import { limits } from './limits.ts'

const allowed = /^[\p{L}\p{N}\p{Z}\s_.:/=+@-]*$/u

/** What is wrong with tags for a queue of that name, if anything. Source: SQS Developer Guide, cost allocation tags. */
export function tagsError(queueName: string, tags: Readonly<Record<string, string>>): WireError | undefined {
  const pairs = Object.entries(tags)
  if (pairs.length > limits.tags) return invalidParameter(`Too many tags added for queue ${queueName}.`)
  for (const [key, value] of pairs) {
    const wrong = textError('keys', key, 1, limits.tagKey) ?? textError('values', value, 0, limits.tagValue)
    if (wrong) return wrong
  }
  return undefined
}

function textError(kind: 'keys' | 'values', text: string, low: number, high: number): WireError | undefined {
  if (text.length < low || text.length > high)
    return invalidParameter(`Tag ${kind} must be between ${low} and ${high} characters in length.`)
  if (allowed.test(text)) return undefined
  return invalidParameter(`Tag ${kind} can only contain letters, digits, whitespace and _ . : / = + - @`)
}

/** Tags as the model keeps them. */
export function namedTexts(tags: Readonly<Record<string, string>>): NamedText[] {
  return Object.entries(tags).map(([name, value]) => ({ name, value }))
}
