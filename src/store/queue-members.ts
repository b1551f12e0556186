import type {
  NamedText,
  Queue,
  QueueAddress,
  QueueRecord,
  QueueSettings,
  ReceiveAttempt,
  RecentSend,
} from '../core/model.ts'
import { readSettings, settingsText } from './attributes.ts'
import {
  type Draft,
  instantJson,
  listText,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  unless,
} from './members.ts'
import { namedTexts, readNamedTexts } from './named-values.ts'
import { count, flag, instant, listOf, messageId, readMembers, text, within } from './values.ts'

/** A queue as it is read. Its attributes may name other queues in short, which has a meaning only once it is known where it lives. */
type QueueDraft = Draft<Omit<QueueRecord, 'settings'>> & Draft<QueueAddress> & { attributes?: unknown }

const ofQueue = membersOf<Queue, QueueDraft>()

/** Members of a queue but for its lists, which stand last. */
export const queueMembers: Members<Queue, QueueDraft> = {
  name: ofQueue('name', text, (queue) => JSON.stringify(queue.address.name)),
  account: ofQueue('account', text, (queue) => JSON.stringify(queue.address.account)),
  region: ofQueue('region', text, (queue) => JSON.stringify(queue.address.region)),
  id: ofQueue('id', count, (queue) => `${queue.id}`),
  created: ofQueue('createdAtMs', instant, (queue) => instantJson(queue.createdAtMs)),
  /** Absent: as `created`. */
  modified: ofQueue('modifiedAtMs', instant, (queue) => unless(queue.createdAtMs, queue.modifiedAtMs, instantJson)),
  /** Absent: never. */
  purged: ofQueue('purgedAtMs', instant, (queue) => unless(0, queue.purgedAtMs, instantJson)),
  /** Absent: that of the newest message. */
  lastSequence: ofQueue('lastSequence', count, (queue) => unless(0, queue.lastSequence, String)),
  attributes: ofQueue(
    'attributes',
    (value) => value,
    (queue) => settingsText(queue.settings, queue.address),
  ),
  /** Whether a deduplication id counts within its group only; absent: as DeduplicationScope says. */
  deduplicatesByGroup: ofQueue('deduplicatesByGroup', flag, (queue) =>
    unless(byGroup(queue.settings), queue.deduplicatesByGroup, String),
  ),
  tags: ofQueue('tags', readNamedTexts, (queue) => (queue.tags.size > 0 ? namedTexts(tagsOf(queue)) : undefined)),
}

const queueReaders = readersOf(queueMembers)

/** A queue without its lists. Throws `Misfit`. */
export function readQueue(value: unknown): QueueRecord {
  const draft: QueueDraft = {}
  readMembers(queueReaders, draft, value)
  const createdAtMs = needed(draft.createdAtMs, 'created')
  const address = {
    account: needed(draft.account, 'account'),
    region: needed(draft.region, 'region'),
    name: needed(draft.name, 'name'),
  }
  const { attributes } = draft
  const settings = attributes === undefined ? {} : within('attributes', () => readSettings(attributes, address))
  return {
    id: needed(draft.id, 'id'),
    address,
    settings,
    tags: draft.tags ?? [],
    createdAtMs,
    modifiedAtMs: draft.modifiedAtMs ?? createdAtMs,
    purgedAtMs: draft.purgedAtMs ?? 0,
    lastSequence: draft.lastSequence ?? 0,
    deduplicatesByGroup: draft.deduplicatesByGroup ?? byGroup(settings),
  }
}

function byGroup({ deduplicationScope }: QueueSettings): boolean {
  return deduplicationScope === 'messageGroup'
}

function tagsOf(queue: Queue): NamedText[] {
  return [...queue.tags].map(([name, value]) => ({ name, value }))
}

type KeyedSend = RecentSend & { readonly key: string }

const ofSend = membersOf<KeyedSend, Draft<KeyedSend>>()
const sendMembers: Members<KeyedSend, Draft<KeyedSend>> = {
  /** What later sends are compared by. */
  key: ofSend('key', text, ({ key }) => JSON.stringify(key)),
  id: ofSend('id', messageId, ({ id }) => JSON.stringify(id)),
  sequence: ofSend('sequence', count, ({ sequence }) => `${sequence}`),
  sent: ofSend('sentAtMs', instant, ({ sentAtMs }) => instantJson(sentAtMs)),
}
const sendRows = Object.entries(sendMembers)
const sendReaders = readersOf(sendMembers)

/** JSON text of an accepted send, on one line. */
export function recentSendText(key: string, { id, sequence, sentAtMs }: RecentSend): string {
  return objectText(sendRows, { key, id, sequence, sentAtMs })
}

/** Throws `Misfit`. */
export function readRecentSend(value: unknown): KeyedSend {
  const draft: Draft<KeyedSend> = {}
  readMembers(sendReaders, draft, value)
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
  sequence: ofAttempted('sequence', count, ({ sequence }) => `${sequence}`),
  receipt: ofAttempted('delivery', count, ({ delivery }) => `${delivery}`),
}
const attemptedRows = Object.entries(attemptedMembers)
const attemptedReaders = readersOf(attemptedMembers)

const ofAttempt = membersOf<KeyedAttempt, Draft<KeyedAttempt>>()
const attemptMembers: Members<KeyedAttempt, Draft<KeyedAttempt>> = {
  /** ReceiveRequestAttemptId. */
  id: ofAttempt('id', text, ({ id }) => JSON.stringify(id)),
  at: ofAttempt('atMs', instant, ({ atMs }) => instantJson(atMs)),
  visibleAt: ofAttempt('visibleAtMs', instant, ({ visibleAtMs }) => instantJson(visibleAtMs)),
  messages: ofAttempt(
    'messages',
    (value) => listOf(value, readAttempted),
    ({ messages }) => listText(messages.map((message) => objectText(attemptedRows, message))),
  ),
}
const attemptRows = Object.entries(attemptMembers)
const attemptReaders = readersOf(attemptMembers)

/** JSON text of a receive that named an attempt, on one line. */
export function receiveAttemptText(id: string, { atMs, visibleAtMs, messages }: ReceiveAttempt): string {
  return objectText(attemptRows, { id, atMs, visibleAtMs, messages })
}

/** Throws `Misfit`. */
export function readReceiveAttempt(value: unknown): KeyedAttempt {
  const draft: Draft<KeyedAttempt> = {}
  readMembers(attemptReaders, draft, value)
  return {
    id: needed(draft.id, 'id'),
    atMs: needed(draft.atMs, 'at'),
    visibleAtMs: needed(draft.visibleAtMs, 'visibleAt'),
    messages: needed(draft.messages, 'messages'),
  }
}

function readAttempted(value: unknown): AttemptedMessage {
  const draft: Draft<AttemptedMessage> = {}
  readMembers(attemptedReaders, draft, value)
  return { sequence: needed(draft.sequence, 'sequence'), delivery: needed(draft.delivery, 'receipt') }
}
