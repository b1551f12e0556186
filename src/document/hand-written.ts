import type { MessageAttribute, NamedText } from '../core/model.ts'
import { binaryForm, binaryLength } from '../text/base64.ts'
import { type Reading, text, ValidationError, within } from './values.ts'

/*
 * What neither cloud takes is refused in documents that people write. What twinmq saved is as it was taken, so it is
 * read as it stands.
 */

/** An account id: of Amazon 12 digits, of Alibaba Cloud up to 16. Throws `ValidationError`. */
export function accountId(value: unknown, { byHand }: Reading): string {
  const account = byHand && typeof value === 'number' ? '' : text(value)
  if (byHand && !/^\d{12,16}$/.test(account))
    throw new ValidationError('an account id of 12 to 16 digits, as text, is expected')
  return account
}

/** The name of a region. Throws `ValidationError`. */
export function regionName(value: unknown, { byHand }: Reading): string {
  const region = text(value)
  if (byHand && !/^[a-z0-9-]{1,63}$/.test(region))
    throw new ValidationError('a region such as "us-east-1" is expected: 1 to 63 lower-case letters, digits and "-"')
  return region
}

/** The id of a group or a duplicate, which senders choose. Source: SQS API Reference, SendMessage. Throws `ValidationError`. */
export function chosenId(value: unknown, { byHand }: Reading): string {
  const id = text(value)
  if (byHand && !/^[!-~]{1,128}$/.test(id))
    throw new ValidationError('1 to 128 letters, digits and punctuation characters are expected, and no blanks')
  return id
}

/** The first pattern is quick, but stops at pairs of surrogates too. */
const suspects = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

/** Refuses what XML 1.0 cannot hold, on which both clouds agree. Sources: SQS API Reference, SendMessage; XML 1.0, 2.2. Throws `ValidationError`. */
export function refuseForbidden(said: string): void {
  if (!suspects.test(said)) return
  const [character] = forbidden.exec(said) ?? []
  if (character === undefined) return
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  throw new ValidationError(`a text without the character U+${code} is expected, which neither cloud takes`)
}

/** Refuses names that are equal. Throws `ValidationError`. */
export function refuseTwice(items: readonly { readonly name: string }[]): void {
  const seen = new Set<string>()
  for (const [index, { name }] of items.entries()) {
    if (seen.has(name)) within(index, () => fail(`the name ${JSON.stringify(name)} stands here already`))
    seen.add(name)
  }
}

/** SQS has the wider range of names. Sources: SQS Developer Guide, message attributes; MNS, message properties. */
const attributeName = /^[\p{L}\p{N}_.-]+$/u
const reservedName = /^(?:aws\.|amazon\.|\.)|\.$|\.\./i
const mostNameBytes = 256

/** Throws `ValidationError` for an attribute of a message that neither cloud takes. */
export function checkAttribute({ name, type, label = '', value, boolean }: MessageAttribute): void {
  if (!attributeName.test(name) || Buffer.byteLength(name) > mostNameBytes)
    fail('a name of 1 to 256 letters, digits, "_", "-" and "." is expected')
  if (reservedName.test(name))
    fail('a name that does not begin with "AWS." or "Amazon.", and has no "." at an end or beside another, is expected')
  if (Buffer.byteLength(type) + 1 + Buffer.byteLength(label) > mostNameBytes)
    within('type', () => fail('a type of at most 256 bytes is expected'))
  within('value', () => checkValue(type, value, boolean))
}

/** MNS takes numbers of any size, SQS of up to 38 digits. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

function checkValue(type: MessageAttribute['type'], value: string, boolean: boolean | undefined): void {
  if (value === '') fail('a value that is not empty is expected')
  if (type === 'Number' && !decimal.test(value)) fail('a number, as text such as "7.5", is expected')
  if (type === 'Binary' && (!binaryForm.test(value) || binaryLength(value) === 0)) fail('base64 is expected')
  if (boolean && !/^(?:true|false)$/i.test(value)) fail('"true" or "false" is expected')
  refuseForbidden(value)
}

const mostTags = 50
const tagText = /^[\p{L}\p{N}\p{Z}\s_.:/=+@-]*$/u

/** Throws `ValidationError` for tags that no queue has. Source: SQS Developer Guide, cost allocation tags. */
export function checkTags(tags: readonly NamedText[]): void {
  if (tags.length > mostTags) fail(`at most ${mostTags} tags are expected`)
  refuseTwice(tags)
  for (const { name, value } of tags) within(name, () => checkTag(name, value))
}

function checkTag(name: string, value: string): void {
  if (name === '' || name.length > 128 || !tagText.test(name) || /^aws:/i.test(name))
    fail('a name of 1 to 128 letters, digits, blanks and _ . : / = + - @ is expected, which does not begin with "aws:"')
  if (value.length > 256 || !tagText.test(value))
    fail('a value of up to 256 letters, digits, blanks and _ . : / = + - @ is expected')
}

/** Longest delay, of MNS, and longest time in flight, of both clouds, milliseconds. */
const longest = { delayed: 604_800_000, inFlight: 43_200_000 } as const

/** Throws `ValidationError` for a message that is hidden longer than can be. `hiddenMs`: for so long yet. */
export function checkHidden(hiddenMs: number, inFlight: boolean): void {
  if (inFlight && hiddenMs > longest.inFlight) fail('at most 12 hours from now are expected for a message in flight')
  if (hiddenMs > longest.delayed) fail('at most 7 days from now are expected')
}

function fail(problem: string): never {
  throw new ValidationError(problem)
}
