import type { Namespace, State } from '../core/model.ts'
import { type Random, randomId } from '../core/random.ts'
import type { DocumentFormat } from './format.ts'
import { type Highest, highest, type Reading } from './values.ts'

/** What fills in what a document leaves out. */
export type DocumentContext = {
  /** How it is written; absent: JSON. JSON is taken where YAML is said too. */
  readonly format?: DocumentFormat
  readonly namespace: Namespace
  /** Account and region of queues and topics that name none. */
  readonly defaults: { readonly account: string; readonly region: string }
  /** What relative times are relative to, epoch milliseconds. */
  readonly nowMs: number
  /** Source of ids that the document leaves out; `stream`: see SeededRandom. */
  readonly random: (stream: number) => Random
  /** Present for a merge: what is read is added to that state: numbers go on from its own, its queues may be named, names that it has are refused. */
  readonly into?: State | undefined
  /** It is the file that a store goes on from: the numbers in it have come far already. */
  readonly goesOn?: boolean
}

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
