import type { MessageAttribute } from '../../src/core/model.ts'
import { binaryForm, binaryLength, bytesOfBinary } from '../../src/text/base64.ts'
import { invalidParameter, type WireError, wireError } from '../aws/errors.ts'
import { dataType } from './digests.ts'
import { limits } from './limits.ts'
import type { GivenAttributes } from './shapes.ts'

type Given = GivenAttributes[string]
type Type = MessageAttribute['type']

/** What a sender gave beside the body of a message. */
type GivenMessage = {
  readonly MessageAttributes?: GivenAttributes | undefined
  readonly MessageSystemAttributes?: GivenAttributes | undefined
}

/** Characters that no text of a message may hold. The first pattern is quick, but stops at pairs of surrogates too. */
const suspects = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

/** Whether a text holds characters that SQS refuses. Source: SQS API Reference, SendMessage. */
export function hasForbiddenCharacter(text: string): boolean {
  return suspects.test(text) && forbidden.test(text)
}

/** Attributes as the model keeps them, or what is wrong with the first bad one. Source: SQS Developer Guide, message attributes. */
export function readMessageAttributes(given: GivenAttributes): readonly MessageAttribute[] | WireError {
  const attributes: MessageAttribute[] = []
  for (const [name, value] of Object.entries(given)) {
    const wrong = nameError(name) ?? typeError(name, value.DataType)
    if (wrong) return wrong
    const attribute = readAttribute(name, value.DataType!, value)
    if ('shape' in attribute) return attribute
    attributes.push(attribute)
  }
  if (attributes.length <= limits.messageAttributes) return attributes
  return invalidParameter(
    `Number of message attributes [${attributes.length}] exceeds the allowed maximum [${limits.messageAttributes}].`,
  )
}

const nameForm = /^[\p{L}\p{N}_.-]+$/u
const reserved = /^(?:aws\.|amazon\.|\.)|\.$|\.\./i

function nameError(name: string): WireError | undefined {
  if (name === '') return invalidParameter('The request must contain non-empty message attribute name.')
  if (Buffer.byteLength(name) > limits.messageAttributeName)
    return invalidParameter('Message (user) attribute name must be shorter than 256 bytes.')
  if (!nameForm.test(name))
    return invalidParameter(
      'Message (user) attributes name can only contain upper and lower score characters, digits, periods, hyphens and underscores. ',
    )
  if (!reserved.test(name)) return undefined
  return invalidParameter(
    "You can't use message attribute names beginning with 'AWS.' or 'Amazon.'. These strings are reserved for internal use. Additionally, they cannot start or end with '.'.",
  )
}

const typeForm = /^(String|Number|Binary)(?:\.(.*))?$/s

function typeError(name: string, type: string | undefined): WireError | undefined {
  if (!type) return invalidParameter(`The message attribute '${name}' must contain non-empty message attribute type.`)
  if (Buffer.byteLength(type) > limits.messageAttributeName)
    return invalidParameter('Message (user) attribute type must be shorter than 256 bytes.')
  if (typeForm.test(type)) return undefined
  return invalidParameter(
    `The type of message (user) attribute '${name}' is invalid. You must use only the following supported type prefixes: Binary, Number, String.`,
  )
}

/**
 * An error for attributes with list values, which SQS describes and does not take; empty lists pass. It concerns the
 * whole call, also that of a batch. Source: SQS API Reference, MessageAttributeValue and SendMessage, UnsupportedOperation.
 */
export function listValuesError(
  action: 'SendMessage' | 'SendMessageBatch',
  messages: readonly GivenMessage[],
): WireError | undefined {
  const lists = ({ StringListValues, BinaryListValues }: Given) => StringListValues?.length || BinaryListValues?.length
  const listed = ({ MessageAttributes = {}, MessageSystemAttributes = {} }: GivenMessage) =>
    Object.values(MessageAttributes).some(lists) || Object.values(MessageSystemAttributes).some(lists)
  if (!messages.some(listed)) return undefined
  return wireError('UnsupportedOperation', `Message attribute list values in ${action} operation are not supported.`)
}

function readAttribute(name: string, typeText: string, given: Given): MessageAttribute | WireError {
  const [, prefix, label] = typeForm.exec(typeText)!
  const type: Type = prefix === 'Number' || prefix === 'Binary' ? prefix : 'String'
  const value = type === 'Binary' ? given.BinaryValue : given.StringValue
  const wrong = value ? valueError(name, type, value) : noValueError(name, type, given)
  if (wrong) return wrong
  return {
    name,
    type,
    ...(label !== undefined && { label }),
    value: type === 'Binary' ? bytesOfBinary(value!).toString('base64') : value!,
  }
}

function noValueError(name: string, type: Type, given: Given): WireError {
  const field = type === 'Binary' ? 'BinaryValue' : 'StringValue'
  if (given.BinaryValue === '' && type === 'Binary') return noBytesError(name)
  if (given[field] === '')
    return invalidParameter(`Message (user) attribute '${name}' must contain a non-empty value of type '${type}'.`)
  if (given.StringValue === undefined && given.BinaryValue === undefined)
    return invalidParameter(`The message (user) attribute '${name}' must contain a non-empty message attribute value.`)
  return invalidParameter(`The message (user) attribute '${name}' with type '${type}' must use field '${field}'.`)
}

function noBytesError(name: string): WireError {
  return invalidParameter(
    `The message attribute '${name}' must contain non-empty message attribute value for message attribute type 'Binary'.`,
  )
}

function valueError(name: string, type: Type, value: string): WireError | undefined {
  if (type === 'Binary') return bytesError(name, value)
  if (type === 'Number' && !isNumber(value))
    return invalidParameter(`Can't cast the value of message (user) attribute '${name}' to a number.`)
  if (!hasForbiddenCharacter(value)) return undefined
  return invalidParameter(
    `Invalid characters found in the value of message (user) attribute '${name}'. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF`,
  )
}

function bytesError(name: string, value: string): WireError | undefined {
  if (!binaryForm.test(value)) return invalidParameter(`The value of message (user) attribute '${name}' is not base64.`)
  return bytesOfBinary(value).length === 0 ? noBytesError(name) : undefined
}

const numberForm = /^[+-]?(\d*)\.?(\d*)(?:[eE][+-]?\d+)?$/

/** More characters than any number in range needs; longer ones would keep the patterns below busy. */
const longestNumber = 512

/** Up to 38 digits, from 1e-128 to 1e126, of either sign. */
function isNumber(value: string): boolean {
  if (value.length > longestNumber) return false
  const [, whole = '', fraction = ''] = numberForm.exec(value) ?? []
  const digits = whole + fraction
  if (digits === '') return false
  const size = Math.abs(Number(value))
  const significant = digits.replace(/^0+/, '').replace(/0+$/, '')
  if (significant === '') return true
  return significant.length <= limits.numberDigits && size >= 1e-128 && size <= 1e126
}

/** Bytes that attributes take of a message: name, type and value of each. Source: SQS Developer Guide, message quotas. */
export function attributeBytes(given: GivenAttributes | undefined): number {
  let bytes = 0
  for (const [name, value] of Object.entries(given ?? {})) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value.DataType ?? '')
    bytes += Buffer.byteLength(value.StringValue ?? '') + binaryLength(value.BinaryValue ?? '')
  }
  return bytes
}

const everything: ReadonlySet<string> = new Set(['All', '*', '.*'])

/**
 * The attributes that a receive asks for by name, by `prefix.*` or all. Of a name that comes twice, as MNS allows, the
 * last one counts. Source: SQS API Reference, ReceiveMessage.
 */
export function selectAttributes(
  attributes: readonly MessageAttribute[],
  patterns: readonly string[],
): readonly MessageAttribute[] {
  const distinct = [...new Map(attributes.map((attribute) => [attribute.name, attribute])).values()]
  if (patterns.some((pattern) => everything.has(pattern))) return distinct
  const exact = new Set(patterns)
  const prefixes = patterns.filter((pattern) => pattern.endsWith('.*')).map((pattern) => pattern.slice(0, -2))
  return distinct.filter(({ name }) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))
}

/** Attributes by name, as SQS prints them. */
export function printAttributes(attributes: readonly MessageAttribute[]): GivenAttributes {
  return Object.fromEntries(
    attributes.map((attribute) => {
      const { name, type, value } = attribute
      return [
        name,
        { ...(type === 'Binary' ? { BinaryValue: value } : { StringValue: value }), DataType: dataType(attribute) },
      ]
    }),
  )
}
