/** A message of a document. */
type DocumentMessage = {
  /** How long it is delayed, or in flight if it was received, counted from the load, such as `30s`. */
  readonly visibleIn?: string
  /** How long it stays in flight, counted from the load. */
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
