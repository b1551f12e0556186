import type { ReceiveMessages } from '../../../src/core/commands/command.ts'
import type { Message, Namespace, QueueAddress } from '../../../src/core/model.ts'
import { isWireError, type WireError } from '../../aws/errors.ts'
import { uuid } from '../../aws/uuid.ts'
import { integer, list, object, optional, type TypeOf, text } from '../../schema.ts'
import { action, queueOf, step, stepToError } from '../action.ts'
import { attributeNamesError } from '../attributes.ts'
import { attributesMd5, md5 } from '../digests.ts'
import { idError, limits, rangeError, ranges } from '../limits.ts'
import { printAttributes, selectAttributes } from '../message-attributes.ts'
import { isFifoName } from '../names.ts'
import { askedOfReceive } from '../overrides.ts'
import { printReceipt } from '../receipts.ts'
import { attributeMap, attributeNames, messageAttributes, queueUrl } from '../shapes.ts'
import { isSystemAttribute, readSystemAttributes } from '../system-attributes.ts'

const input = object({
  QueueUrl: queueUrl,
  /** The older name of MessageSystemAttributeNames; in Query both go by `AttributeName.1`. */
  AttributeNames: optional(attributeNames),
  MessageSystemAttributeNames: optional(list(text, 'MessageSystemAttributeName')),
  MessageAttributeNames: optional(list(text, 'MessageAttributeName')),
  MaxNumberOfMessages: optional(integer),
  VisibilityTimeout: optional(integer),
  WaitTimeSeconds: optional(integer),
  /** For FIFO queues: a standard queue accepts and ignores it. */
  ReceiveRequestAttemptId: optional(text),
})

const message = object({
  MessageId: text,
  ReceiptHandle: text,
  MD5OfBody: text,
  Body: text,
  Attributes: optional(attributeMap),
  MD5OfMessageAttributes: optional(text),
  MessageAttributes: optional(messageAttributes),
})

const output = object({ Messages: optional(list(message, 'Message')) })

type Input = TypeOf<typeof input>
type Received = TypeOf<typeof message>

type Draft = { -readonly [K in keyof ReceiveMessages]: ReceiveMessages[K] }

const none: readonly string[] = []

/** Hands out messages, and waits for some if asked to. */
export const receiveMessage = action({
  name: 'ReceiveMessage',
  source: 'SQS API Reference, ReceiveMessage',
  input,
  output,
  json: ({ Messages: messages }: TypeOf<typeof output>) =>
    messages ? `{"Messages":[${messages.map(messageJson).join(',')}]}` : '{}',
  decide(input, context) {
    const queue = queueOf(input, context)
    const asked = askedOfReceive(input, context)
    if (isWireError(asked)) return stepToError(queue, asked)
    const wrong = inputError(input, queue)
    if (wrong) return stepToError(queue, wrong)
    const { VisibilityTimeout: timeout, ReceiveRequestAttemptId: attemptId } = input
    const command: Draft = {
      kind: 'receiveMessages',
      queue,
      maximumMessages: asked.maximumMessages,
      inFlightLimit: limits.inFlight,
    }
    if (asked.waitMs !== undefined) command.waitMs = asked.waitMs
    if (asked.collect) command.collect = asked.collect
    if (timeout !== undefined) command.visibilityTimeoutMs = timeout * 1000
    if (attemptId !== undefined) command.attemptId = attemptId
    const { AttributeNames: older = none, MessageSystemAttributeNames: newer = none } = input
    const system = older.length > 0 ? older.concat(newer) : newer
    const user = input.MessageAttributeNames ?? []
    return step(command, ({ queueId, fifo, messages }) => {
      const seen = { system, user, queue, fifo: fifo === true, namespace: context.namespace }
      return messages.length > 0 ? { Messages: messages.map((message) => received(queueId, message, seen)) } : {}
    })
  },
})

function inputError(input: Input, queue: QueueAddress): WireError | undefined {
  return (
    rangeError('VisibilityTimeout', input.VisibilityTimeout, ranges.receiveVisibilityTimeout) ??
    attributeNamesError(input.AttributeNames?.filter((name) => !isSystemAttribute(name)) ?? []) ??
    (isFifoName(queue.name) ? idError('ReceiveRequestAttemptId', input.ReceiveRequestAttemptId) : undefined)
  )
}

/** The parts of a message that a receive asked for, and the protocol it asked in. */
type AskedOf = {
  readonly system: readonly string[]
  readonly user: readonly string[]
  readonly queue: QueueAddress
  readonly fifo: boolean
  readonly namespace: Namespace
}

function received(queueId: number, message: Message, asked: AskedOf): Received {
  const { sequence, receiptNumber, attributes } = message
  const selected = attributes && asked.user.length > 0 ? selectAttributes(attributes, asked.user) : []
  return {
    MessageId: uuid(message.id),
    ReceiptHandle: printReceipt({ queueId, sequence, receiptNumber }),
    MD5OfBody: md5(message.body),
    Body: message.body,
    Attributes: readSystemAttributes(message, asked.system, asked),
    MD5OfMessageAttributes: selected.length > 0 ? attributesMd5(selected) : undefined,
    MessageAttributes: selected.length > 0 ? printAttributes(selected) : undefined,
  }
}

/** Only texts of users are escaped: ids, digests and handles hold nothing to escape. */
function messageJson(message: Received): string {
  const { MessageId, ReceiptHandle, MD5OfBody, Body, Attributes, MD5OfMessageAttributes, MessageAttributes } = message
  const system = Attributes ? `,"Attributes":${JSON.stringify(Attributes)}` : ''
  const user = MessageAttributes
    ? `,"MD5OfMessageAttributes":"${MD5OfMessageAttributes}","MessageAttributes":${JSON.stringify(MessageAttributes)}`
    : ''
  return `{"MessageId":"${MessageId}","ReceiptHandle":"${ReceiptHandle}","MD5OfBody":"${MD5OfBody}","Body":${JSON.stringify(Body)}${system}${user}}`
}
