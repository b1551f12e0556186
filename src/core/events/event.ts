import type {
  MessageRecord,
  NamedText,
  QueueAddress,
  QueueSettings,
  QueueSettingsChange,
  ReceiveAttempt,
} from '../model.ts'
import type { MoveTask, MoveTaskFailure, MoveTaskStatus } from '../move-task.ts'
import type { TopicEvent } from './topic-event.ts'

/** Version of the events below. A journal of an older version is migrated when it is read. */
export const eventVersion = 1

/**
 * Every fact that can change State. Events hold ids, times and counts as absolute values, so applying one twice equals
 * applying it once; those about what is no longer there are passed over. `queue` is the id of the queue.
 */
export type Event =
  | {
      readonly kind: 'queueCreated'
      readonly queue: number
      readonly address: QueueAddress
      readonly settings: QueueSettings
      readonly tags: readonly NamedText[]
      readonly atMs: number
    }
  | {
      readonly kind: 'queueSettingsChanged'
      readonly queue: number
      readonly settings: QueueSettingsChange
      readonly atMs: number
    }
  | { readonly kind: 'queueTagged'; readonly queue: number; readonly tags: readonly NamedText[] }
  | { readonly kind: 'queueUntagged'; readonly queue: number; readonly names: readonly string[] }
  | { readonly kind: 'queueDeleted'; readonly queue: number; readonly atMs: number }
  | { readonly kind: 'queuePurged'; readonly queue: number; readonly throughSequence: number; readonly atMs: number }
  /** `deduplicationKey`: on FIFO queues, what later sends are compared by. */
  | {
      readonly kind: 'messageSent'
      readonly queue: number
      readonly message: MessageRecord
      readonly deduplicationKey?: string | undefined
    }
  /** Out of `queue`, where it had `sequence`, into the queue `to`, as `message`. */
  | {
      readonly kind: 'messageMoved'
      readonly queue: number
      readonly sequence: number
      readonly to: number
      readonly message: MessageRecord
    }
  | {
      readonly kind: 'receiveAttempted'
      readonly queue: number
      readonly attemptId: string
      readonly attempt: ReceiveAttempt
    }
  | {
      readonly kind: 'messageReceived'
      readonly queue: number
      readonly sequence: number
      readonly delivery: number
      readonly receiveCount: number
      readonly atMs: number
      readonly firstReceivedAtMs: number
      readonly visibleAtMs: number
    }
  | {
      readonly kind: 'visibilityChanged'
      readonly queue: number
      readonly sequence: number
      readonly delivery: number
      readonly visibleAtMs: number
    }
  | { readonly kind: 'messageDeleted'; readonly queue: number; readonly sequence: number }
  /** `ranges`: first and last sequence of each run of expired messages. */
  | {
      readonly kind: 'messagesExpired'
      readonly queue: number
      readonly ranges: readonly (readonly [first: number, last: number])[]
    }
  | { readonly kind: 'moveTaskStarted'; readonly queue: number; readonly task: MoveTask }
  | {
      readonly kind: 'moveTaskAdvanced'
      readonly queue: number
      readonly task: string
      readonly moved: number
      readonly nextAtMs: number
    }
  | {
      readonly kind: 'moveTaskEnded'
      readonly queue: number
      readonly task: string
      readonly status: MoveTaskStatus
      readonly failure?: MoveTaskFailure | undefined
    }
  | TopicEvent
  /** A manual clock was moved: it must not start earlier again. */
  | { readonly kind: 'timeNoted'; readonly atMs: number }
  /** A command told what it drew by chance, such as the id of a message that nobody took: its number is used up. */
  | { readonly kind: 'numberTaken' }
  /** A run with a seed took the state up: `starts` and `origin` as they are then. */
  | { readonly kind: 'runStarted'; readonly starts: number; readonly origin: number }
  /** Everything is gone. `sequence` is the number of the command. */
  | { readonly kind: 'stateReset'; readonly sequence: number }

/** The names of events. */
export type EventKind = Event['kind']
/** The event of that name. */
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>

/** What one command did: one line of the journal. */
export type Entry = {
  /** Number of the command: one higher than that of the entry before. */
  readonly sequence: number
  /** When it ran, epoch milliseconds. */
  readonly atMs: number
  readonly events: readonly Event[]
}
