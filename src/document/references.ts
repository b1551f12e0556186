import type { QueueAddress } from '../core/model.ts'
import { sizeDifference, usualMaximumBytes } from '../core/rules/subscriptions.ts'
import { type Queue, queueKey, type State } from '../core/state.ts'
import type { Topic } from '../core/topic.ts'
import { nameOfSetting } from './attributes.ts'
import type { DocumentReading } from './reading.ts'
import { validationErrorText } from './unreadable.ts'
import { type JsonObject, ValidationError } from './values.ts'

/** A dead-letter queue that a queue names. */
type DeadLetterReference = { readonly queue: Queue; readonly path: readonly (string | number)[] }

/**
 * What the queues and topics of a document say of queues, which can be looked at only once all are read. What people
 * wrote must lead somewhere; what twinmq wrote may not, since a queue can be deleted while others name it.
 */
export class References {
  readonly #state: State
  readonly #reading: DocumentReading
  readonly #deadLetters: DeadLetterReference[] = []
  readonly #notices: string[] = []
  #queues = 0

  constructor(state: State, reading: DocumentReading) {
    this.#state = state
    this.#reading = reading
  }

  /** The next queue, and what the document says of it. */
  queue(queue: Queue, { attributes }: JsonObject): void {
    const index = this.#queues
    this.#queues += 1
    if (!queue.settings.redrive) return
    const name = nameOfSetting(attributes, 'redrive') ?? ''
    this.#deadLetters.push({ queue, path: ['queues', index, 'attributes', name] })
  }

  /** What people should know. Throws `ValidationError` for what leads nowhere. */
  check(): readonly string[] {
    for (const { queue, path } of this.#deadLetters) this.#checkDeadLetters(queue, path)
    for (const [index, topic] of [...this.#state.topics.byId.values()].entries())
      for (const [at, { settings }] of [...topic.subscriptions.values()].entries()) {
        const { endpoint } = settings
        if (endpoint.kind !== 'queue') continue
        const queue = this.#find(endpoint.queue)
        const path = ['topics', index, 'subscriptions', at, 'endpoint']
        if (!queue) this.#wrong(noQueue(endpoint.queue), path)
        else if (this.#reading.byHand) this.#checkSize(queue, topic, path)
      }
    return this.#notices
  }

  /** Sizes may have changed since a subscription was made, so what twinmq wrote is left as it is. */
  #checkSize(queue: Queue, topic: Topic, path: readonly (string | number)[]): void {
    const problem = sizeDifference(queue, topic, usualMaximumBytes)
    if (!problem) return
    const { queueBytes, topicBytes } = problem
    this.#wrong(
      `the MaximumMessageSize of queue ${queue.address.name}, ${queueBytes} bytes, is below that of topic ${topic.address.name}, ${topicBytes} bytes`,
      path,
    )
  }

  #checkDeadLetters({ settings, address }: Queue, path: DeadLetterReference['path']): void {
    const { deadLetterQueue } = settings.redrive!
    const target = this.#find(deadLetterQueue)
    if (!target) this.#wrong(noQueue(deadLetterQueue), path)
    else if (target.settings.fifo !== settings.fifo) {
      const [fifo, standard] = settings.fifo ? [address, deadLetterQueue] : [deadLetterQueue, address]
      this.#wrong(
        `${fifo.name} is a FIFO queue and ${standard.name} is not: a dead-letter queue must be of the same kind`,
        path,
      )
    }
  }

  #find(address: QueueAddress): Queue | undefined {
    const key = queueKey(this.#state.namespace, address)
    return this.#state.queues.get(key) ?? this.#reading.context.into?.queues.get(key)
  }

  #wrong(problem: string, path: DeadLetterReference['path']): void {
    const invalid = new ValidationError(problem)
    invalid.path.push(...path)
    if (this.#reading.byHand) throw invalid
    this.#notices.push(validationErrorText(invalid))
  }
}

function noQueue({ account, region, name }: QueueAddress): string {
  return `there is no queue ${name} of account ${account} in region ${region}`
}
