import type { QueueAddress, QueueSettings } from './model.ts'

/** Every way the core says no, with what a protocol needs to word it. Each protocol maps every kind in one table. */
export type Refusal =
  /** `elsewhere`: places where a queue of that name does exist, at most three. */
  | { readonly kind: 'queueNotFound'; readonly queue: QueueAddress; readonly elsewhere: readonly QueueAddress[] }
  | { readonly kind: 'queueAlreadyExists'; readonly setting: keyof QueueSettings }
  /** Strict mode only: the name was deleted less than 60 seconds ago. */
  | { readonly kind: 'queueDeletedRecently' }
  /** Strict mode only: the queue was purged less than 60 seconds ago. */
  | { readonly kind: 'purgeInProgress'; readonly queue: QueueAddress }
  /** A KMS key and SQS-managed encryption at once. */
  | { readonly kind: 'encryptionConflict' }
  | { readonly kind: 'messageTooLong'; readonly limitBytes: number }
  /** Never issued by this queue. */
  | { readonly kind: 'receiptHandleInvalid' }
  | { readonly kind: 'receiptOfAnotherQueue' }
  /** Single-use receipts: its time is over, or a newer one took its place. */
  | { readonly kind: 'receiptExpired' }
  /** The receipt is good, but its message is deleted or expired. */
  | { readonly kind: 'messageNotFound' }
  /** More than 12 hours in flight, counted from the receive. */
  | { readonly kind: 'visibilityCeilingExceeded'; readonly timeoutMs: number }
  | { readonly kind: 'inFlightLimitReached' }
  /** The change could not be written down; reads go on. */
  | { readonly kind: 'storageUnavailable'; readonly reason: string }

/** The names of refusals. */
export type RefusalKind = Refusal['kind']

/** A command that was carried out. */
export type Accepted<T> = { readonly ok: true; readonly value: T }
/** A command that changed nothing. */
export type Refused = { readonly ok: false; readonly refusal: Refusal }
/** How a command ended. */
export type Result<T> = Accepted<T> | Refused

/** The end of a handler that did its work. */
export function accept<T>(value: T): Accepted<T> {
  return { ok: true, value }
}

/** The end of a handler that may not do it. */
export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal }
}
