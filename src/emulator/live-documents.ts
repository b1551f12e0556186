import type { GivenDocument, LoadFailure, LoadOutcome, SnapshotTimes } from '../admin/running.ts'
import type { Broker } from '../broker/broker.ts'
import { type Clock, ManualClock } from '../broker/clock.ts'
import type { ClockControl } from '../broker/clock-control.ts'
import { mergedState } from '../core/replace-state.ts'
import type { State } from '../core/state.ts'
import type { DocumentFormat } from '../document/format.ts'
import { NameTaken, readDocument } from '../document/read-document.ts'
import type { DocumentContext } from '../document/reading.ts'
import { DocumentUnreadable, StoreUnreadable } from '../document/unreadable.ts'
import { documentChunks } from '../document/writer.ts'
import { StoreFailure } from '../store/store.ts'
import { type Fixture, readFixtures } from './fixtures.ts'

/** What loads and saves of a running twinmq need. */
type DocumentsOptions = {
  readonly broker: Broker
  readonly clock: ClockControl
  readonly fixtures: readonly Fixture[]
  /** Where a manual clock begins again, epoch milliseconds; undefined: it goes on. */
  readonly manualStartMs: number | undefined
  /** How documents are read at an instant. */
  readonly context: (nowMs: number) => DocumentContext
  /** The clock that goes with a state when time passes by itself. */
  readonly systemClock: (state: State) => Clock
  /** The state begins anew, so ids of requests do. */
  readonly restarted: () => void
  /** As `Store.backUp`. */
  readonly backUp: (state: State) => Promise<string | undefined>
  readonly warn: (line: string) => void
}

/** The document that is to replace the state. */
type Read = { readonly state: State; readonly notices: readonly string[] }

/** Saves the state of a running twinmq as a document, and puts documents in its place. */
export class Documents {
  readonly #options: DocumentsOptions

  constructor(options: DocumentsOptions) {
    this.#options = options
  }

  /** As `Running.snapshot`. The loop is free between any two pieces. Numbers count from the last load or reset, so that what repeats looks the same. */
  snapshot(times: SnapshotTimes): Promise<readonly Uint8Array[]> {
    const { broker } = this.#options
    return broker.inspect(async (state) => {
      const pieces: Uint8Array[] = []
      const sequence = state.sequence - state.origin
      const snapshot = { state: { ...state, sequence, origin: 0, starts: 0 }, journalFrom: sequence + 1 }
      for (const chunk of documentChunks({ snapshot, savedAtMs: broker.clock.nowMs(), times, copy: true })) {
        pieces.push(Buffer.from(chunk))
        await new Promise(setImmediate)
      }
      return pieces
    })
  }

  /**
   * As `Running.load`. A document that takes the place of the state is read while work goes on, but for a clock that
   * stands: that must not move between the instant from which the times of the document count and the load.
   */
  load({ bytes, format }: GivenDocument, merge: boolean): Promise<LoadOutcome> {
    const { broker, clock, backUp } = this.#options
    return this.#tried(async () => {
      if (!merge && broker.clock.mode === 'system') {
        const read = await this.#read(bytes, format)
        return clock.between(() => this.#replace(read, backUp))
      }
      const all = await gathered(bytes)
      return clock.between(async () =>
        merge ? this.#merge(all(), format) : this.#replace(await this.#read(all(), format), backUp),
      )
    })
  }

  /** As `Running.resetToFixture`. */
  async resetToFixture(): Promise<LoadFailure | undefined> {
    const { fixtures, clock } = this.#options
    if (fixtures.length === 0)
      return { kind: 'noFixture', message: 'twinmq was started without a fixture; name one with --fixture', path: '' }
    const { failure } = await this.#tried(() =>
      clock.between(async () =>
        this.#replace(await readFixtures(fixtures, this.#contextAnew()), async () => undefined),
      ),
    )
    return failure
  }

  async #read(bytes: AsyncIterable<Uint8Array>, format: DocumentFormat): Promise<Read> {
    const { snapshot, notices } = await readDocument(bytes, 'the document', { ...this.#contextAnew(), format })
    return { state: snapshot.state, notices }
  }

  /** Gives where the state before is kept, if it is. */
  async #replace({ state, notices }: Read, backUp: DocumentsOptions['backUp']): Promise<string | undefined> {
    const { broker, restarted } = this.#options
    let backup: string | undefined
    await broker.load(async (present) => {
      backup = await backUp(present)
      return { next: state, clock: this.#clockFor(state) }
    })
    restarted()
    this.#warn(notices)
    return backup
  }

  /** Read while nothing changes, since what may be added depends on what there is; so its bytes are there before. */
  async #merge(bytes: AsyncIterable<Uint8Array>, format: DocumentFormat): Promise<undefined> {
    const { broker, context } = this.#options
    await broker.load(async (present) => {
      const nowMs = broker.clock.nowMs()
      const into = { ...context(nowMs), format, into: present }
      const { snapshot, notices } = await readDocument(bytes, 'the document', into)
      this.#warn(notices)
      return { next: mergedState(present, snapshot.state, nowMs), clock: broker.clock }
    })
  }

  #contextAnew(): DocumentContext {
    const { broker, context } = this.#options
    return context(this.#manualNowMs() ?? broker.clock.nowMs())
  }

  #clockFor(state: State): Clock {
    const nowMs = this.#manualNowMs()
    if (nowMs === undefined) return this.#options.systemClock(state)
    return new ManualClock(Math.max(nowMs, state.changedAtMs))
  }

  /** Undefined: time passes by itself. */
  #manualNowMs(): number | undefined {
    const { broker, manualStartMs } = this.#options
    return broker.clock.mode === 'manual' ? (manualStartMs ?? broker.clock.nowMs()) : undefined
  }

  #warn(notices: readonly string[]): void {
    for (const notice of notices) this.#options.warn(notice)
  }

  async #tried(work: () => Promise<string | undefined>): Promise<LoadOutcome> {
    try {
      return { backup: await work() }
    } catch (error) {
      return { failure: loadFailure(error) }
    }
  }
}

function loadFailure(error: unknown): LoadFailure {
  if (error instanceof StoreFailure) return { kind: 'storageUnavailable', message: error.message, path: '' }
  if (!(error instanceof StoreUnreadable)) throw error
  const kind = error instanceof NameTaken ? 'nameTaken' : 'invalidSnapshot'
  const { path, line } = error instanceof DocumentUnreadable ? error : { path: '', line: undefined }
  return { kind, message: error.message, path, line }
}

async function gathered(bytes: AsyncIterable<Uint8Array>): Promise<() => AsyncIterable<Uint8Array>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return async function* () {
    yield* chunks
  }
}
