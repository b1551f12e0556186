/** A message of a document. */
type DocumentMessage = {
  /** Delayed for so long from the load, such as `30s`; if it was received, in flight. */
  readonly visibleIn?: string
  /** In flight for so long from the load. */
  readonly inFlightFor?: string
  readonly [member: string]: unknown
}

/** A snapshot or fixture: the document that `twinmq snapshot schema` describes. */
export type SnapshotDocument = {
  readonly queues?: readonly {
    readonly name: string
    readonly messages?: readonly DocumentMessage[]
    readonly [member: string]: unknown
  }[]
  readonly topics?: readonly { readonly name: string; readonly [member: string]: unknown }[]
  readonly [member: string]: unknown
}
