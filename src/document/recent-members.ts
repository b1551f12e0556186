import type { ReceiveAttempt, RecentSend } from '../core/state.ts'
import { amountOf, idOf, instantOf, itemsOf, serialOf, textOf } from './fragments.ts'
import { instant } from './instants.ts'
import {
  type Draft,
  listText,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  rowsOf,
  schemaOf,
  type Times,
} from './members.ts'
import { amount, listOf, messageId, type Reading, readMembers, serial, text } from './values.ts'

type KeyedSend = RecentSend & { readonly key: string }

const ofSend = membersOf<KeyedSend, Draft<KeyedSend>>()
const sendMembers: Members<KeyedSend, Draft<KeyedSend>> = {
  key: ofSend('key', text, ({ key }) => JSON.stringify(key), textOf('What later sends are compared by.')),
  id: ofSend('id', messageId, ({ id }) => JSON.stringify(id), idOf('Id of the message.')),
  sequence: ofSend('sequence', serial, ({ sequence }) => `${sequence}`, serialOf('Its number in the queue.')),
  sent: ofSend(
    'sentAtMs',
    instant,
    ({ sentAtMs }, times) => times.instant(sentAtMs),
    instantOf('When the message was sent.'),
  ),
}
const sendRows = rowsOf(sendMembers)
const sendReaders = readersOf(sendMembers)

/** What an accepted send may be. */
export const recentSendSchema = schemaOf(sendMembers, 'key', 'id', 'sequence', 'sent')

/** JSON text of an accepted send, on one line. */
export function recentSendText(key: string, { id, sequence, sentAtMs }: RecentSend, times: Times): string {
  return objectText(sendRows, { key, id, sequence, sentAtMs }, times)
}

/** Throws `ValidationError`. */
export function readRecentSend(value: unknown, reading: Reading): KeyedSend {
  const draft: Draft<KeyedSend> = {}
  readMembers(sendReaders, draft, value, reading)
  return {
    key: needed(draft.key, 'key'),
    id: needed(draft.id, 'id'),
    sequence: needed(draft.sequence, 'sequence'),
    sentAtMs: needed(draft.sentAtMs, 'sent'),
  }
}

type KeyedAttempt = ReceiveAttempt & { readonly id: string }
type AttemptedMessage = ReceiveAttempt['messages'][number]

const ofAttempted = membersOf<AttemptedMessage, Draft<AttemptedMessage>>()
const attemptedMembers: Members<AttemptedMessage, Draft<AttemptedMessage>> = {
  sequence: ofAttempted('sequence', serial, ({ sequence }) => `${sequence}`, serialOf('Its number in the queue.')),
  receipt: ofAttempted('delivery', amount, ({ delivery }) => `${delivery}`, amountOf('Number of the receipt.')),
}
const attemptedRows = rowsOf(attemptedMembers)
const attemptedReaders = readersOf(attemptedMembers)

const ofAttempt = membersOf<KeyedAttempt, Draft<KeyedAttempt>>()
const attemptMembers: Members<KeyedAttempt, Draft<KeyedAttempt>> = {
  id: ofAttempt('id', text, ({ id }) => JSON.stringify(id), textOf('ReceiveRequestAttemptId.')),
  at: ofAttempt('atMs', instant, ({ atMs }, times) => times.instant(atMs), instantOf('When it was received.')),
  visibleAt: ofAttempt(
    'visibleAtMs',
    instant,
    ({ visibleAtMs }, times) => times.instant(visibleAtMs),
    instantOf('Until when all of it was hidden.'),
  ),
  messages: ofAttempt(
    'messages',
    (value, reading) => listOf(value, (item) => readAttempted(item, reading)),
    ({ messages }, times) => listText(messages.map((message) => objectText(attemptedRows, message, times))),
    itemsOf(schemaOf(attemptedMembers, 'sequence', 'receipt'), 'The messages it returned.'),
  ),
}
const attemptRows = rowsOf(attemptMembers)
const attemptReaders = readersOf(attemptMembers)

/** What a receive that named an attempt may be. */
export const receiveAttemptSchema = schemaOf(attemptMembers, 'id', 'at', 'visibleAt', 'messages')

/** JSON text of a receive that named an attempt, on one line. */
export function receiveAttemptText(id: string, attempt: ReceiveAttempt, times: Times): string {
  return objectText(attemptRows, { id, ...attempt }, times)
}

/** Throws `ValidationError`. */
export function readReceiveAttempt(value: unknown, reading: Reading): KeyedAttempt {
  const draft: Draft<KeyedAttempt> = {}
  readMembers(attemptReaders, draft, value, reading)
  return {
    id: needed(draft.id, 'id'),
    atMs: needed(draft.atMs, 'at'),
    visibleAtMs: needed(draft.visibleAtMs, 'visibleAt'),
    messages: needed(draft.messages, 'messages'),
  }
}

function readAttempted(value: unknown, reading: Reading): AttemptedMessage {
  const draft: Draft<AttemptedMessage> = {}
  readMembers(attemptedReaders, draft, value, reading)
  return { sequence: needed(draft.sequence, 'sequence'), delivery: needed(draft.delivery, 'receipt') }
}
