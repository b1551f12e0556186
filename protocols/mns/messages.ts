import type { XmlShape } from '../../src/compiled/render-xml.ts'
import type { MessagesReceived } from '../../src/core/commands/command.ts'
import type { Message, QueueAddress } from '../../src/core/model.ts'
import { bodyMd5, printMessageId } from './digests.ts'
import { errors, type MnsError } from './errors.ts'
import { printProperties, systemPropertiesOf } from './properties.ts'
import { printReceipt } from './receipts.ts'
import type { Answer } from './responses.ts'
import { answerDocument, contentOf, linesOf, part } from './xml-codec.ts'

const head = { MessageId: '{{messageId}}', MessageBodyMD5: '{{bodyMd5}}', MessageBody: '{{body}}' }
const times = { EnqueueTime: '{{enqueueTime}}', FirstDequeueTime: '{{firstDequeueTime}}' }
const tail = { DequeueCount: '{{dequeueCount}}', Priority: '{{priority}}', '#text': '{{{optional}}}' }

/** Source: MNS API, PeekMessage. */
const peekedContent: XmlShape = { ...head, ...times, ...tail }

/** Source: MNS API, ReceiveMessage. */
const receivedContent: XmlShape = {
  ...head,
  ReceiptHandle: '{{receiptHandle}}',
  ...times,
  NextVisibleTime: '{{nextVisibleTime}}',
  ...tail,
}

const peekedDocument = answerDocument('Message', peekedContent)
const peekedPart = part('Message', peekedContent)
const receivedDocument = answerDocument('Message', receivedContent)
const receivedPart = part('Message', receivedContent)
const listDocument = answerDocument('Messages', { '#text': '{{{entries}}}' })
const groupPart = part('MessageGroupId', '{{groupId}}')

/** Answers with one received message, or with the error that there is none. */
export function answerReceived(
  queue: QueueAddress,
  { queueId, messages: [message] }: MessagesReceived,
): Answer | MnsError {
  if (!message) return errors.messageNotExist
  return { status: 200, body: receivedDocument.fill(receivedValues(queue, queueId, message)) }
}

/** Answers with received messages as a list, also when it is one, or with the error that there is none. */
export function answerAllReceived(queue: QueueAddress, { queueId, messages }: MessagesReceived): Answer | MnsError {
  return answerList(messages.map((message) => receivedPart.fill(receivedValues(queue, queueId, message))))
}

/** Answers with one message that was looked at, or with the error that there is none. */
export function answerPeeked(queue: QueueAddress, [message]: readonly Message[]): Answer | MnsError {
  if (!message) return errors.messageNotExist
  return { status: 200, body: peekedDocument.fill(messageValues(queue, message)) }
}

/** Answers with messages that were looked at as a list, or with the error that there is none. */
export function answerAllPeeked(queue: QueueAddress, messages: readonly Message[]): Answer | MnsError {
  return answerList(messages.map((message) => peekedPart.fill(messageValues(queue, message))))
}

function answerList(entries: readonly string[]): Answer | MnsError {
  if (entries.length === 0) return errors.messageNotExist
  return { status: 200, body: listDocument.fill({ entries: contentOf(entries) }) }
}

function receivedValues(queue: QueueAddress, queueId: number, message: Message): Record<string, string> {
  const { sequence, receiptNumber, priority, visibleAtMs } = message
  const values = messageValues(queue, message)
  values.receiptHandle = printReceipt({ queueId, sequence, receiptNumber }, priority)
  values.nextVisibleTime = String(visibleAtMs)
  return values
}

/** Until the first receive FirstDequeueTime is the time of the send. Source: MNS API, PeekMessage. */
function messageValues(queue: QueueAddress, message: Message): Record<string, string> {
  return {
    messageId: printMessageId(message.id),
    bodyMd5: bodyMd5(message.body),
    body: message.body,
    enqueueTime: String(message.sentAtMs),
    firstDequeueTime: String(message.firstReceivedAtMs || message.sentAtMs),
    dequeueCount: String(message.receiveCount),
    priority: String(message.priority),
    optional: optionalParts(queue, message),
  }
}

function optionalParts(queue: QueueAddress, message: Message): string {
  const { groupId, attributes, extras } = message
  const group = groupId ? linesOf([groupPart.fill({ groupId })]) : ''
  return attributes || extras ? group + printProperties(attributes, systemPropertiesOf(message, queue)) : group
}
