import type { Entry } from '../core/events/event.ts'
import type { State } from '../core/state.ts'

/** What was found when a store was opened. */
export type Loaded = {
  readonly state: State
  /** Warnings for people, such as a torn last line that was dropped. One line each. */
  readonly notices: readonly string[]
  /**
   * The document was put there by hand, and what it left out was filled in: to be saved before anything is appended, since
   * it would be another at the next load, which refuses such a document with a journal beside it.
   */
  readonly completed?: boolean
}

/** A change could not be made durable: the outcome of the entries of that call is open, and the journal takes no more until a snapshot was saved. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
}

/** How a snapshot is saved that is not of the usual kind. */
export type SaveOptions = {
  /**
   * The state took the place of another, to which the entries so far led; its sequence is higher than theirs, and
   * `append` is not called meanwhile.
   */
  readonly anew?: boolean
  /**
   * Called when the snapshot that ends a failed journal is whole: from then until the save is over nothing may change
   * the state, since it would be neither in the snapshot nor in a journal. One that changed while it was written is not kept.
   */
  readonly whole?: () => void
}

/** Where state is kept. Owned by one process at a time. */
export interface Store {
  /** Takes the lock and reads the state as it was left. Throws `StoreUnreadable`. */
  load(): Promise<Loaded>
  /**
   * Adds the entries of one turn, in order. Returns when they are as durable as the store's mode asks: at once, or
   * through a promise. Throws or rejects with `StoreFailure`; a wrong sequence throws `StoreFailure` and adds nothing.
   */
  append(entries: readonly Entry[]): void | Promise<void>
  /** Entries that others appended from that sequence on. The file store, which has one owner, yields none. */
  follow(fromSequence: number): AsyncIterable<Entry>
  /** True when the journal has grown enough that a snapshot is worth its time; false while one is written, and for a while after one failed. */
  readonly snapshotDue: boolean
  /**
   * Writes the whole state and starts a new journal, while `append` goes on being called; several calls are served one
   * after the other. After a failed append a snapshot that succeeds makes the store whole again: the next entry is then
   * the one after `state.sequence` at the end of this call. Throws `StoreFailure`; what was durable stays so, and unless
   * an append has failed the journal goes on. Fails as well if the state holds entries that are not appended within a
   * few turns of the loop.
   */
  saveSnapshot(state: State, options?: SaveOptions): Promise<void>
  /**
   * Writes the whole state to a file beside the document, in the place of the one that an earlier call wrote; gives its
   * path, or undefined where nothing is kept. Throws `StoreFailure`, and then that file is as it was.
   */
  backUp(state: State): Promise<string | undefined>
  /**
   * Lets go of files and the lock. Does not save; a snapshot under way ends with `StoreFailure`. Rejects with that if what was
   * appended is lost, because somebody took it away.
   */
  close(): Promise<void>
}
