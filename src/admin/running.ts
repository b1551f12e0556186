import type { Broker } from '../broker/broker.ts'
import type { ClockControl } from '../broker/clock-control.ts'
import type { EmptyReason } from '../broker/emptiness.ts'
import type { QueueAddress } from '../core/model.ts'

/** How the instants of a document are written: as they are, or as they lie from now. */
export type SnapshotTimes = 'absolute' | 'relative'

/** Why a document was not loaded; nothing has changed then. */
export type LoadFailureKind = 'invalidSnapshot' | 'nameTaken' | 'noFixture' | 'storageUnavailable'

/** The same, as people are told it. */
export type LoadFailure = {
  readonly kind: LoadFailureKind
  readonly message: string
  /** Place in the document, such as `queues[0].name`; empty: the whole document. */
  readonly path: string
  /** From 1. */
  readonly line?: number | undefined
}

/** What became of a load. */
export type LoadOutcome =
  | { readonly failure: LoadFailure; readonly backup?: undefined }
  /** `backup`: the file with the previous state; undefined: no file. */
  | { readonly backup: string | undefined; readonly failure?: undefined }

/** A document that is to be loaded. */
export type GivenDocument = { readonly bytes: AsyncIterable<Uint8Array>; readonly format: 'json' | 'yaml' }

/** What there is once the state is loaded. */
export type Running = {
  readonly broker: Broker
  readonly clock: ClockControl
  /** With a seed: which start of this state it is, counted from 1 since the last reset or load; 0: without one. */
  readonly start: number
  /** Account and region of requests that name neither. */
  readonly defaults: { readonly account: string; readonly region: string }
  /** Why a receive from a queue comes back empty now; no reasons: a message is ready there. */
  whyEmpty(queue: QueueAddress): readonly EmptyReason[]
  /** Empties the state; gives the reason if that could not be written down. */
  reset(): Promise<string | undefined>
  /** Puts the fixtures that were given at the start in the place of the state. */
  resetToFixture(): Promise<LoadFailure | undefined>
  /** The whole state as a document, in pieces. */
  snapshot(times: SnapshotTimes): Promise<readonly Uint8Array[]>
  /** Puts a document in the place of the state, which is backed up if a file keeps it, or adds the document. Rejects only with what the document rejects with. */
  load(document: GivenDocument, merge: boolean): Promise<LoadOutcome>
}
