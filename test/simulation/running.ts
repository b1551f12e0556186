import { Broker } from '../../src/broker/broker.ts'
import { ManualClock } from '../../src/broker/clock.ts'
import { ClockControl } from '../../src/broker/clock-control.ts'
import type { Push, PushOutcome, PushSender } from '../../src/broker/deliveries.ts'
import type { Entry } from '../../src/core/events/event.ts'
import type { Namespace } from '../../src/core/model.ts'
import type { State } from '../../src/core/state.ts'
import type { Rules } from '../../src/core/turn.ts'
import { FileStore } from '../../src/store/file-store.ts'
import type { Durability } from '../../src/store/journal.ts'
import type { Loaded, SaveOptions, Store } from '../../src/store/store.ts'
import { DiskUser, type MemoryDisk } from './memory-disk.ts'

/** Where the document is. */
export const file = '/data/state.json'

/** How a run is set up. */
export type Setup = {
  readonly seed: number
  readonly durability: Durability
  readonly namespace: Namespace
  readonly rules: Rules
  /** Entries after which a snapshot is worth its time. */
  readonly foldEvery: number
}

/** A file store that finds a snapshot worth its time much sooner. */
class EagerStore implements Store {
  /** Asks for a snapshot. */
  due = false
  readonly #store: FileStore
  readonly #foldEvery: number
  #appended = 0
  #saving = false

  constructor(store: FileStore, foldEvery: number) {
    this.#store = store
    this.#foldEvery = foldEvery
  }

  get snapshotDue(): boolean {
    return !this.#saving && (this.due || this.#appended >= this.#foldEvery)
  }

  load(): Promise<Loaded> {
    return this.#store.load()
  }

  append(entries: readonly Entry[]): void | Promise<void> {
    this.#appended += entries.length
    return this.#store.append(entries)
  }

  follow(): AsyncIterable<Entry> {
    return this.#store.follow()
  }

  async saveSnapshot(state: State, options?: SaveOptions): Promise<void> {
    this.#saving = true
    this.due = false
    this.#appended = 0
    try {
      await this.#store.saveSnapshot(state, options)
    } finally {
      this.#saving = false
    }
  }

  backUp(state: State): Promise<string> {
    return this.#store.backUp(state)
  }

  close(): Promise<void> {
    return this.#store.close()
  }
}

/** Answers each push as its port says: well, well at the third try, or not at all. */
const pushes: PushSender = {
  async send({ delivery, url }: Push): Promise<PushOutcome> {
    for (let turns = delivery.attempts % 3; turns > 0; turns--) await new Promise(setImmediate)
    if (url.includes(':1/') || (url.includes(':2/') && delivery.attempts >= 2)) return { status: 204 }
    return url.includes(':2/') ? { status: 500 } : { error: 'no answer', timedOut: true }
  },
}

let lastPid = 0

/** Opens the store of a new process. Throws `StoreUnreadable`. */
async function open(disk: MemoryDisk, user: DiskUser, setup: Setup, nowMs: number) {
  lastPid += 1
  const pid = lastPid
  const { durability, namespace, foldEvery } = setup
  const processes = { host: 'here', space: '', pid, startOf: (of: number) => (of === pid ? 'now' : undefined) }
  const place = { file, durability, namespace, processes, fileSystem: disk.fileSystem(user) }
  const store = new EagerStore(new FileStore({ ...place, nowMs: () => nowMs }), foldEvery)
  // A process that died while it took over a lock leaves this behind, which people are told to remove.
  disk.remove(`${file}.lock.taking`)
  return { store, state: (await store.load()).state }
}

/** The state that a process would find on a disk, which it changes. */
export async function stateOn(disk: MemoryDisk, setup: Setup, nowMs: number): Promise<State> {
  const { store, state } = await open(disk, new DiskUser(), setup, nowMs)
  await store.close()
  return state
}

/** One process of twinmq: from its start to its stop or its death. */
export class Running {
  readonly user: DiskUser
  readonly store: EagerStore
  readonly state: State
  readonly broker: Broker
  readonly control: ClockControl
  readonly #clock: ManualClock

  private constructor(user: DiskUser, store: EagerStore, state: State, setup: Setup, nowMs: number) {
    this.user = user
    this.store = store
    this.state = state
    this.#clock = new ManualClock(Math.max(nowMs, state.changedAtMs))
    const { seed, rules } = setup
    this.broker = new Broker({ state, store, clock: this.#clock, rules, pushes, seed })
    this.control = new ClockControl(this.broker)
  }

  static async start(disk: MemoryDisk, user: DiskUser, setup: Setup, nowMs: number): Promise<Running> {
    const { store, state } = await open(disk, user, setup, nowMs)
    return new Running(user, store, state, setup, nowMs)
  }

  get nowMs(): number {
    return this.#clock.nowMs()
  }

  get degraded(): boolean {
    return this.broker.health.status === 'degraded'
  }
}
