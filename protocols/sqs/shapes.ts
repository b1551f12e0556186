import { base64, boolean, expected, list, map, object, optional, type TypeOf, text } from '../schema.ts'

/** `QueueUrl` of an action on one queue: a URL of any form, or a bare name. */
export const queueUrl = text

/** Attributes of a queue, by name. In Query: `Attribute.1.Name`, `Attribute.1.Value`. */
export const attributeMap = map(text, 'Attribute', 'Name')

/** Tags of a queue, by key. In Query: `Tag.1.Key`, `Tag.1.Value`. */
export const tagMap = map(text, 'Tag', 'Key')

/** Names of attributes, of queues or of messages. In Query: `AttributeName.1`. */
export const attributeNames = list(text, 'AttributeName')

const attributeValue = object(
  {
    DataType: expected(text),
    StringValue: optional(text),
    BinaryValue: optional(base64),
    StringListValues: optional(list(text, 'StringListValue')),
    BinaryListValues: optional(list(base64, 'BinaryListValue')),
  },
  ['StringValue', 'BinaryValue', 'StringListValues', 'BinaryListValues', 'DataType'],
)

/** Attributes that a sender puts on a message. In Query: `MessageAttribute.1.Name`, `MessageAttribute.1.Value.DataType` … */
export const messageAttributes = map(attributeValue, 'MessageAttribute', 'Name')

/** Attributes for SQS itself. In Query: `MessageSystemAttribute.1.Name` … */
export const messageSystemAttributes = map(attributeValue, 'MessageSystemAttribute', 'Name')

/** Attributes as a sender gave them, unchecked. */
export type GivenAttributes = TypeOf<typeof messageAttributes>

/** Entries of a batch that failed. Source: SQS API Reference, BatchResultErrorEntry. */
export const failedEntries = list(
  object({ Id: text, SenderFault: boolean, Code: text, Message: text }),
  'BatchResultErrorEntry',
)
