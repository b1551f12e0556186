import { Readable } from 'node:stream'
import type { Entry } from '../core/events/event.ts'
import type { Namespace } from '../core/model.ts'
import { emptyState, type State } from '../core/state.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { refuseGap } from './entry-order.ts'
import { type Loaded, type Store, StoreFailure } from './store.ts'

/** Keeps nothing but the state it handed out, which lives as long as this object: `load` after `close` gives it again. */
export class MemoryStore implements Store {
  #state: State
  /** Sequence that the next entry must have; undefined: nobody has loaded. */
  #next: number | undefined

  readonly snapshotDue = false

  constructor(namespace: Namespace) {
    this.#state = emptyState(namespace)
  }

  async load(): Promise<Loaded> {
    if (this.#next !== undefined) throw new StoreUnreadable('this store is in use. Close it first.')
    this.#next = this.#state.sequence + 1
    return { state: this.#state, notices: [] }
  }

  append(entries: readonly Entry[]): void {
    if (this.#next === undefined) throw new StoreFailure('the store is closed')
    refuseGap(entries, this.#next)
    this.#next += entries.length
  }

  follow(): AsyncIterable<Entry> {
    return Readable.from([])
  }

  async saveSnapshot(state: State): Promise<void> {
    if (this.#next === undefined) throw new StoreFailure('the store is closed')
    this.#state = state
    this.#next = state.sequence + 1
  }

  async backUp(): Promise<undefined> {}

  async close(): Promise<void> {
    this.#next = undefined
  }
}
