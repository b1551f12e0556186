import type { Message, MessageAttribute, NamedText, QueueAddress } from '../../src/core/model.ts'
import type { XmlElement } from '../xml/element.ts'
import { printMessageId } from './digests.ts'
import { invalidArgument, isError, type MnsError, schemaViolation } from './errors.ts'
import { propertyLimits } from './limits.ts'
import { queueArn } from './queue-arns.ts'
import { childNamed, childrenNamed, childText, contentOf, linesOf, part } from './xml-codec.ts'

/** A user property type: what it is in the model, and which texts it takes. */
type PropertyType = {
  readonly attribute: Pick<MessageAttribute, 'type' | 'boolean'>
  readonly takes: (value: string) => boolean
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const truth = /^(?:true|false)$/i

/** Source: MNS, message properties. */
const propertyTypes = new Map<string, PropertyType>([
  ['STRING', { attribute: { type: 'String' }, takes: () => true }],
  ['NUMBER', { attribute: { type: 'Number' }, takes: (value) => decimal.test(value) }],
  ['BOOLEAN', { attribute: { type: 'String', boolean: true }, takes: (value) => truth.test(value) }],
  ['BINARY', { attribute: { type: 'Binary' }, takes: isBase64 }],
])

/** A label of SQS, as in `Number.int`, does not exist here: the base type goes out. */
const wireTypes: Readonly<Record<MessageAttribute['type'], string>> = {
  String: 'STRING',
  Number: 'NUMBER',
  Binary: 'BINARY',
}

/** The only names that answers carry: Java fails on any other. Source: MNS API, SendMessage. */
const systemPropertyNames = new Set([
  'traceparent',
  'tracestate',
  'baggage',
  'DLQMessageType',
  'DLQSourceArn',
  'DLQOriginMessageId',
])

/** Letters, digits, `_`, `-`, and dots between them that stand alone. */
const propertyName = /^[\w-]+(?:\.[\w-]+)*$/

const propertyValue = part('PropertyValue', { Name: '{{name}}', Value: '{{value}}', Type: '{{type}}' })
const userProperties = part('UserProperties', '{{{properties}}}')
const systemPropertyValue = part('SystemPropertyValue', { Name: '{{name}}', Value: '{{value}}', Type: 'STRING' })
const systemProperties = part('SystemProperties', '{{{properties}}}')

/** User properties of a `<Message>`; `undefined` when it has none. */
export function readUserProperties(message: XmlElement): readonly MessageAttribute[] | MnsError | undefined {
  const properties = childrenNamed(childNamed(message, 'UserProperties'), 'PropertyValue')
  if (properties.length === 0) return undefined
  if (properties.length > propertyLimits.count) return schemaViolation('UserProperties')
  const attributes: MessageAttribute[] = []
  const names = new Set<string>()
  for (const property of properties) {
    const attribute = readProperty(property)
    if (isError(attribute)) return attribute
    if (names.has(attribute.name)) return invalidArgument(`The name of UserProperties ${attribute.name} is not unique.`)
    names.add(attribute.name)
    attributes.push(attribute)
  }
  return attributes
}

function readProperty(property: XmlElement): MessageAttribute | MnsError {
  const name = childText(property, 'Name') ?? ''
  if (name.length > propertyLimits.nameCharacters || !propertyName.test(name)) return schemaViolation('Name')
  const type = propertyTypes.get(childText(property, 'Type') ?? '')
  if (!type) return schemaViolation('Type')
  const value = childText(property, 'Value')
  if (value === undefined || value.length > propertyLimits.valueCharacters || !type.takes(value)) {
    return schemaViolation('Value')
  }
  return { name, value, ...type.attribute }
}

/** System properties of a `<Message>`. Names that the API does not know are dropped. */
export function readSystemProperties(message: XmlElement): readonly NamedText[] {
  const properties: NamedText[] = []
  for (const property of childrenNamed(childNamed(message, 'SystemProperties'), 'SystemPropertyValue')) {
    const name = childText(property, 'Name') ?? ''
    if (systemPropertyNames.has(name)) properties.push({ name, value: childText(property, 'Value') ?? '' })
  }
  return properties
}

/** What user properties add to the size of a message, in bytes: names, types and values. */
export function userPropertyBytes(attributes: readonly MessageAttribute[]): number {
  let bytes = 0
  for (const attribute of attributes) {
    bytes += attribute.name.length + wireType(attribute).length + Buffer.byteLength(attribute.value)
  }
  return bytes
}

/** What system properties add to the size of a message, in bytes: names and values. */
export function systemPropertyBytes(properties: readonly NamedText[]): number {
  let bytes = 0
  for (const { name, value } of properties) bytes += name.length + Buffer.byteLength(value)
  return bytes
}

/**
 * System properties of a message that goes out: those it was sent with, and where a dead letter comes from. Both clouds
 * allow dead letters within an account and region only, so that of `queue` is that of the source.
 * Source: MNS, dead-letter queues.
 */
export function systemPropertiesOf({ id, extras }: Message, queue: QueueAddress): readonly NamedText[] {
  const sent = extras?.systemProperties ?? []
  if (!extras?.deadLetterSource) return sent
  const dead = [
    { name: 'DLQMessageType', value: 'DLQ' },
    { name: 'DLQSourceArn', value: queueArn({ ...queue, name: extras.deadLetterSource.name }) },
    { name: 'DLQOriginMessageId', value: printMessageId(id) },
  ]
  return [...sent.filter(({ name }) => !dead.some((own) => own.name === name)), ...dead]
}

/** The elements SystemProperties and UserProperties, each on lines of its own; those of user properties last, since PHP reads on past their end. */
export function printProperties(
  attributes: readonly MessageAttribute[] | undefined,
  system: readonly NamedText[],
): string {
  const parts: string[] = []
  if (system.length > 0) {
    const properties = contentOf(system.map((property) => systemPropertyValue.fill(property)))
    parts.push(systemProperties.fill({ properties }))
  }
  if (attributes && attributes.length > 0) {
    const properties = contentOf(attributes.map(printProperty))
    parts.push(userProperties.fill({ properties }))
  }
  return linesOf(parts)
}

function printProperty(attribute: MessageAttribute): string {
  return propertyValue.fill({ name: attribute.name, value: attribute.value, type: wireType(attribute) })
}

function wireType(attribute: MessageAttribute): string {
  return attribute.boolean ? 'BOOLEAN' : wireTypes[attribute.type]
}

function isBase64(value: string): boolean {
  return Buffer.from(value, 'base64').toString('base64') === value
}
