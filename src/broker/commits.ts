import type { Entry } from '../core/events/event.ts'
import type { State } from '../core/state.ts'
import type { Store } from '../store/store.ts'

/** Whether changes can be saved. */
export type Health = { readonly status: 'ready' } | { readonly status: 'degraded'; readonly reason: string }

/** Waits until the changes of its turn of the loop are durable. */
export interface Pending {
  /** Every change that it depends on is durable. */
  released(): void
  /** A change that it depends on could not be saved, so its outcome is unknown. Called before `released`. */
  failed(reason: string): void
}

/** What commits need of the broker. */
type CommitsHost = {
  readonly state: State
  readonly store: Store
  readonly onHealth: (health: Health) => void
  /** Reports a failure in one line. */
  readonly warn: (line: string) => void
  /** Keeps the state from changing until the returned function is called. */
  readonly hold: () => () => void
}

/** Real time between two tries to save a snapshot while the journal cannot be written, milliseconds. */
const recoveryIntervalMs = 1_000

/**
 * Makes changes durable: gathers what the commands of one turn of the event loop did into one append to the store, and
 * releases everything that waits for it at once when that is done. After a failed append it writes nothing more until a
 * whole snapshot is saved.
 */
export class Commits {
  readonly #state: State
  readonly #store: Store
  readonly #onHealth: (health: Health) => void
  readonly #warn: (line: string) => void
  readonly #hold: () => () => void
  #entries: Entry[] = []
  #pending: Pending[] = []
  #flush: Promise<void> | undefined
  #flushed: () => void = () => {}
  #health: Health = { status: 'ready' }
  #saving: Promise<void> | undefined
  #recovery: NodeJS.Timeout | undefined
  #stopping = false

  constructor(host: CommitsHost) {
    this.#state = host.state
    this.#store = host.store
    this.#onHealth = host.onHealth
    this.#warn = host.warn
    this.#hold = host.hold
  }

  get health(): Health {
    return this.#health
  }

  /** Adds the changes of a command. Ignored while degraded, since the snapshot that ends that state has them. */
  add(entry: Entry): void {
    if (this.#health.status === 'degraded') return
    this.#entries.push(entry)
    this.#flushSoon()
  }

  /** Releases `pending` once everything added so far is durable. */
  whenDurable(pending: Pending): void {
    this.#pending.push(pending)
    this.#flushSoon()
  }

  /** Resolves once nothing is waiting. */
  async settled(): Promise<void> {
    while (this.#flush) await this.#flush
  }

  /** Resolves once no snapshot is being written. */
  async saved(): Promise<void> {
    await this.#saving
  }

  /** Saves a state that replaced another. Nothing may be waiting or being written, and nothing may come meanwhile. Rejects with `StoreFailure`. */
  async saveAnew(): Promise<void> {
    await this.#store.saveSnapshot(this.#state, { anew: true })
  }

  /** Saves the state and lets go of the store. `giveUpAfterMs`: real time that saving may take. */
  async stop(giveUpAfterMs: number): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#recovery)
    await this.settled()
    await this.#saving
    await Promise.race([this.#save(), new Promise((resolve) => setTimeout(resolve, giveUpAfterMs).unref())])
    await this.#store.close()
  }

  #flushSoon(): void {
    if (this.#flush) return
    this.#flush = new Promise((resolve) => {
      this.#flushed = resolve
    })
    setImmediate(this.#flushNow)
  }

  readonly #flushNow = (): void => {
    const entries = this.#entries
    const pending = this.#pending
    this.#entries = []
    this.#pending = []
    try {
      const durable = entries.length > 0 ? this.#store.append(entries) : undefined
      if (durable === undefined) this.#release(pending)
      else
        durable.then(
          () => this.#release(pending),
          (error: unknown) => this.#fail(pending, error),
        )
    } catch (error) {
      this.#fail(pending, error)
    }
  }

  #release(pending: readonly Pending[]): void {
    for (const each of pending) each.released()
    this.#flush = undefined
    this.#flushed()
    if (this.#entries.length > 0 || this.#pending.length > 0) this.#flushSoon()
    else if (this.#store.snapshotDue && !this.#stopping) void this.#save()
  }

  /** Fails the requests of this append, and those that came meanwhile: their changes do not reach the journal either. */
  #fail(pending: readonly Pending[], error: unknown): void {
    const reason = `${reasonOf(error)} (what was under way may or may not have happened)`
    const all = [...pending, ...this.#pending]
    this.#entries = []
    this.#pending = []
    this.#health = { status: 'degraded', reason: reasonOf(error) }
    for (const each of all) each.failed(reason)
    this.#onHealth(this.#health)
    this.#recoverLater()
    this.#release(all)
  }

  #recoverLater(): void {
    if (this.#stopping) return
    this.#recovery = setTimeout(async () => {
      await this.#save()
      if (this.#health.status === 'degraded') this.#recoverLater()
    }, recoveryIntervalMs)
    this.#recovery.unref()
  }

  /** Saves a snapshot, one at a time. A success ends the degraded state. */
  #save(): Promise<void> {
    let letGo = (): void => {}
    const whole = (): void => {
      letGo = this.#hold()
    }
    this.#saving ??= this.#store
      .saveSnapshot(this.#state, { whole })
      .then(() => this.#recovered())
      .catch((error: unknown) => this.#saveFailed(error))
      .finally(() => {
        this.#saving = undefined
        letGo()
      })
    return this.#saving
  }

  /** The journal still works without the snapshot. */
  #saveFailed(error: unknown): void {
    if (this.#health.status === 'ready' && !this.#stopping)
      this.#warn(`a snapshot could not be saved, and the journal goes on growing: ${reasonOf(error)}`)
  }

  #recovered(): void {
    if (this.#health.status === 'ready') return
    this.#health = { status: 'ready' }
    this.#onHealth(this.#health)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
