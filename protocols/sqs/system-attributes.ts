import type { Message, Namespace, QueueAddress } from '../../src/core/model.ts'
import { invalidParameter, type WireError } from '../aws/errors.ts'
import { uuid } from '../aws/uuid.ts'
import { hasForbiddenCharacter } from './message-attributes.ts'
import { queueArn, sequenceNumber, shownAddress } from './names.ts'
import type { GivenAttributes } from './shapes.ts'

/** A system attribute of a message, as a receive shows it. */
type SystemAttribute = {
  readonly name: string
  /** Undefined: the message has none. */
  readonly read: (message: Message, holder: Holder) => string | undefined
}

/** Where a message was received: the queue, as the answer shows it. */
export type Holder = { readonly queue: QueueAddress; readonly fifo: boolean; readonly namespace: Namespace }

/** Every system attribute. Source: SQS API Reference, ReceiveMessage, MessageSystemAttributeNames. */
const systemAttributes: readonly SystemAttribute[] = [
  { name: 'SenderId', read: (message) => message.senderId },
  { name: 'SentTimestamp', read: (message) => String(message.sentAtMs) },
  { name: 'ApproximateReceiveCount', read: (message) => String(message.receiveCount) },
  { name: 'ApproximateFirstReceiveTimestamp', read: (message) => String(message.firstReceivedAtMs) },
  { name: 'MessageGroupId', read: (message) => message.groupId },
  { name: 'AWSTraceHeader', read: (message) => message.extras?.traceHeader },
  { name: 'MessageDeduplicationId', read: deduplicationIdOf },
  {
    name: 'SequenceNumber',
    read: (message, { fifo }) => (fifo ? sequenceNumber(message.sequence) : undefined),
  },
  {
    name: 'DeadLetterQueueSourceArn',
    read({ extras }, { queue, namespace }) {
      const source = extras?.deadLetterSource
      return source && queueArn(shownAddress(source, queue, namespace))
    },
  },
]

/** In a dead-letter queue the id of the message serves as its deduplication id, and is shown as ids are. */
function deduplicationIdOf({ id, extras }: Message): string | undefined {
  return extras?.deduplicationId === id ? uuid(id) : extras?.deduplicationId
}

const names: ReadonlySet<string> = new Set(systemAttributes.map(({ name }) => name))

/** Whether a message can have a system attribute of that name; `All` stands for every one. */
export function isSystemAttribute(name: string): boolean {
  return name === 'All' || names.has(name)
}

/** The system attributes asked for that the message has; undefined when there are none. */
export function readSystemAttributes(
  message: Message,
  asked: readonly string[],
  holder: Holder,
): Readonly<Record<string, string>> | undefined {
  if (asked.length === 0) return undefined
  const all = asked.includes('All')
  const shown: Record<string, string> = {}
  let any = false
  for (const { name, read } of systemAttributes) {
    const value = all || asked.includes(name) ? read(message, holder) : undefined
    if (value === undefined) continue
    shown[name] = value
    any = true
  }
  return any ? shown : undefined
}

/** The trace header among the system attributes of a send; undefined when there is none. Source: SQS API Reference, SendMessage. */
export function readTraceHeader(given: GivenAttributes): string | WireError | undefined {
  for (const name of Object.keys(given)) {
    if (name !== 'AWSTraceHeader') return invalidParameter(`Message system attribute name '${name}' is invalid.`)
  }
  const { DataType, StringValue } = given.AWSTraceHeader ?? {}
  if (given.AWSTraceHeader === undefined) return undefined
  if (DataType !== 'String')
    return invalidParameter("The type of message system attribute 'AWSTraceHeader' is invalid. It must be String.")
  if (!StringValue)
    return invalidParameter(
      "Message system attribute 'AWSTraceHeader' must contain a non-empty value of type 'String'.",
    )
  if (hasForbiddenCharacter(StringValue))
    return invalidParameter("Message system attribute 'AWSTraceHeader' contains invalid characters.")
  return StringValue
}
