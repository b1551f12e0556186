import type { Entry } from '../../src/core/events/event.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import { type Loaded, type SaveOptions, type Store, StoreFailure } from '../../src/store/store.ts'
import { recordOf, type StateRecord } from './records.ts'

/** One call that has been made and not yet answered. */
type Held = { resolve(): void; reject(error: Error): void }

/** A store whose calls end when and as a test says. As the contract asks, it refuses a wrong sequence. */
export class FakeStore implements Store {
  /** What each append held, in the order of the calls. */
  readonly appends: Entry[][] = []
  /** The state that each snapshot that succeeded was of. */
  readonly snapshots: StateRecord[] = []
  /** How often a snapshot was asked for. */
  snapshotsAsked = 0
  snapshotDue = false
  closed = false
  /** `atOnce`: an append is durable when it returns. `held`: when the test says. `failing`: it throws. */
  appending: 'atOnce' | 'held' | 'failing' = 'atOnce'
  saving: 'atOnce' | 'held' | 'failing' = 'atOnce'
  #heldAppends: Held[] = []
  #heldSnapshots: Held[] = []
  #next = 1
  /** After a failed append nothing more is taken until a snapshot succeeded. */
  #broken = false

  async load(): Promise<Loaded> {
    return { state: emptyState('isolated'), notices: [] }
  }

  append(entries: readonly Entry[]): void | Promise<void> {
    if (this.#broken || this.appending === 'failing') {
      this.#broken = true
      throw new StoreFailure('no space left on device')
    }
    for (const { sequence } of entries) {
      if (sequence !== this.#next) throw new StoreFailure(`entry ${sequence} came where ${this.#next} was expected`)
      this.#next += 1
    }
    this.appends.push([...entries])
    return this.appending === 'held' ? held(this.#heldAppends) : undefined
  }

  async *follow(): AsyncIterable<Entry> {}

  /** A snapshot is of the moment at which it is asked for; what is appended while it is written is not lost. */
  async saveSnapshot(state: State, { anew, whole }: SaveOptions = {}): Promise<void> {
    this.snapshotsAsked += 1
    const record = recordOf(state)
    const broken = this.#broken
    if (this.saving === 'held') await held(this.#heldSnapshots)
    if (broken) whole?.()
    if (this.saving === 'failing') throw new StoreFailure('no space left on device')
    this.snapshots.push(record)
    this.#broken = false
    // What a broken journal lacks is in the snapshot, and a state that took the place of another begins with one, so it goes on behind all that the state holds by now.
    if (broken || anew) this.#next = state.sequence + 1
  }

  async backUp(): Promise<undefined> {}

  async close(): Promise<void> {
    this.closed = true
  }

  /** Ends the oldest append that is held. */
  endAppend(error?: Error): void {
    if (error) this.#broken = true
    end(this.#heldAppends, error)
  }

  /** Ends the snapshot that is held. */
  endSnapshot(error?: Error): void {
    end(this.#heldSnapshots, error)
  }

  /** Numbers of every command that an append was asked to keep. */
  get appendedSequences(): number[] {
    return this.appends.flat().map(({ sequence }) => sequence)
  }
}

function held(calls: Held[]): Promise<void> {
  return new Promise((resolve, reject) => {
    calls.push({ resolve, reject })
  })
}

function end(calls: Held[], error: Error | undefined): void {
  const call = calls.shift()
  if (!call) throw new Error('nothing is held')
  if (error) call.reject(error)
  else call.resolve()
}
