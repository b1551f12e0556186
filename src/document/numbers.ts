import type { DocumentReading } from './reading.ts'
import { ValidationError } from './values.ts'

/**
 * The numbers by which queues and topics are told apart. Those that a document leaves out are higher than all that it
 * gives; in a document that is added to a state all are made anew.
 */
export class Numbers {
  readonly #reading: DocumentReading
  readonly #queues = new Map<number, number>()
  readonly #topics = new Map<number, number>()
  #scanned = false

  constructor(reading: DocumentReading) {
    this.#reading = reading
  }

  /** Notes all numbers that a document gives, before the first one is made up. */
  scan(...lists: readonly unknown[]): void {
    this.#scanned = true
    if (this.#reading.context.into) return
    for (const list of lists) {
      if (!Array.isArray(list)) continue
      for (const item of list) this.#note(item)
    }
  }

  /** One that is out of range is refused where it stands, later. */
  #note(item: unknown): void {
    if (typeof item !== 'object' || item === null || !('id' in item)) return
    if (Number.isSafeInteger(item.id)) this.#reading.noted(Number(item.id))
  }

  /** The number of the next queue, which the document may name. */
  queue(named: number | undefined): number {
    return this.#numberFor(named, this.#queues, 'queue')
  }

  /** The number of the next topic, which the document may name. */
  topic(named: number | undefined): number {
    return this.#numberFor(named, this.#topics, 'topic')
  }

  /** The number that the queue with this number in the document gets; unknown queues keep an unused number. */
  queueNamed(named: number): number {
    return this.#queues.get(named) ?? (this.#reading.context.into ? this.#reading.freshNumber() : named)
  }

  /** The number that the topic with this number in the document gets; unknown topics keep an unused number. */
  topicNamed(named: number): number {
    return this.#topics.get(named) ?? -1
  }

  #numberFor(named: number | undefined, known: Map<number, number>, what: string): number {
    if (named !== undefined && known.has(named)) throw new ValidationError(`a ${what} with id ${named} already exists`)
    const { into } = this.#reading.context
    if (named === undefined && !into && !this.#scanned)
      throw new ValidationError('in a document of this size a whole number is expected here')
    const number = named === undefined || into ? this.#reading.freshNumber() : named
    this.#reading.noted(number)
    if (named !== undefined) known.set(named, number)
    return number
  }
}
