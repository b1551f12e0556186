import {
  defaultPriority,
  type Message,
  type MessageRecord,
  type NamedText,
  type Queue,
  type QueueAddress,
  type QueueRecord,
  type State,
} from '../core/model.ts'
import { readSettings, settingsText } from './attributes.ts'
import { attributeTexts, namedTexts, readAttributes, readNamedTexts } from './named-values.ts'
import {
  count,
  instant,
  instantText,
  into,
  listOf,
  Misfit,
  messageId,
  type ReadInto,
  readMembers,
  text,
} from './values.ts'

/** What the document holds: a state, and where the journal goes on from it. */
export type Snapshot = {
  readonly state: State
  /**
   * Sequence of the first entry that must be applied to the state. The state may hold some of what later entries did,
   * since entries are added while it is written; applying them again does no harm.
   */
  readonly journalFrom: number
}

/** One member of an object of the document, both ways. `write` gives JSON text, or undefined to leave it out as it stands at its default. */
type Member<S, D> = { readonly write: (source: S) => string | undefined; readonly read: ReadInto<D> }
type Members<S, D> = { readonly [name: string]: Member<S, D> }

/** A record while it is read. */
type Draft<T> = { -readonly [K in keyof T]?: T[K] }

/** The document but for its queues, as it is written. */
export type Head = { readonly snapshot: Snapshot; readonly savedAtMs: number }

/** The document as it is read. */
export type HeadDraft = {
  schema?: string
  version?: number
  savedAtMs?: number
  sequence?: number
  origin?: number
  changedAtMs?: number
  journalFrom?: number
  deleted?: readonly DeletedQueue[]
}

/** `queue` is a key of `State.queues`. */
type DeletedQueue = { readonly queue: string; readonly atMs: number }

const ofHead = membersOf<Head, HeadDraft>()

/** Members of the document but for `queues`, which stands last. */
export const headMembers: Members<Head, HeadDraft> = {
  $schema: ofHead('schema', text, () => '"urn:twinmq:snapshot:1"'),
  twinmq: ofHead('version', version, () => '1'),
  savedAt: ofHead('savedAtMs', instant, (head) => instantJson(head.savedAtMs)),
  sequence: ofHead('sequence', count, ({ snapshot }) => `${snapshot.state.sequence}`),
  origin: ofHead('origin', count, ({ snapshot }) => unless(0, snapshot.state.origin, String)),
  changedAt: ofHead('changedAtMs', instant, ({ snapshot }) => unless(0, snapshot.state.changedAtMs, instantJson)),
  journalFrom: ofHead('journalFrom', count, ({ snapshot }) => `${snapshot.journalFrom}`),
  deletedQueues: ofHead('deleted', deletedQueues, ({ snapshot }) => deletedJson(snapshot.state.deletedAtMs)),
}

/** A queue as it is read. */
export type QueueDraft = Draft<QueueRecord> & Draft<QueueAddress>

const ofQueue = membersOf<Queue, QueueDraft>()

/** Members of a queue but for `messages`, which stands last. */
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
  attributes: ofQueue('settings', readSettings, (queue) => settingsText(queue.settings)),
  tags: ofQueue('tags', readNamedTexts, (queue) => (queue.tags.size > 0 ? namedTexts(tagsOf(queue)) : undefined)),
}

/** A message as it is written, with the account of its queue: that is the sender unless another is named. */
type HeldMessage = { readonly message: Message; readonly account: string }

/** A message as it is read. */
export type MessageDraft = Draft<MessageRecord>

const ofMessage = membersOf<HeldMessage, MessageDraft>()

/** Members of a message. */
export const messageMembers: Members<HeldMessage, MessageDraft> = {
  body: ofMessage('body', text, ({ message }) => JSON.stringify(message.body)),
  attributes: ofMessage('attributes', readAttributes, ({ message }) => given(message.attributes, attributeTexts)),
  id: ofMessage('id', messageId, ({ message }) => JSON.stringify(message.id)),
  sequence: ofMessage('sequence', count, ({ message }) => `${message.sequence}`),
  sender: ofMessage('senderId', text, ({ message, account }) => unless(account, message.senderId, JSON.stringify)),
  groupId: ofMessage('groupId', text, ({ message }) => given(message.groupId, JSON.stringify)),
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
  /** SQS system attribute AWSTraceHeader. */
  traceHeader: {
    write: ({ message }) => given(message.extras?.traceHeader, JSON.stringify),
    read(draft, value) {
      draft.extras = { ...draft.extras, traceHeader: text(value) }
    },
  },
  /** MNS SystemProperties. */
  systemProperties: {
    write: ({ message }) => given(message.extras?.systemProperties, namedTexts),
    read(draft, value) {
      draft.extras = { ...draft.extras, systemProperties: readNamedTexts(value) }
    },
  },
}

/** Makes rows of a table of members: the place in the draft, how a value is read into it, how it is written. */
function membersOf<S, D>() {
  return <K extends keyof D>(
    place: K,
    decode: (value: unknown) => D[K],
    write: (source: S) => string | undefined,
  ): Member<S, D> => ({ write, read: into(place, decode) })
}

function unless<T>(absent: T, value: T, write: (value: T) => string): string | undefined {
  return value === absent ? undefined : write(value)
}

function given<T>(value: T | undefined, write: (value: T) => string): string | undefined {
  return value === undefined ? undefined : write(value)
}

function instantJson(instantMs: number): string {
  return `"${instantText(instantMs)}"`
}

function version(value: unknown): number {
  if (value !== 1) throw new Misfit('version 1 is expected; this file may come from a newer twinmq')
  return 1
}

function priority(value: unknown): number {
  const read = count(value)
  if (read < 1 || read > 16) throw new Misfit('a number from 1 to 16 is expected')
  return read
}

function tagsOf(queue: Queue): NamedText[] {
  return [...queue.tags].map(([name, value]) => ({ name, value }))
}

/** A list: its order is that of deletion, which an object would not keep for every name. */
function deletedJson(deletedAtMs: ReadonlyMap<string, number>): string | undefined {
  const items = [...deletedAtMs].map(
    ([queue, atMs]) => `{ "queue": ${JSON.stringify(queue)}, "at": ${instantJson(atMs)} }`,
  )
  return items.length > 0 ? `[${items.join(', ')}]` : undefined
}

const deletedRows = new Map<string, ReadInto<Draft<DeletedQueue>>>([
  ['queue', into('queue', text)],
  ['at', into('atMs', instant)],
])

function deletedQueues(value: unknown): DeletedQueue[] {
  return listOf(value, (item) => {
    const draft: Draft<DeletedQueue> = {}
    readMembers(deletedRows, draft, item)
    return { queue: text(draft.queue), atMs: count(draft.atMs) }
  })
}
