import type { Namespace } from '../core/model.ts'
import { type Random, randomId } from '../core/random.ts'
import type { State } from '../core/state.ts'
import type { DocumentFormat } from './format.ts'
import { type Highest, highest, type Reading } from './values.ts'

/** What fills in what a document leaves out. */
export type DocumentContext = {
  /** Format of the text; absent: JSON. JSON is accepted as YAML too. */
  readonly format?: DocumentFormat
  readonly namespace: Namespace
  /** Account and region of queues and topics that do not name their own. */
  readonly defaults: { readonly account: string; readonly region: string }
  /** Base of relative times, epoch milliseconds. */
  readonly nowMs: number
  /** Source of ids that the document leaves out; `stream`: see SeededRandom. */
  readonly random: (stream: number) => Random
  /** Present for a merge into that state: numbers continue from its own, its queues may be referred to, and names it has are refused. */
  readonly into?: State | undefined
  /** It is the file that a store continues, so its numbers may be high. */
  readonly goesOn?: boolean
}

/** The state of reading one document, and the source of values it leaves out. */
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
