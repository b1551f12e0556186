import type { PublishMessage } from '../../../src/core/commands/topic-command.ts'
import { action } from '../action.ts'
import { bodyMd5, printMessageId } from '../digests.ts'
import { errors, isError, type MnsError } from '../errors.ts'
import { limits } from '../limits.ts'
import { readSystemProperties, readUserProperties, systemPropertyBytes, userPropertyBytes } from '../properties.ts'
import type { MnsRequest } from '../request.ts'
import { readMessageBody } from '../shapes.ts'
import { readTag } from '../subscriptions.ts'
import { answerDocument, childText } from '../xml-codec.ts'

const publishedDocument = answerDocument('Message', { MessageId: '{{messageId}}', MessageBodyMD5: '{{bodyMd5}}' })

/** Sends a message to all subscriptions whose filter it passes. MessageAttributes is for mail and text messages only, and passed over. */
export const publishMessage = action<'publishMessage', PublishMessage>({
  name: 'PublishMessage',
  source: 'MNS API, PublishMessage',
  input: readPublished,
  command: (input) => input,
  output: ({ messageId }, _request, { body }) => ({
    status: 201,
    body: publishedDocument.fill({ messageId: printMessageId(messageId), bodyMd5: bodyMd5(body) }),
  }),
})

function readPublished({ document, topic }: MnsRequest): PublishMessage | MnsError {
  if (!document) return errors.malformedXml
  const body = readMessageBody(document)
  if (isError(body)) return body
  const tag = readTag(document, 'MessageTag')
  if (isError(tag)) return tag
  const attributes = readUserProperties(document)
  if (isError(attributes)) return attributes
  const systemProperties = readSystemProperties(document)
  return {
    kind: 'publishMessage',
    topic,
    body,
    bytes: Buffer.byteLength(body) + userPropertyBytes(attributes ?? []) + systemPropertyBytes(systemProperties),
    maximumBytes: limits.messageSize.high,
    senderId: topic.account,
    tag,
    attributes,
    systemProperties: systemProperties.length > 0 ? systemProperties : undefined,
    groupId: childText(document, 'MessageGroupId') || undefined,
  }
}
