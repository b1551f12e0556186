import type {
  Message,
  MessageAttribute,
  MessageCounts,
  MessageExtras,
  MessageState,
  NamedText,
  QueueAddress,
  QueueSettings,
  QueueSettingsChange,
  Receipt,
} from '../model.ts'
import type { Result } from '../refusal.ts'
import type { Queue } from '../state.ts'

/** Makes a queue, or finds the one that is there. Refused: `queueAlreadyExists`, `queueDeletedRecently`, `encryptionConflict`. */
export type CreateQueue = {
  readonly kind: 'createQueue'
  readonly queue: QueueAddress
  readonly settings: QueueSettings
  readonly tags: readonly NamedText[]
  /** What an existing queue must have, in the order of comparison; an unset setting counts as its value in `defaults`. Null: it must be unset. */
  readonly mustMatch: QueueSettingsChange
  /** Values that the asking protocol takes unset settings to have. */
  readonly defaults: QueueSettings
}
/** `created`: false for a queue that was there. */
export type QueueCreated = { readonly queue: Queue; readonly created: boolean }

/** Looks a queue up, with its counts. Refused: `queueNotFound`. */
export type GetQueue = { readonly kind: 'getQueue'; readonly queue: QueueAddress }
/** A queue, live, and its counts at that moment. */
export type QueueDescription = { readonly queue: Queue; readonly counts: MessageCounts }

/** Queues whose name begins with `prefix`, by name. */
export type ListQueues = {
  readonly kind: 'listQueues'
  /** Absent: all accounts. In the shared namespace all queues are listed in any case. */
  readonly account?: string
  /** Absent: all regions. */
  readonly region?: string
  readonly prefix: string
  readonly limit: number
  /** Only queues that come after this one; as `next` of the page before. */
  readonly after?: string
}
/** One page of queues. */
export type QueuesListed = {
  readonly queues: readonly QueueDescription[]
  /** Present when more remain: pass it as `after`. */
  readonly next?: string
}

/** Changes settings, all or none. Refused: `queueNotFound`, `encryptionConflict`. */
export type SetQueueSettings = {
  readonly kind: 'setQueueSettings'
  readonly queue: QueueAddress
  readonly settings: QueueSettingsChange
}

/** Adds tags or replaces their values. Refused: `queueNotFound`. */
export type TagQueue = { readonly kind: 'tagQueue'; readonly queue: QueueAddress; readonly tags: readonly NamedText[] }

/** Takes tags away; absent ones are passed over. Refused: `queueNotFound`. */
export type UntagQueue = {
  readonly kind: 'untagQueue'
  readonly queue: QueueAddress
  readonly names: readonly string[]
}

/** Deletes a queue and its messages; long polls on it end. Refused: `queueNotFound`. */
export type DeleteQueue = { readonly kind: 'deleteQueue'; readonly queue: QueueAddress }

/** Removes every message, whatever its state. Refused: `queueNotFound`, `purgeInProgress`. */
export type PurgeQueue = { readonly kind: 'purgeQueue'; readonly queue: QueueAddress }

/**
 * Adds a message, or on a FIFO queue recognises a duplicate. Refused: `queueNotFound`, `messageTooLong`,
 * `messageGroupRequired`, `deduplicationIdRequired`, `deduplicationIdOnStandardQueue`, `delayOnFifoQueue`.
 */
export type SendMessage = {
  readonly kind: 'sendMessage'
  readonly queue: QueueAddress
  readonly body: string
  /** Size as the sending protocol counts it, in bytes. */
  readonly bytes: number
  /** Limit when the queue names none, in bytes. */
  readonly defaultMaximumBytes: number
  /** The sending protocol's own ceiling, whatever the queue names, in bytes. */
  readonly ceilingBytes: number
  readonly senderId: string
  readonly attributes?: readonly MessageAttribute[] | undefined
  readonly groupId?: string | undefined
  readonly extras?: MessageExtras | undefined
  /** 1 to 16; absent: 8. */
  readonly priority?: number | undefined
  /** Absent: the queue's. 0 overrides a delay of a standard queue; a FIFO queue takes no other and keeps to its own. */
  readonly delayMs?: number | undefined
  /** FIFO queues: what tells this message from a duplicate. */
  readonly deduplicationId?: string | undefined
  /**
   * For senders that know nothing of FIFO queues (MNS): on one, a message without a group gets this, one that the queue
   * takes no deduplication id of is unique, and its own delay is passed over. Absent: all that is refused.
   */
  readonly fallbackGroupId?: string
}
/** Of a duplicate: what the first send was told. */
export type MessageSent = {
  readonly queueId: number
  readonly messageId: string
  readonly sequence: number
  readonly priority: number
  readonly delayed: boolean
  readonly fifo: boolean
}

/** Hands out ready messages. Refused: `queueNotFound`, `inFlightLimitReached`. */
export type ReceiveMessages = {
  readonly kind: 'receiveMessages'
  readonly queue: QueueAddress
  /** At least 1. */
  readonly maximumMessages: number
  /** Absent: the queue's. 0: handed out and at once ready again. */
  readonly visibilityTimeoutMs?: number
  /** How long the asker is ready to wait; absent: the queue's. The engine never waits; the broker parks what comes back empty. */
  readonly waitMs?: number
  /** How many messages may be in flight; absent: any number. Reached: short polls are refused, long polls wait. */
  readonly inFlightLimit?: number
  /** Nothing is handed out before `maximumMessages` are ready or the wait is over: the asker wants them all in one answer. */
  readonly collect?: true
  /** FIFO queues: a receive with the id of one less than five minutes ago is given the same again. Passed over by others. */
  readonly attemptId?: string
}
/** `messages` are live: read them at once. `fifo`: they come from a FIFO queue. */
export type MessagesReceived = {
  readonly queueId: number
  readonly fifo?: true | undefined
  readonly messages: readonly Message[]
  /** How long the asker waits when there are none, milliseconds. */
  readonly waitMs: number
}

/**
 * Which rule a receipt follows. `reusable` (SQS): any receipt ever issued still deletes or changes its message; of a
 * FIFO queue only the newest one, until its time is over. `singleUse` (MNS): only the newest one, until its time is
 * over, and a change of visibility replaces it.
 */
export type ReceiptRule = 'reusable' | 'singleUse'

/** Deletes one message. Refused: `queueNotFound`, `receiptHandleInvalid`, `receiptOfAnotherQueue`, `receiptExpired`; single-use also `messageNotFound`. */
export type DeleteMessage = {
  readonly kind: 'deleteMessage'
  readonly queue: QueueAddress
  readonly receipt: Receipt
  readonly rule: ReceiptRule
}

/** Hides a message from now on, or with 0 makes it ready. Refused: as `deleteMessage`, and `messageNotFound`, `visibilityCeilingExceeded`. */
export type ChangeVisibility = {
  readonly kind: 'changeVisibility'
  readonly queue: QueueAddress
  readonly receipt: Receipt
  readonly rule: ReceiptRule
  /** From now, milliseconds. */
  readonly timeoutMs: number
}
/** `message` is live: read it at once. */
export type VisibilityChanged = { readonly queueId: number; readonly message: Message }

/** Looks at messages without touching them, in order of arrival. Refused: `queueNotFound`. */
export type PeekMessages = {
  readonly kind: 'peekMessages'
  readonly queue: QueueAddress
  readonly limit: number
  /** `ready`: those that a receive would hand out, in its order. `all`: every one, in order of arrival. */
  readonly which: 'ready' | 'all'
  /** With `all`: only messages whose sequence is higher. */
  readonly afterSequence?: number
}
/** Messages are live: read them at once. `lockedBy`, with `all`: what a ready one of a FIFO queue waits for, a hidden one of its group. */
export type MessagesPeeked = {
  readonly description: QueueDescription
  readonly messages: readonly { readonly message: Message; readonly state: MessageState; readonly lockedBy?: Message }[]
  /** From the send of each; absent: messages are kept for ever. */
  readonly expiresAfterMs?: number
  readonly next?: number
}

/** The result of each command of a batch. */
export type BatchReply = readonly Result<MessageSent | Done | VisibilityChanged>[]

/**
 * Runs commands one after the other in one turn, each seeing what the one before it did. Refused as a whole for
 * `queueNotFound`, and on a FIFO queue, whose order a missing message would break, if one of its sends is refused.
 */
export type Batch = {
  readonly kind: 'batch'
  readonly queue: QueueAddress
  readonly commands: readonly (SendMessage | DeleteMessage | ChangeVisibility)[]
}

/** Queues whose redrive names this one, by name. Refused: `queueNotFound`. */
export type ListDeadLetterSources = {
  readonly kind: 'listDeadLetterSources'
  readonly queue: QueueAddress
  readonly limit: number
  readonly after?: string
}

/**
 * Starts moving the messages of a dead-letter queue. Refused: `moveSourceNotFound`, `notADeadLetterQueue`,
 * `moveDestinationNotFound`, `moveDestinationIsSource`, `moveDestinationOfOtherType`, `moveTaskRunning`.
 */
export type StartMoveTask = {
  readonly kind: 'startMoveTask'
  readonly source: QueueAddress
  /** Absent: each message goes back to the queue it came from. */
  readonly destination?: QueueAddress
  /** 1 to 500; absent: as fast as possible. */
  readonly ratePerSecond?: number
}

/** Ends a move task; what it moved stays moved. Refused: `moveSourceNotFound`, `moveTaskNotFound`, `moveTaskNotRunning`. */
export type CancelMoveTask = { readonly kind: 'cancelMoveTask'; readonly source: QueueAddress; readonly taskId: string }

/** Move tasks out of one queue, newest first. Refused: `moveSourceNotFound`. */
export type ListMoveTasks = { readonly kind: 'listMoveTasks'; readonly source: QueueAddress; readonly limit: number }

/** Carried out, with nothing to tell. */
export type Done = Record<string, never>
