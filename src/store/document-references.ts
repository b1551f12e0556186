import { type Queue, type QueueAddress, queueKey, type State } from '../core/model.ts'
import { nameOfSetting } from './attributes.ts'
import type { DocumentReading } from './document-reading.ts'
import { misfitText } from './unreadable.ts'
import { type JsonObject, Misfit } from './values.ts'

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

  /** What people should know. Throws `Misfit` for what leads nowhere. */
  check(): readonly string[] {
    for (const { queue, path } of this.#deadLetters) this.#checkDeadLetters(queue, path)
    for (const [index, topic] of [...this.#state.topics.byId.values()].entries())
      for (const [at, { settings }] of [...topic.subscriptions.values()].entries()) {
        const { endpoint } = settings
        if (endpoint.kind === 'queue' && !this.#find(endpoint.queue))
          this.#wrong(noQueue(endpoint.queue), ['topics', index, 'subscriptions', at, 'endpoint'])
      }
    return this.#notices
  }

  #checkDeadLetters({ settings, address }: Queue, path: DeadLetterReference['path']): void {
    const { deadLetterQueue } = settings.redrive!
    const target = this.#find(deadLetterQueue)
    if (!target) this.#wrong(noQueue(deadLetterQueue), path)
    else if (target.settings.fifo !== settings.fifo) {
      const [fifo, standard] = settings.fifo ? [address, deadLetterQueue] : [deadLetterQueue, address]
      this.#wrong(
        `${fifo.name} is a FIFO queue and ${standard.name} is none: a dead-letter queue is of the same kind`,
        path,
      )
    }
  }

  #find(address: QueueAddress): Queue | undefined {
    const key = queueKey(this.#state.namespace, address)
    return this.#state.queues.get(key) ?? this.#reading.context.into?.queues.get(key)
  }

  #wrong(problem: string, path: DeadLetterReference['path']): void {
    const misfit = new Misfit(problem)
    misfit.path.push(...path)
    if (this.#reading.byHand) throw misfit
    this.#notices.push(misfitText(misfit))
  }
}

function noQueue({ account, region, name }: QueueAddress): string {
  return `there is no queue ${name} of account ${account} in region ${region}`
}
