import { CallFailure, type LiveAttribute, type LiveMessage } from './sqs-endpoint.ts'

/** A member of an answer: absent ones are undefined, those of other values too. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

/** Where there may be one or several. */
export function listed(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null || value === '' ? [] : [value]
}

/** A text, number or truth as text; of anything else, the empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Texts by name. */
export function textMap(value: unknown): ReadonlyMap<string, string> {
  return new Map(Object.entries(value ?? {}).map(([name, text]) => [name, textOf(text)]))
}

/** Texts by name, from items that hold both. */
export function textMapOfItems(items: unknown, name: string, value: string): ReadonlyMap<string, string> {
  return new Map(listed(items).map((item) => [textOf(member(item, name)), textOf(member(item, value))]))
}

/** Reads an answer in JSON. */
export function parsedJson(text: string, action: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CallFailure(`${action} was not answered in JSON`)
  }
}

/** A message as ReceiveMessage gives it in JSON. Source: SQS API Reference, Message. */
export function jsonMessage(message: unknown): LiveMessage {
  const attributes = Object.entries(Object(member(message, 'MessageAttributes') ?? {}))
  return {
    ...fixedPart(message),
    system: textMap(member(message, 'Attributes')),
    attributes: attributes.map(([name, value]) => attributeOf(name, value)),
  }
}

/** A message as ReceiveMessage gives it in XML, and LocalStack's listing as an object of the same form. */
export function xmlMessage(message: unknown): LiveMessage {
  return {
    ...fixedPart(message),
    system: textMapOfItems(member(message, 'Attribute'), 'Name', 'Value'),
    attributes: listed(member(message, 'MessageAttribute')).map((attribute) =>
      attributeOf(textOf(member(attribute, 'Name')), member(attribute, 'Value')),
    ),
  }
}

function fixedPart(message: unknown): Pick<LiveMessage, 'id' | 'body' | 'receiptHandle'> {
  return {
    id: textOf(member(message, 'MessageId')),
    body: textOf(member(message, 'Body')),
    receiptHandle: textOf(member(message, 'ReceiptHandle')),
  }
}

function attributeOf(name: string, value: unknown): LiveAttribute {
  const type = textOf(member(value, 'DataType'))
  const binary = type.startsWith('Binary')
  return { name, type, value: textOf(member(value, binary ? 'BinaryValue' : 'StringValue')) }
}
