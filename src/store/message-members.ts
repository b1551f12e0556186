import {
  defaultPriority,
  type Message,
  type MessageExtras,
  type MessageRecord,
  type QueueAddress,
} from '../core/model.ts'
import {
  type Draft,
  given,
  instantJson,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  unless,
} from './members.ts'
import { attributeTexts, namedTexts, readAttributes, readNamedTexts } from './named-values.ts'
import { readReference, referenceText } from './queue-references.ts'
import { count, instant, Misfit, messageId, readMembers, text, within } from './values.ts'

/** A message as it is written, with its queue, which tells what need not be said. */
type HeldMessage = { readonly message: Message; readonly queue: QueueAddress }

/** A message as it is read. What it says about a queue has its meaning only in the queue that holds it. */
type MessageDraft = Draft<MessageRecord> & { deadLetterSource?: unknown }

const ofMessage = membersOf<HeldMessage, MessageDraft>()

/** Members of a message. */
const messageMembers: Members<HeldMessage, MessageDraft> = {
  body: ofMessage('body', text, ({ message }) => JSON.stringify(message.body)),
  attributes: ofMessage('attributes', readAttributes, ({ message }) => given(message.attributes, attributeTexts)),
  id: ofMessage('id', messageId, ({ message }) => JSON.stringify(message.id)),
  sequence: ofMessage('sequence', count, ({ message }) => `${message.sequence}`),
  /** Absent: the account of the queue. */
  sender: ofMessage('senderId', text, ({ message, queue }) => unless(queue.account, message.senderId, JSON.stringify)),
  groupId: ofMessage('groupId', text, ({ message }) => given(message.groupId, JSON.stringify)),
  deduplicationId: ofExtras('deduplicationId', text, ({ deduplicationId }) => given(deduplicationId, JSON.stringify)),
  priority: ofMessage('priority', priority, ({ message }) => unless(defaultPriority, message.priority, String)),
  sent: ofMessage('sentAtMs', instant, ({ message }) => instantJson(message.sentAtMs)),
  /** Absent: as `sent`. */
  visibleAt: ofMessage('visibleAtMs', instant, ({ message }) =>
    unless(message.sentAtMs, message.visibleAtMs, instantJson),
  ),
  /** How often it was received; absent: never. */
  receives: ofMessage('receiveCount', count, ({ message }) => unless(0, message.receiveCount, String)),
  firstReceivedAt: ofMessage('firstReceivedAtMs', instant, ({ message }) =>
    unless(0, message.firstReceivedAtMs, instantJson),
  ),
  /** When it was last received from this queue; absent: not since it came here. */
  receivedAt: ofMessage('receivedAtMs', instant, ({ message }) => unless(0, message.receivedAtMs, instantJson)),
  /** Number of the newest receipt; absent: as `receives`. */
  receipt: ofMessage('delivery', count, ({ message }) => unless(message.receiveCount, message.delivery, String)),
  /** The queue whose redrive moved it here. */
  deadLetterSource: {
    write: ({ message, queue }) => given(message.extras?.deadLetterSource, (source) => referenceText(source, queue)),
    read(draft, value) {
      draft.deadLetterSource = value
    },
  },
  /** How many of its receives took place before it was moved here. */
  receivesElsewhere: ofExtras('receivesElsewhere', count, ({ receivesElsewhere }) => given(receivesElsewhere, String)),
  /** SQS system attribute AWSTraceHeader. */
  traceHeader: ofExtras('traceHeader', text, ({ traceHeader }) => given(traceHeader, JSON.stringify)),
  /** MNS SystemProperties. */
  systemProperties: ofExtras('systemProperties', readNamedTexts, ({ systemProperties }) =>
    given(systemProperties, namedTexts),
  ),
}

const messageRows = Object.entries(messageMembers)
const messageReaders = readersOf(messageMembers)

/** JSON text of a message of the queue at that address, on one line. */
export function messageText(message: Message, queue: QueueAddress): string {
  return objectText(messageRows, { message, queue })
}

/**
 * A message of the queue at that address. The draft becomes the record, in place: a copy of each of a million messages
 * would take longer than all the rest. Throws `Misfit`.
 */
export function readMessage(value: unknown, queue: QueueAddress): MessageRecord {
  const draft: MessageDraft = {}
  readMembers(messageReaders, draft, value)
  needed(draft.id, 'id')
  needed(draft.sequence, 'sequence')
  needed(draft.body, 'body')
  const sentAtMs = needed(draft.sentAtMs, 'sent')
  draft.senderId ??= queue.account
  draft.visibleAtMs ??= sentAtMs
  if (draft.receiveCount !== undefined) draft.delivery ??= draft.receiveCount
  if (draft.deadLetterSource !== undefined) resolveSource(draft, queue)
  return draft as MessageRecord
}

function resolveSource(draft: MessageDraft, queue: QueueAddress): void {
  const deadLetterSource = within('deadLetterSource', () => readReference(draft.deadLetterSource, queue))
  draft.extras = { ...draft.extras, deadLetterSource }
  delete draft.deadLetterSource
}

/** A member for what few messages carry. */
function ofExtras<K extends keyof MessageExtras>(
  name: K,
  decode: (value: unknown) => MessageExtras[K],
  write: (extras: MessageExtras) => string | undefined,
): Members<HeldMessage, MessageDraft>[string] {
  return {
    write: ({ message }) => message.extras && write(message.extras),
    read(draft, value) {
      draft.extras = { ...draft.extras, [name]: decode(value) }
    },
  }
}

function priority(value: unknown): number {
  const read = count(value)
  if (read < 1 || read > 16) throw new Misfit('a number from 1 to 16 is expected')
  return read
}
