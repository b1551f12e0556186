import type { MessageSent, SendMessage } from '../../../src/core/commands/command.ts'
import type { QueueAddress } from '../../../src/core/model.ts'
import { invalidParameter, isWireError, missingParameter, type WireError, wireError } from '../../aws/errors.ts'
import { assumedRoleId, readSessionToken } from '../../aws/role-session.ts'
import { uuid } from '../../aws/uuid.ts'
import { integer, list, object, optional, type TypeOf, text } from '../../schema.ts'
import { action, type Context, queueOf, step, stepToError } from '../action.ts'
import { type BatchForm, batchStep } from '../batch.ts'
import { attributesMd5, md5 } from '../digests.ts'
import { idError, limits, rangeError, ranges } from '../limits.ts'
import { attributeBytes, hasForbiddenCharacter, listValuesError, readMessageAttributes } from '../message-attributes.ts'
import { isFifoName, sequenceNumber } from '../names.ts'
import { failedEntries, messageAttributes, messageSystemAttributes, queueUrl } from '../shapes.ts'
import { readTraceHeader } from '../system-attributes.ts'

const optionalMembers = {
  DelaySeconds: optional(integer),
  MessageAttributes: optional(messageAttributes),
  MessageSystemAttributes: optional(messageSystemAttributes),
  MessageDeduplicationId: optional(text),
  MessageGroupId: optional(text),
}

const sentMembers = {
  MessageId: text,
  MD5OfMessageBody: text,
  MD5OfMessageAttributes: optional(text),
  MD5OfMessageSystemAttributes: optional(text),
  /** Of FIFO queues. */
  SequenceNumber: optional(text),
}

const sent = object(sentMembers)
type Sent = TypeOf<typeof sent>

const batchEntry = object({ Id: optional(text), MessageBody: optional(text), ...optionalMembers })
type BatchEntry = TypeOf<typeof batchEntry>

/** A message as either action gives it. */
type Given = Omit<BatchEntry, 'Id'>

/** Sends one message. */
export const sendMessage = action({
  name: 'SendMessage',
  source: 'SQS API Reference, SendMessage',
  input: object({ QueueUrl: queueUrl, MessageBody: text, ...optionalMembers }),
  output: sent,
  json: (output: Sent) => `{${sentJson(output)}}`,
  decide(input, context) {
    const queue = queueOf(input, context)
    const command = listValuesError('SendMessage', [input]) ?? commandFor(input, queue, context)
    if (isWireError(command)) return stepToError(queue, command)
    return step(command, (reply) => sentOutput(input, command.attributes, reply))
  },
})

const sentEntry = object({ Id: text, ...sentMembers })

/** Sends up to ten messages; each meets its own fate. */
export const sendMessageBatch = action({
  name: 'SendMessageBatch',
  source: 'SQS API Reference, SendMessageBatch',
  input: object({ QueueUrl: queueUrl, Entries: list(batchEntry, 'SendMessageBatchRequestEntry') }),
  output: object({
    Successful: optional(list(sentEntry, 'SendMessageBatchResultEntry')),
    Failed: optional(failedEntries),
  }),
  json: (output) =>
    output.Failed ? JSON.stringify(output) : `{"Successful":[${output.Successful?.map(sentEntryJson).join() ?? ''}]}`,
  decide: (input, context) => batchStep(sendForm, input, context),
})

const sendForm: BatchForm<BatchEntry, SendMessage> = {
  entryName: 'SendMessageBatchRequestEntry',
  /** One message that is missing would break the order of those that follow. */
  wholeOnFifoQueue: true,
  wholeError: (entries, queue) =>
    listValuesError('SendMessageBatch', entries) ??
    totalError(entries) ??
    (isFifoName(queue.name) ? groupError(entries) : undefined),
  command(entry, queue, context) {
    if (entry.MessageBody) return commandFor(entry, queue, context)
    const missing = missingParameter('MessageBody')
    return isFifoName(queue.name) ? missing : wireError('EmptyValue', missing.message)
  },
  succeeded(entry, command, reply: MessageSent) {
    return { Id: entry.Id ?? '', ...sentOutput(entry, command.attributes, reply) }
  },
}

function groupError(entries: readonly BatchEntry[]): WireError | undefined {
  if (entries.every(({ MessageGroupId }) => MessageGroupId !== undefined)) return undefined
  return invalidParameter(missingParameter('MessageGroupId').message)
}

/** Bodies and attributes of all entries together, whatever the limit of the queue. */
function totalError(entries: readonly BatchEntry[]): WireError | undefined {
  let total = 0
  for (const { MessageBody = '', MessageAttributes } of entries)
    total += Buffer.byteLength(MessageBody) + attributeBytes(MessageAttributes)
  if (total <= limits.messageBytes) return undefined
  return wireError(
    'BatchRequestTooLong',
    `Batch requests cannot be longer than ${limits.messageBytes} bytes. You have sent ${total} bytes.`,
  )
}

const characters =
  'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF'

function commandFor(given: Given, queue: QueueAddress, context: Context): SendMessage | WireError {
  const body = given.MessageBody ?? ''
  if (hasForbiddenCharacter(body)) return wireError('InvalidMessageContents', characters)
  const wrong = parameterError(given, queue)
  if (wrong) return wrong
  const attributes = given.MessageAttributes && readMessageAttributes(given.MessageAttributes)
  if (attributes && isWireError(attributes)) return attributes
  const traceHeader = traceHeaderOf(given, context)
  if (typeof traceHeader === 'object') return traceHeader

  return {
    kind: 'sendMessage',
    queue,
    body,
    bytes: Buffer.byteLength(body) + attributeBytes(given.MessageAttributes),
    defaultMaximumBytes: limits.messageBytes,
    ceilingBytes: limits.messageBytes,
    senderId: senderOf(context),
    attributes: attributes?.length ? attributes : undefined,
    groupId: given.MessageGroupId,
    extras: traceHeader === undefined ? undefined : { traceHeader },
    delayMs: given.DelaySeconds === undefined ? undefined : given.DelaySeconds * 1000,
    deduplicationId: given.MessageDeduplicationId,
  }
}

/** Who sent a message: its account, as whose root all act, or who acts in a role. Source: SQS API Reference, ReceiveMessage, SenderId. */
function senderOf({ scope, request }: Context): string {
  const token = request.headers['x-amz-security-token']
  const session = typeof token === 'string' ? readSessionToken(token) : undefined
  return session && request.headers.authorization?.includes(session.accessKeyId)
    ? assumedRoleId(session)
    : scope.account
}

/** A deduplication id given to a standard queue is for the core to refuse, whatever its form. */
function parameterError(given: Given, queue: QueueAddress): WireError | undefined {
  const { DelaySeconds, MessageGroupId: group, MessageDeduplicationId: deduplicationId } = given
  return (
    idError('MessageGroupId', group) ??
    (deduplicationId !== undefined && isFifoName(queue.name)
      ? idError('MessageDeduplicationId', deduplicationId)
      : undefined) ??
    rangeError('DelaySeconds', DelaySeconds, ranges.delaySeconds)
  )
}

/** The attribute if it was sent, else the header by which the SDK of a traced program sends the same. */
function traceHeaderOf(given: Given, context: Context): string | WireError | undefined {
  const attribute = given.MessageSystemAttributes && readTraceHeader(given.MessageSystemAttributes)
  if (attribute !== undefined) return attribute
  const header = context.request.headers['x-amzn-trace-id']
  return typeof header === 'string' && header !== '' ? header : undefined
}

/** What both actions answer. Digests are of what was sent, as the sender checks them against that. */
function sentOutput(given: Given, attributes: SendMessage['attributes'], reply: MessageSent): Sent {
  const trace = given.MessageSystemAttributes?.AWSTraceHeader?.StringValue
  return {
    MessageId: uuid(reply.messageId),
    MD5OfMessageBody: md5(given.MessageBody ?? ''),
    MD5OfMessageAttributes: attributes ? attributesMd5(attributes) : undefined,
    MD5OfMessageSystemAttributes: trace
      ? attributesMd5([{ name: 'AWSTraceHeader', type: 'String', value: trace }])
      : undefined,
    SequenceNumber: reply.fifo ? sequenceNumber(reply.sequence) : undefined,
  }
}

/** The members as JSON. Written by hand, since ids and digests need no escaping. */
function sentJson(output: Sent): string {
  return `"MD5OfMessageBody":"${output.MD5OfMessageBody}"${member('MD5OfMessageAttributes', output)}${member('MD5OfMessageSystemAttributes', output)},"MessageId":"${output.MessageId}"${member('SequenceNumber', output)}`
}

function sentEntryJson(entry: Sent & { readonly Id: string }): string {
  return `{"Id":"${entry.Id}",${sentJson(entry)}}`
}

type OptionalMember = 'MD5OfMessageAttributes' | 'MD5OfMessageSystemAttributes' | 'SequenceNumber'

function member(name: OptionalMember, output: Sent): string {
  const value = output[name]
  return value === undefined ? '' : `,"${name}":"${value}"`
}
