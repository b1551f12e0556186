import type { MessageSent, SendMessage } from '../../../src/core/commands/command.ts'
import type { Replies } from '../../../src/core/commands/commands.ts'
import type { QueueAddress } from '../../../src/core/model.ts'
import { fallbackGroupId } from '../../../src/core/rules/fallback-group.ts'
import type { XmlElement } from '../../xml/element.ts'
import { action, wireError } from '../action.ts'
import { defaultMaximumBytes } from '../attributes.ts'
import { bodyMd5, printMessageId } from '../digests.ts'
import { errors, isError, type MnsError, outOfRange } from '../errors.ts'
import { limits, within } from '../limits.ts'
import { readSystemProperties, readUserProperties, systemPropertyBytes, userPropertyBytes } from '../properties.ts'
import { printReceipt } from '../receipts.ts'
import type { MnsRequest } from '../request.ts'
import { readMessageBody } from '../shapes.ts'
import {
  answerDocument,
  childNumber,
  childrenNamed,
  childText,
  contentOf,
  linesOf,
  type NumberField,
  part,
} from '../xml-codec.ts'

const delay: NumberField = { element: 'DelaySeconds', range: limits.delay }
const priority: NumberField = { element: 'Priority', range: limits.priority }

const sentContent = { MessageId: '{{messageId}}', MessageBodyMD5: '{{bodyMd5}}', '#text': '{{{receipt}}}' }
const sentDocument = answerDocument('Message', sentContent)
const sentPart = part('Message', sentContent)
const failedPart = part('Message', { ErrorCode: '{{code}}', ErrorMessage: '{{message}}' })
const batchDocument = answerDocument('Messages', { '#text': '{{{entries}}}' })
const receiptPart = part('ReceiptHandle', '{{receiptHandle}}')

/** Adds one message. */
export const sendMessage = action<'sendMessage', SendMessage>({
  name: 'SendMessage',
  source: 'MNS API, SendMessage',
  input: ({ document, queue }) => (document ? readMessage(document, queue) : errors.malformedXml),
  command: (input) => input,
  output: (sent, _request, { body }) => ({ status: 201, body: sentDocument.fill(sentValues(sent, body, true)) }),
})

/** One message of a batch: its command, or what is wrong with it. */
type Entry = SendMessage | MnsError

/** Adds up to 16 messages; those that fail do not hold back the others. */
export const batchSendMessage = action<'batch', readonly Entry[]>({
  name: 'BatchSendMessage',
  source: 'MNS API, BatchSendMessage',
  input: readEntries,
  command: (entries, { queue }) => ({ kind: 'batch', queue, commands: entries.filter(isCommand) }),
  output: (results, _request, entries) => {
    const failed = results.length < entries.length || results.some((result) => !result.ok)
    let next = 0
    const parts = entries.map((entry) =>
      isError(entry) ? failure(entry) : outcome(results[next++]!, entry.body, !failed),
    )
    return { status: failed ? 500 : 201, body: batchDocument.fill({ entries: contentOf(parts) }) }
  },
})

function readEntries({ document, queue }: MnsRequest): readonly Entry[] | MnsError {
  const messages = childrenNamed(document, 'Message')
  if (!within(limits.batch, messages.length)) return outOfRange('Messages', limits.batch)
  const entries = messages.map((message) => readMessage(message, queue))
  const bytes = entries.reduce((sum, entry) => sum + (isCommand(entry) ? entry.bytes : 0), 0)
  return bytes > limits.batchSize.high ? outOfRange('Messages', limits.batchSize) : entries
}

function isCommand(entry: Entry): entry is SendMessage {
  return 'kind' in entry
}

type Draft = { -readonly [K in keyof SendMessage]: SendMessage[K] }

function readMessage(message: XmlElement, queue: QueueAddress): Entry {
  const body = readMessageBody(message)
  if (isError(body)) return body
  const delaySeconds = childNumber(message, delay)
  if (isError(delaySeconds)) return delaySeconds
  const priorityValue = readPriority(message)
  if (isError(priorityValue)) return priorityValue
  const command: Draft = {
    kind: 'sendMessage',
    queue,
    body,
    bytes: Buffer.byteLength(body),
    defaultMaximumBytes,
    ceilingBytes: limits.messageSize.high,
    senderId: queue.account,
    fallbackGroupId,
  }
  if (delaySeconds !== undefined) command.delayMs = delaySeconds * 1000
  if (priorityValue !== undefined) command.priority = priorityValue
  const groupId = childText(message, 'MessageGroupId')
  if (groupId) command.groupId = groupId
  return addProperties(command, message)
}

/** Go writes 0 when its caller left the priority unset. */
function readPriority(message: XmlElement): number | MnsError | undefined {
  return childText(message, 'Priority') === '0' ? undefined : childNumber(message, priority)
}

function addProperties(command: Draft, message: XmlElement): Entry {
  const attributes = readUserProperties(message)
  if (isError(attributes)) return attributes
  const systemProperties = readSystemProperties(message)
  if (attributes) {
    command.attributes = attributes
    command.bytes += userPropertyBytes(attributes)
  }
  if (systemProperties.length > 0) {
    command.extras = { systemProperties }
    command.bytes += systemPropertyBytes(systemProperties)
  }
  return command
}

/** Receipts are left out of an answer that tells of a failure: Python takes no element there but these two pairs. */
function outcome(result: Replies['batch'][number], body: string, withReceipt: boolean): string {
  if (!result.ok) return failure(wireError(result.refusal))
  if (!isSent(result.value)) throw new Error('a batch of sends was answered as something else')
  return sentPart.fill(sentValues(result.value, body, withReceipt))
}

function isSent(reply: Replies['sendMessage' | 'deleteMessage' | 'changeVisibility']): reply is MessageSent {
  return 'delayed' in reply
}

function failure({ code, message }: MnsError): string {
  return failedPart.fill({ code, message })
}

/** A delayed message can be deleted or made ready by the receipt of its send, which comes before that of the first receive. */
function sentValues(sent: MessageSent, body: string, withReceipt: boolean): Record<string, string> {
  const { queueId, messageId, sequence, priority: rank, delayed } = sent
  const receiptHandle = delayed && withReceipt ? printReceipt({ queueId, sequence, receiptNumber: 0 }, rank) : ''
  return {
    messageId: printMessageId(messageId),
    bodyMd5: bodyMd5(body),
    receipt: receiptHandle && linesOf([receiptPart.fill({ receiptHandle })]),
  }
}
