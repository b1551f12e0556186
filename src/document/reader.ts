import type { MessageRecord } from '../core/model.ts'
import { restoreMessage, restoreQueue, restoreTopic } from '../core/records.ts'
import { deduplicationKey, deduplicationWindowMs } from '../core/rules/deduplication.ts'
import { emptyState, type Queue, queueKey, type State } from '../core/state.ts'
import { readDelivery } from './delivery-members.ts'
import { digest, type HeadDraft, headMembers, type Snapshot, version } from './document.ts'
import { readersOf } from './members.ts'
import { readMessage } from './message-members.ts'
import { Numbers } from './numbers.ts'
import { queueReaders, readQueue } from './queue-members.ts'
import { type DocumentContext, DocumentReading } from './reading.ts'
import { readReceiveAttempt, readRecentSend } from './recent-members.ts'
import { References } from './references.ts'
import { readTopic } from './topic-members.ts'
import { TakenName } from './unreadable.ts'
import { type JsonObject, list, object, readMembers, unknownMember, ValidationError, within } from './values.ts'

/** What a document holds. */
export type DocumentRead = {
  /** For a merge the state holds only what is added, and its `sequence`, counted from `origin` 0, is the highest number in use. */
  readonly snapshot: Snapshot
  /** When twinmq wrote it, epoch milliseconds; undefined: people did. */
  readonly savedAtMs: number | undefined
  /** Warnings for people, such as a missing dead-letter queue. One line each. */
  readonly notices: readonly string[]
  /** Something was filled in, such as an id, or a time was relative: a later read may give other values. */
  readonly completed: boolean
  /** It has `journalFrom`, which only a store with a journal writes. */
  readonly ownsJournal: boolean
  /** Of a data file: both that it is sealed and its digest are there, or one of them is missing. */
  readonly seal: 'none' | 'whole' | 'broken'
  /** Generated ids of messages. */
  readonly madeIds: ReadonlySet<string>
}

/** Builds a state from the parts of a document, which come in their order. Each throws `ValidationError`. */
export class DocumentReader {
  readonly #state: State
  readonly #into: State | undefined
  readonly #reading: DocumentReading
  readonly #numbers: Numbers
  readonly #references: References
  #head: HeadDraft = {}
  #hasDigest = false
  #queue: Queue | undefined
  #lastSequence = 0
  /** Whether the queue read last lists its accepted sends. */
  #tellsSends = false
  /** When messages of that queue were sent, in documents of people, by deduplication key. */
  readonly #sentAtMs = new Map<string, number>()

  constructor(context: DocumentContext) {
    this.#state = emptyState(context.namespace)
    this.#into = context.into
    this.#reading = new DocumentReading(context)
    this.#numbers = new Numbers(this.#reading)
    this.#references = new References(this.#state, this.#reading)
  }

  /** The document without its queues, topics and deliveries. */
  head(value: unknown): void {
    const head: HeadDraft = {}
    const reading = this.#reading
    const members = ours(value)
    if (Object.hasOwn(members, 'savedAt')) reading.savedByTwinmq()
    readMembers(headReaders, head, members, reading)
    this.#head = head
    const { accounts } = this.#state.topics
    for (const { account, ...settings } of head.accounts ?? [])
      if (!this.#into?.topics.accounts.has(account)) accounts.set(account, settings)
    if (this.#into) {
      reading.noted(this.#into.sequence - this.#into.origin)
      this.#state.changedAtMs = reading.nowMs
    } else this.#takeHead(head)
  }

  #takeHead({ sequence, origin = 0, starts = 0, changedAtMs, deleted = [] }: HeadDraft): void {
    const state = this.#state
    state.origin = origin
    state.starts = starts
    state.sequence = sequence ?? origin
    if (state.sequence < origin) within('origin', () => notAfterSequence(state.sequence))
    this.#reading.noted(state.sequence - origin)
    state.changedAtMs = changedAtMs ?? (this.#reading.byHand ? this.#reading.presentMs() : 0)
    for (const { queue, atMs } of deleted) state.deletedAtMs.set(queue, atMs)
  }

  /** A queue without its lists. */
  queue(value: unknown): void {
    const record = readQueue(value, (named) => this.#numbers.queue(named), this.#reading)
    const { queues, namespace } = this.#state
    const key = queueKey(namespace, record.address)
    if (queues.has(key)) throw twice(`queue ${key}`, namespace)
    if (this.#into?.queues.has(key)) throw new TakenName(`queue ${key} already exists`)
    this.#queue = restoreQueue(this.#state, record)
    this.#lastSequence = 0
    this.#tellsSends = false
    this.#sentAtMs.clear()
    this.#references.queue(this.#queue, object(value))
  }

  /** The next accepted send of the queue read last. */
  recentSend(value: unknown): void {
    const { key, ...send } = readRecentSend(value, this.#reading)
    this.#queue!.recentSends.set(key, send)
    this.#tellsSends = true
  }

  /** The next receive attempt of the queue read last. */
  receiveAttempt(value: unknown): void {
    const { id, ...attempt } = readReceiveAttempt(value, this.#reading)
    this.#queue!.receiveAttempts.set(id, attempt)
  }

  /** The next message of the queue read last. */
  message(value: unknown): void {
    const queue = this.#queue!
    const record = readMessage(value, queue, this.#lastSequence + 1, this.#reading)
    if (record.sequence <= this.#lastSequence) {
      throw new ValidationError(`a sequence higher than ${this.#lastSequence}, that of the message before, is expected`)
    }
    this.#lastSequence = record.sequence
    restoreMessage(queue, record)
    if (queue.settings.fifo && this.#reading.byHand) this.#remember(queue, record)
  }

  /** A message that people put into a FIFO queue deduplicates later sends. */
  #remember(queue: Queue, { id, sequence, sentAtMs, groupId = '', extras }: MessageRecord): void {
    const named = extras?.deduplicationId
    if (named === undefined || named === id || extras?.deadLetterSource !== undefined) return
    const key = deduplicationKey(queue, groupId, named)
    const earlierMs = this.#sentAtMs.get(key) ?? Number.NEGATIVE_INFINITY
    if (Math.abs(sentAtMs - earlierMs) < deduplicationWindowMs) throw duplicate(queue)
    this.#sentAtMs.set(key, sentAtMs)
    if (this.#tellsSends || sentAtMs + deduplicationWindowMs <= this.#reading.nowMs) return
    queue.recentSends.set(key, { id, sequence, sentAtMs })
  }

  /** The next topic. */
  topic(value: unknown): void {
    const record = readTopic(value, (named) => this.#numbers.topic(named), this.#reading)
    const { topics, namespace } = this.#state
    const key = queueKey(namespace, record.address)
    if (topics.byKey.has(key)) throw twice(`topic ${key}`, namespace)
    if (this.#into?.topics.byKey.has(key)) throw new TakenName(`topic ${key} already exists`)
    restoreTopic(this.#state, record)
  }

  /** The next delivery, of a topic that was read. */
  delivery(value: unknown): void {
    const { topics } = this.#state
    const delivery = readDelivery(value, (named) => topics.byId.get(this.#numbers.topicNamed(named)), this.#reading)
    if (topics.deliveries.has(delivery.id)) throw new ValidationError(`delivery ${delivery.id} already exists`)
    if (this.#into?.topics.deliveries.has(delivery.id)) throw new TakenName(`delivery ${delivery.id} already exists`)
    topics.addDelivery(delivery)
  }

  /** The digest at the end. */
  digest(value: unknown): void {
    within('digest', () => digest(value))
    this.#hasDigest = true
  }

  /** The whole document, already parsed. */
  document(value: unknown): void {
    const { queues = [], topics = [], deliveries = [], digest, ...head } = object(value)
    refuseUnknown(ours(head), headReaders, ['queues', 'topics', 'deliveries', 'digest'])
    this.head(head)
    this.#numbers.scan(queues, topics)
    eachItem('queues', queues, (queue) => this.#wholeQueue(queue))
    eachItem('topics', topics, (topic) => this.topic(topic))
    eachItem('deliveries', deliveries, (delivery) => this.delivery(delivery))
    if (digest !== undefined) this.digest(digest)
  }

  #wholeQueue(value: unknown): void {
    const { recentSends = [], receiveAttempts = [], messages = [], ...queue } = object(value)
    refuseUnknown(queue, queueReaders, ['recentSends', 'receiveAttempts', 'messages'])
    this.queue(queue)
    eachItem('recentSends', recentSends, (item) => this.recentSend(item))
    eachItem('receiveAttempts', receiveAttempts, (item) => this.receiveAttempt(item))
    eachItem('messages', messages, (item) => this.message(item))
  }

  /** The document read. Throws `ValidationError` for faults that only the whole document shows. */
  finish(): DocumentRead {
    const state = this.#state
    const reading = this.#reading
    within('moveTasks', () => this.#addTasks())
    const notices = this.#references.check()
    state.sequence = Math.max(state.sequence, state.origin + reading.highestNumber)
    const journalFrom = this.#into ? undefined : this.#head.journalFrom
    /* What is appended before that number would be passed over by the next start. */
    if (reading.byHand && journalFrom !== undefined && journalFrom > state.sequence + 1)
      within('journalFrom', () => notAfterSequence(state.sequence + 1))
    return {
      snapshot: { state, journalFrom: journalFrom ?? state.sequence + 1 },
      savedAtMs: this.#head.savedAtMs,
      notices,
      completed: reading.completed,
      ownsJournal: journalFrom !== undefined,
      seal: (this.#head.sealed ?? false) !== this.#hasDigest ? 'broken' : this.#hasDigest ? 'whole' : 'none',
      madeIds: reading.madeIds,
    }
  }

  #addTasks(): void {
    for (const [index, task] of (this.#head.moveTasks ?? []).entries()) {
      if (this.#into?.moveTasks.has(task.id))
        within(index, () => {
          throw new TakenName(`move task ${task.id} already exists`)
        })
      this.#state.moveTasks.set(task.id, { ...task, sourceId: this.#numbers.queueNamed(task.sourceId) })
    }
  }
}

const headReaders = readersOf(headMembers)

/** The version is checked first, since a newer one may have other members. */
function ours(value: unknown): JsonObject {
  const source = object(value)
  if (source.twinmq !== undefined) within('twinmq', () => version(source.twinmq))
  return source
}

function notAfterSequence(sequence: number): never {
  throw new ValidationError(`a number of at most ${sequence}, that of the last command, is expected`)
}

function twice(what: string, namespace: State['namespace']): ValidationError {
  const why = namespace === 'shared' ? ', which is possible in a file written with --namespace isolated' : ''
  return new ValidationError(`${what} already exists${why}`)
}

function duplicate({ settings }: Queue): ValidationError {
  const why = settings.contentBasedDeduplication ? ', or without one the same body' : ''
  return new ValidationError(
    `a deduplicationId of its own is expected: a message with the same one${why}, sent less than five minutes apart, is already here`,
  )
}

/** Lists stand beside the members that have rows, and may be what someone meant. */
function refuseUnknown(source: JsonObject, rows: ReadonlyMap<string, unknown>, lists: readonly string[]): void {
  for (const name of Object.keys(source))
    if (!rows.has(name))
      within(name, () => {
        throw unknownMember(name, [...rows.keys(), ...lists])
      })
}

function eachItem(name: string, value: unknown, read: (item: unknown) => void): void {
  within(name, () => {
    for (const [index, item] of list(value).entries()) within(index, () => read(item))
  })
}
