import { restoreMessage, restoreQueue } from '../core/evolve.ts'
import {
  emptyState,
  type MessageRecord,
  type Namespace,
  type Queue,
  type QueueRecord,
  queueKey,
  type State,
} from '../core/model.ts'
import {
  type HeadDraft,
  headMembers,
  type MessageDraft,
  messageMembers,
  type QueueDraft,
  queueMembers,
  type Snapshot,
} from './document.ts'
import { list, Misfit, object, type ReadInto, readMembers, within } from './values.ts'

/** Builds a state from the parts of a document, which come in their order. Each throws `Misfit`. */
export class DocumentReader {
  readonly #state: State
  #head: HeadDraft = {}
  #queue: Queue | undefined
  #lastSequence = 0

  constructor(namespace: Namespace) {
    this.#state = emptyState(namespace)
  }

  /** The document without its queues. */
  head(value: unknown): void {
    const head: HeadDraft = {}
    readMembers(headReaders, head, value)
    this.#head = head
    this.#state.sequence = head.sequence ?? 0
    this.#state.origin = head.origin ?? 0
    this.#state.changedAtMs = head.changedAtMs ?? 0
    for (const { queue, atMs } of head.deleted ?? []) this.#state.deletedAtMs.set(queue, atMs)
  }

  /** A queue without its messages. */
  queue(value: unknown): void {
    const draft: QueueDraft = {}
    readMembers(queueReaders, draft, value)
    const record = queueRecord(draft)
    const key = queueKey(this.#state.namespace, record.address)
    if (this.#state.queues.has(key)) {
      throw new Misfit(`there is a queue ${key} already, as can be in a file written with --namespace isolated`)
    }
    if (this.#state.queuesById.has(record.id)) throw new Misfit(`there is a queue with id ${record.id} already`)
    /* A queue has the number of its command, so a file without `sequence` must not lead to the same number again. */
    this.#state.sequence = Math.max(this.#state.sequence, this.#state.origin + record.id)
    this.#queue = restoreQueue(this.#state, record)
    this.#lastSequence = 0
  }

  /** The next message of the queue that was read last. */
  message(value: unknown): void {
    const queue = this.#queue!
    const draft: MessageDraft = {}
    readMembers(messageReaders, draft, value)
    const record = messageRecord(draft, queue.address.account)
    if (record.sequence <= this.#lastSequence) {
      throw new Misfit(`a sequence higher than ${this.#lastSequence}, that of the message before, is expected`)
    }
    this.#lastSequence = record.sequence
    restoreMessage(queue, record)
  }

  /** The whole document, already parsed. */
  document(value: unknown): void {
    const { queues = [], ...head } = object(value)
    this.head(head)
    within('queues', () => {
      for (const [index, queue] of list(queues).entries()) within(index, () => this.#wholeQueue(queue))
    })
  }

  #wholeQueue(value: unknown): void {
    const { messages = [], ...queue } = object(value)
    this.queue(queue)
    within('messages', () => {
      for (const [index, message] of list(messages).entries()) within(index, () => this.message(message))
    })
  }

  /** What was read. */
  get snapshot(): Snapshot {
    return { state: this.#state, journalFrom: this.#head.journalFrom ?? this.#state.sequence + 1 }
  }
}

const headReaders = readersOf(headMembers)
const queueReaders = readersOf(queueMembers)
const messageReaders = readersOf(messageMembers)

function readersOf<D>(members: {
  readonly [name: string]: { readonly read: ReadInto<D> }
}): ReadonlyMap<string, ReadInto<D>> {
  return new Map(Object.entries(members).map(([name, member]) => [name, member.read]))
}

function queueRecord(draft: QueueDraft): QueueRecord {
  const createdAtMs = needed(draft.createdAtMs, 'created')
  return {
    id: needed(draft.id, 'id'),
    address: {
      account: needed(draft.account, 'account'),
      region: needed(draft.region, 'region'),
      name: needed(draft.name, 'name'),
    },
    settings: draft.settings ?? {},
    tags: draft.tags ?? [],
    createdAtMs,
    modifiedAtMs: draft.modifiedAtMs ?? createdAtMs,
    purgedAtMs: draft.purgedAtMs ?? 0,
    lastSequence: draft.lastSequence ?? 0,
  }
}

/** Completes a draft into a record, in place: a copy of each of a million messages would take longer than all the rest. */
function messageRecord(draft: MessageDraft, account: string): MessageRecord {
  needed(draft.id, 'id')
  needed(draft.sequence, 'sequence')
  needed(draft.body, 'body')
  const sentAtMs = needed(draft.sentAtMs, 'sent')
  draft.senderId ??= account
  draft.visibleAtMs ??= sentAtMs
  if (draft.receiveCount !== undefined) draft.delivery ??= draft.receiveCount
  return draft as MessageRecord
}

function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Misfit(`a member "${name}" is expected`)
  return value
}
