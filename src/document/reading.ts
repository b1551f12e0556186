import { randomId } from '../core/random.ts'
import type { DocumentContext } from './read-document.ts'
import { type Highest, highest, type Reading } from './values.ts'

/** What is known of a document while it is read, and what fills in what it leaves out. */
export class DocumentReading implements Reading {
  readonly context: DocumentContext
  completed = false
  /** People wrote it: the program says when it saves. What only people can get wrong is refused there. */
  byHand = true
  highest: Highest = highest.byHand
  readonly madeIds = new Set<string>()
  #highestNumber = 0
  #nextId: (() => string) | undefined

  constructor(context: DocumentContext) {
    this.context = context
  }

  get nowMs(): number {
    return this.context.nowMs
  }

  /** The document says when it was saved. */
  savedByTwinmq(): void {
    this.byHand = false
    this.highest = this.context.goesOn ? highest.kept : highest.saved
  }

  /** Highest number that a queue, topic or command has, counted from the last reset. */
  get highestNumber(): number {
    return this.#highestNumber
  }

  /** Notes that a number is taken. */
  noted(number: number): void {
    if (number > this.#highestNumber) this.#highestNumber = number
  }

  /** A number that nothing has. */
  freshNumber(): number {
    this.completed = true
    this.#highestNumber += 1
    return this.#highestNumber
  }

  /** An id for a message, from the chance of a number of its own, so that no command repeats it. */
  freshId(): string {
    this.#nextId ??= this.#ids()
    const id = this.#nextId()
    this.madeIds.add(id)
    return id
  }

  /** The present, for a time that is left out. */
  presentMs(): number {
    this.completed = true
    return this.context.nowMs
  }

  #ids(): () => string {
    const random = this.context.random(this.freshNumber())
    return () => randomId(random)
  }
}
