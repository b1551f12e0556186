import type { Message, MessageExtras, MessageRecord, QueueAddress } from '../core/model.ts'
import type { Moment } from '../core/moment.ts'
import { defaultPriority, lastPriority } from '../core/rules/order.ts'
import type { Queue } from '../core/state.ts'
import { durationText } from '../text/time.ts'
import { amountOf, countOf, durationOf, type Fragment, idOf, instantOf, serialOf, textOf } from './fragments.ts'
import { chosenId } from './hand-written.ts'
import { duration, instant, pastInstant } from './instants.ts'
import {
  fragmentsOf,
  given,
  type Members,
  membersOf,
  objectText,
  readersOf,
  rowsOf,
  type Times,
  unless,
} from './members.ts'
import { bodyMembers, checkSize } from './message-body.ts'
import { checkMessage, firstReceive, hide, join, type MessageDraft, takeTurn } from './message-draft.ts'
import {
  attributesSchema,
  attributeTexts,
  namedTexts,
  namedTextsOf,
  readAttributes,
  readNamedTexts,
} from './named-values.ts'
import { readReference, referenceSchema, referenceText } from './queue-references.ts'
import type { DocumentReading } from './reading.ts'
import {
  amount,
  count,
  type Decode,
  messageId,
  type Reading,
  readMembers,
  serial,
  text,
  ValidationError,
  within,
} from './values.ts'

/** A message as it is written, with its queue, which tells what need not be said, and its turn there. */
type HeldMessage = { readonly message: Message; readonly queue: QueueAddress; readonly turn: Moment | undefined }

const ofMessage = membersOf<HeldMessage, MessageDraft>()

const groupSchema = textOf('Message group; a message of a FIFO queue has one.')

/** Members of a message. */
const messageMembers: Members<HeldMessage, MessageDraft> = {
  ...bodyMembers<HeldMessage, MessageDraft>(({ message }) => JSON.stringify(message.body)),
  attributes: ofMessage(
    'attributes',
    readAttributes,
    ({ message }) => given(message.attributes, attributeTexts),
    attributesSchema,
  ),
  id: ofMessage('id', messageId, ({ message }) => JSON.stringify(message.id), idOf('Left out: generated.')),
  sequence: ofMessage(
    'sequence',
    serial,
    ({ message }) => `${message.sequence}`,
    serialOf('Its number in the queue, higher than that of the message before; left out: the next.'),
  ),
  sender: ofMessage(
    'senderId',
    text,
    ({ message, queue }) => unless(queue.account, message.senderId, JSON.stringify),
    textOf('Account of the sender; left out: that of the queue.'),
  ),
  groupId: ofMessage('groupId', chosenId, ({ message }) => given(message.groupId, JSON.stringify), groupSchema),
  group: {
    read(draft, value, reading) {
      if (draft.groupId !== undefined) throw new ValidationError('"groupId" already sets this')
      draft.groupId = chosenId(value, reading)
    },
    schema: { ...groupSchema, description: 'Same as groupId.' },
  },
  deduplicationId: ofExtras(
    'deduplicationId',
    chosenId,
    ({ deduplicationId }) => given(deduplicationId, JSON.stringify),
    textOf('FIFO queues: its deduplication id; left out: as for a send without one.'),
  ),
  priority: ofMessage(
    'priority',
    priority,
    ({ message }) => unless(defaultPriority, message.priority, String),
    countOf('Priority of MNS, 1 goes first; left out: 8.', 1, lastPriority),
  ),
  sent: ofMessage(
    'sentAtMs',
    (value, reading) => pastInstant(value, reading, 'a message cannot have been sent yet'),
    ({ message }, times) => times.instant(message.sentAtMs),
    instantOf('Left out: now.'),
  ),
  visibleAt: ofMessage(
    'visibleAtMs',
    instant,
    ({ message }, times) => visibleAtText(message, times),
    instantOf('Hidden until then; left out: as sent.'),
  ),
  visibleIn: ofMessage(
    'visibleInMs',
    duration,
    ({ message }, times) => hiddenText('delayed', message, times),
    durationOf('How long it stays hidden from now: delayed if it was never received, otherwise in flight.'),
  ),
  inFlightFor: ofMessage(
    'inFlightForMs',
    duration,
    ({ message }, times) => hiddenText('inFlight', message, times),
    durationOf('How long it stays in flight from now.'),
  ),
  receives: ofMessage(
    'receiveCount',
    amount,
    ({ message }) => unless(0, message.receiveCount, String),
    amountOf('How often it was received; left out: never.'),
  ),
  firstReceivedAt: ofMessage(
    'firstReceivedAtMs',
    received,
    ({ message }, times) => unless(0, message.firstReceivedAtMs, times.instant),
    instantOf('When it was first received.'),
  ),
  receivedAt: ofMessage(
    'receivedAtMs',
    received,
    ({ message }, times) => unless(0, message.receivedAtMs, times.instant),
    instantOf('When it was last received from this queue; left out: not since it came here.'),
  ),
  receipt: ofMessage(
    'delivery',
    amount,
    ({ message }) => unless(message.receiveCount, message.receiptNumber, String),
    amountOf('Number of the newest receipt; left out: as receives.'),
  ),
  turn: ofMessage(
    'turnNumber',
    serial,
    ({ turn }) => (turn && turn.number > 0 ? `${turn.number}` : undefined),
    serialOf('FIFO queues, first message of its group: number of the command since which it is the turn of the group.'),
  ),
  turnAt: ofMessage(
    'turnAtMs',
    (value, reading) => pastInstant(value, reading, 'the turn of a group cannot have come yet'),
    ({ message, turn }, times) => (turn && turn.atMs !== message.visibleAtMs ? times.instant(turn.atMs) : undefined),
    instantOf('When that was; groups are served in this order. Left out: as visibleAt.'),
  ),
  deadLetterSource: {
    write: ({ message, queue }) => given(message.extras?.deadLetterSource, (source) => referenceText(source, queue)),
    read(draft, value) {
      draft.deadLetterSource = value
    },
    schema: { ...referenceSchema, description: 'The queue whose redrive moved it here.' },
  },
  receivesElsewhere: ofExtras(
    'receivesElsewhere',
    amount,
    ({ receivesElsewhere }) => given(receivesElsewhere, String),
    amountOf('How many of its receives took place before it was moved here.'),
  ),
  traceHeader: ofExtras(
    'traceHeader',
    text,
    ({ traceHeader }) => given(traceHeader, JSON.stringify),
    textOf('SQS system attribute AWSTraceHeader.'),
  ),
  systemProperties: ofExtras(
    'systemProperties',
    readNamedTexts,
    ({ systemProperties }) => given(systemProperties, namedTexts),
    namedTextsOf('MNS SystemProperties.'),
  ),
}

const messageRows = rowsOf(messageMembers)
const messageReaders = readersOf(messageMembers)

/** What a message may be. */
export const messageSchema: Fragment = {
  type: 'object',
  properties: fragmentsOf(messageMembers),
  additionalProperties: false,
  description: 'A message. Only its body is required.',
  oneOf: ['body', 'json', 'base64'].map((name) => ({ required: [name] })),
  allOf: [
    ['visibleAt', 'visibleIn'],
    ['visibleAt', 'inFlightFor'],
    ['visibleIn', 'inFlightFor'],
    ['group', 'groupId'],
  ].map((required) => ({ not: { required } })),
}

/** JSON text of a message of that queue, on one line. */
export function messageText(message: Message, { address, messages }: Queue, times: Times): string {
  return objectText(messageRows, { message, queue: address, turn: messages.turnOf(message) }, times)
}

/** Relative to a save a hidden message says for how long it is, in a word for its state. */
function hiddenWord(message: Message, { relative, savedAtMs }: Times): 'delayed' | 'inFlight' | undefined {
  if (!relative || message.visibleAtMs <= savedAtMs) return undefined
  if (message.receiveCount > 0) return message.receivedAtMs > 0 ? 'inFlight' : undefined
  return message.receivedAtMs > 0 ? undefined : 'delayed'
}

function visibleAtText(message: Message, times: Times): string | undefined {
  if (message.visibleAtMs === message.sentAtMs || hiddenWord(message, times) !== undefined) return undefined
  return times.instant(message.visibleAtMs)
}

function hiddenText(word: 'delayed' | 'inFlight', message: Message, times: Times): string | undefined {
  if (!times.relative || message.visibleAtMs === message.sentAtMs) return undefined
  if (hiddenWord(message, times) !== word) return undefined
  return `"${durationText(message.visibleAtMs - times.savedAtMs)}"`
}

/**
 * A message of that queue, all of whose messages so far have lower sequences than `sequence`, which it has if it names
 * none. The draft becomes the record, in place: a copy of each of a million messages would take longer than all the rest.
 * Throws `ValidationError`.
 */
export function readMessage(value: unknown, queue: Queue, sequence: number, reading: DocumentReading): MessageRecord {
  const draft: MessageDraft = {}
  readMembers(messageReaders, draft, value, reading)
  const { address, settings } = queue
  if (draft.body === undefined) throw new ValidationError('a member "body", "json" or "base64" is expected')
  if (draft.id === undefined) draft.id = reading.freshId()
  if (draft.sequence === undefined) draft.sequence = sequence
  if (draft.sentAtMs === undefined) draft.sentAtMs = reading.presentMs()
  draft.senderId ??= address.account
  if (draft.visibleInMs !== undefined || draft.inFlightForMs !== undefined) hide(draft, reading)
  draft.visibleAtMs ??= draft.sentAtMs
  takeTurn(draft)
  if (draft.receiveCount !== undefined) {
    draft.delivery ??= draft.receiveCount
    if (reading.byHand) draft.firstReceivedAtMs ??= firstReceive(draft)
  }
  if (draft.deadLetterSource !== undefined) resolveSource(draft, address, reading)
  if (!reading.byHand) checkSize(draft.body, draft.attributes)
  else {
    if (settings.fifo) join(draft, queue)
    checkMessage(draft, queue, reading)
  }
  return draft as MessageRecord
}

function received(value: unknown, reading: Reading): number {
  return pastInstant(value, reading, 'a message cannot have been received yet')
}

function resolveSource(draft: MessageDraft, queue: QueueAddress, reading: Reading): void {
  const deadLetterSource = within('deadLetterSource', () => readReference(draft.deadLetterSource, queue, reading))
  draft.extras = { ...draft.extras, deadLetterSource }
  delete draft.deadLetterSource
}

/** A member for what few messages carry. */
function ofExtras<K extends keyof MessageExtras>(
  name: K,
  decode: Decode<MessageExtras[K]>,
  write: (extras: MessageExtras) => string | undefined,
  schema: Fragment,
): Members<HeldMessage, MessageDraft>[string] {
  return {
    write: ({ message }) => message.extras && write(message.extras),
    read(draft, value, reading) {
      draft.extras = { ...draft.extras, [name]: decode(value, reading) }
    },
    schema,
  }
}

function priority(value: unknown): number {
  const read = count(value)
  if (read < 1 || read > 16) throw new ValidationError('a number from 1 to 16 is expected')
  return read
}
