import { restoreMessage, restoreQueue } from '../core/evolve.ts'
import { emptyState, type Namespace, type Queue, queueKey, type State } from '../core/model.ts'
import { restoreTopic } from '../core/topic-appliers.ts'
import { readDelivery } from './delivery-members.ts'
import { type HeadDraft, headMembers, type Snapshot } from './document.ts'
import { readersOf } from './members.ts'
import { readMessage } from './message-members.ts'
import { readQueue, readReceiveAttempt, readRecentSend } from './queue-members.ts'
import { readTopic } from './topic-members.ts'
import { list, Misfit, object, readMembers, within } from './values.ts'

/** Builds a state from the parts of a document, which come in their order. Each throws `Misfit`. */
export class DocumentReader {
  readonly #state: State
  #head: HeadDraft = {}
  #queue: Queue | undefined
  #lastSequence = 0

  constructor(namespace: Namespace) {
    this.#state = emptyState(namespace)
  }

  /** The document without its queues, topics and deliveries. */
  head(value: unknown): void {
    const head: HeadDraft = {}
    readMembers(headReaders, head, value)
    this.#head = head
    this.#state.sequence = head.sequence ?? 0
    this.#state.origin = head.origin ?? 0
    this.#state.changedAtMs = head.changedAtMs ?? 0
    for (const { queue, atMs } of head.deleted ?? []) this.#state.deletedAtMs.set(queue, atMs)
    for (const task of head.moveTasks ?? []) this.#state.moveTasks.set(task.id, task)
    for (const { account, ...settings } of head.accounts ?? []) this.#state.topics.accounts.set(account, settings)
  }

  /** A queue without its lists. */
  queue(value: unknown): void {
    const record = readQueue(value)
    const key = queueKey(this.#state.namespace, record.address)
    if (this.#state.queues.has(key)) {
      throw new Misfit(`there is a queue ${key} already, as can be in a file written with --namespace isolated`)
    }
    if (this.#state.queuesById.has(record.id)) throw new Misfit(`there is a queue with id ${record.id} already`)
    this.#numberTaken(record.id)
    this.#queue = restoreQueue(this.#state, record)
    this.#lastSequence = 0
  }

  /** The next of the sends that the queue that was read last compares others with. */
  recentSend(value: unknown): void {
    const { key, ...send } = readRecentSend(value)
    this.#queue!.recentSends.set(key, send)
  }

  /** The next of the attempts to receive that the queue that was read last knows. */
  receiveAttempt(value: unknown): void {
    const { id, ...attempt } = readReceiveAttempt(value)
    this.#queue!.receiveAttempts.set(id, attempt)
  }

  /** The next message of the queue that was read last. */
  message(value: unknown): void {
    const queue = this.#queue!
    const record = readMessage(value, queue.address)
    if (record.sequence <= this.#lastSequence) {
      throw new Misfit(`a sequence higher than ${this.#lastSequence}, that of the message before, is expected`)
    }
    this.#lastSequence = record.sequence
    restoreMessage(queue, record)
  }

  /** The next topic. */
  topic(value: unknown): void {
    const record = readTopic(value)
    const { topics, namespace } = this.#state
    const key = queueKey(namespace, record.address)
    if (topics.byKey.has(key)) {
      throw new Misfit(`there is a topic ${key} already, as can be in a file written with --namespace isolated`)
    }
    if (topics.byId.has(record.id)) throw new Misfit(`there is a topic with id ${record.id} already`)
    this.#numberTaken(record.id)
    restoreTopic(this.#state, record)
  }

  /** The next delivery, of a topic that was read. */
  delivery(value: unknown): void {
    const { topics } = this.#state
    const delivery = readDelivery(value, topics)
    if (topics.deliveries.has(delivery.id)) throw new Misfit(`there is a delivery ${delivery.id} already`)
    topics.addDelivery(delivery)
  }

  /** A queue or topic has the number of its command, so a file without `sequence` must not lead to the same number again. */
  #numberTaken(id: number): void {
    this.#state.sequence = Math.max(this.#state.sequence, this.#state.origin + id)
  }

  /** The whole document, already parsed. */
  document(value: unknown): void {
    const { queues = [], topics = [], deliveries = [], ...head } = object(value)
    this.head(head)
    eachItem('queues', queues, (queue) => this.#wholeQueue(queue))
    eachItem('topics', topics, (topic) => this.topic(topic))
    eachItem('deliveries', deliveries, (delivery) => this.delivery(delivery))
  }

  #wholeQueue(value: unknown): void {
    const { recentSends = [], receiveAttempts = [], messages = [], ...queue } = object(value)
    this.queue(queue)
    eachItem('recentSends', recentSends, (item) => this.recentSend(item))
    eachItem('receiveAttempts', receiveAttempts, (item) => this.receiveAttempt(item))
    eachItem('messages', messages, (item) => this.message(item))
  }

  /** What was read. */
  get snapshot(): Snapshot {
    return { state: this.#state, journalFrom: this.#head.journalFrom ?? this.#state.sequence + 1 }
  }
}

const headReaders = readersOf(headMembers)

function eachItem(name: string, value: unknown, read: (item: unknown) => void): void {
  within(name, () => {
    for (const [index, item] of list(value).entries()) within(index, () => read(item))
  })
}
