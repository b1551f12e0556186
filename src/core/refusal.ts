import type { QueueAddress, QueueSettings, Redrive } from './model.ts'

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
  /** An attribute of FIFO queues on a standard queue, or a queue's type changed. */
  | { readonly kind: 'fifoSettingOnStandardQueue'; readonly setting: keyof QueueSettings }
  /** FifoThroughputLimit perMessageGroupId without DeduplicationScope messageGroup. */
  | { readonly kind: 'throughputNeedsGroupScope' }
  | { readonly kind: 'deadLetterQueueNotFound'; readonly redrive: Redrive }
  /** One is FIFO and the other is not. */
  | { readonly kind: 'deadLetterQueueOfOtherType'; readonly redrive: Redrive }
  /** Its RedriveAllowPolicy does not name the source. */
  | { readonly kind: 'deadLetterQueueDenies'; readonly redrive: Redrive }
  | { readonly kind: 'messageGroupRequired' }
  /** No deduplication id, and the queue does not take one from the body. */
  | { readonly kind: 'deduplicationIdRequired' }
  | { readonly kind: 'deduplicationIdOnStandardQueue'; readonly deduplicationId: string }
  /** FIFO queues delay per queue only. */
  | { readonly kind: 'delayOnFifoQueue'; readonly delayMs: number }
  | { readonly kind: 'moveSourceNotFound' }
  | { readonly kind: 'moveDestinationNotFound' }
  | { readonly kind: 'moveDestinationIsSource' }
  | { readonly kind: 'moveDestinationOfOtherType' }
  /** No queue names it in its redrive. */
  | { readonly kind: 'notADeadLetterQueue' }
  | { readonly kind: 'moveTaskRunning' }
  | { readonly kind: 'moveTaskNotFound' }
  /** It has ended already. */
  | { readonly kind: 'moveTaskNotRunning' }
  | { readonly kind: 'policyLabelExists'; readonly label: string }
  | { readonly kind: 'policyLabelNotFound'; readonly label: string; readonly hasPolicy: boolean }
  | { readonly kind: 'policyTooLong' }
  | { readonly kind: 'tooManyPolicyStatements'; readonly count: number; readonly maximum: number }
  | { readonly kind: 'topicNotFound' }
  | { readonly kind: 'topicAlreadyExists' }
  | { readonly kind: 'subscriptionNotFound' }
  | { readonly kind: 'subscriptionAlreadyExists' }
  /** The queue that would subscribe takes smaller messages than its topic. */
  | {
      readonly kind: 'queueSmallerThanTopic'
      readonly queue: QueueAddress
      readonly queueBytes: number
      readonly topic: QueueAddress
      readonly topicBytes: number
    }
  | { readonly kind: 'messageTooLong'; readonly limitBytes: number }
  /** Never issued by this queue. */
  | { readonly kind: 'receiptHandleInvalid' }
  | { readonly kind: 'receiptOfAnotherQueue' }
  /** Single-use receipts, and those of FIFO queues: its time is over, or a newer one took its place. `replaced`: by a change of visibility. */
  | { readonly kind: 'receiptExpired'; readonly replaced?: boolean }
  /** The receipt is good, but its message is deleted or expired. `replaced`: as of `receiptExpired`. */
  | { readonly kind: 'messageNotFound'; readonly replaced?: boolean }
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
