import type { Moment } from './moment.ts'
import type { MessageGroup } from './ready/message-group.ts'
import type { queueSettings } from './settings/queue-settings.ts'
import type { ValueOf } from './settings/setting.ts'

/** Where a queue lives. In the `shared` namespace account and region are those of its creator and take no part in look-ups. */
export type QueueAddress = {
  /** Account id: 12 digits for Amazon, up to 16 for Alibaba Cloud. */
  readonly account: string
  /** Region name, such as `us-east-1` or `cn-hangzhou`. */
  readonly region: string
  /** Queue name, case-sensitive. */
  readonly name: string
}

type QueueSettingRows = typeof queueSettings

/**
 * The settings that a queue was given, by the rows of `settings/queue-settings.ts`. A setting that was never given is
 * absent, so that each protocol can show and enforce its own default for it; one that was given is kept as set, also
 * when it equals a default.
 */
export type QueueSettings = {
  -readonly [N in keyof QueueSettingRows]?: QueueSettingRows[N]['kind'] extends 'redrive'
    ? Redrive
    : QueueSettingRows[N]['kind'] extends 'redriveAllow'
      ? RedriveAllow
      : ValueOf<QueueSettingRows[N]>
}

/** SQS RedrivePolicy, MNS DlqPolicy. */
export type Redrive = {
  readonly deadLetterQueue: QueueAddress
  /** Receives after which a message is moved rather than received: 1 to 1,000. */
  readonly maxReceives: number
}

/** SQS RedriveAllowPolicy. */
export type RedriveAllow = {
  readonly permission: 'allowAll' | 'denyAll' | 'byQueue'
  /** With `byQueue`: 1 to 10. */
  readonly sources: readonly QueueAddress[]
}

/** A change of settings: a value sets, `null` takes the setting away, an absent one leaves it as it is. */
export type QueueSettingsChange = { [K in keyof QueueSettings]?: QueueSettings[K] | null }

/** A name with a text, for tags and system properties. Kept as pairs, so that any text is an ordinary name. */
export type NamedText = { readonly name: string; readonly value: string }

/**
 * One attribute a sender put on a message: an SQS message attribute or an MNS user property.
 * Sources: SQS Developer Guide, Amazon SQS message metadata; MNS API, SendMessage.
 */
export type MessageAttribute = {
  readonly name: string
  readonly type: 'String' | 'Number' | 'Binary'
  /** SQS custom type label: what follows the dot in `Number.int`. */
  readonly label?: string
  /** Text, or base64 when the type is Binary. */
  readonly value: string
  /** MNS sent it as BOOLEAN; to SQS it is a String. */
  readonly boolean?: true
}

/** What few messages carry, kept apart so that the many stay lean. */
export type MessageExtras = {
  /** SQS system attribute AWSTraceHeader. */
  readonly traceHeader?: string
  /** MNS SystemProperties, as sent. */
  readonly systemProperties?: readonly NamedText[]
  /** FIFO queues: what tells this message from a duplicate. */
  readonly deduplicationId?: string
  /** The queue whose redrive moved it here. */
  readonly deadLetterSource?: QueueAddress
  /** How often it was received before it was moved here: those do not count for the redrive of this queue. */
  readonly receivesElsewhere?: number
}

/** A message as it is saved: plain JSON. Absent members stand for the value named. */
export type MessageRecord = {
  /** 32 lower-case hexadecimal digits in the form of a version 4 UUID. */
  readonly id: string
  /** Position within its queue: rises by one with each send, never used again. */
  readonly sequence: number
  readonly body: string
  /** Account of the sender, or `<role id>:<session>`. */
  readonly senderId: string
  readonly attributes?: readonly MessageAttribute[] | undefined
  readonly groupId?: string | undefined
  readonly extras?: MessageExtras | undefined
  /** 1 (first) to 16 (last); absent: 8. Source: MNS API, SendMessage. */
  readonly priority?: number | undefined
  /** Epoch milliseconds. */
  readonly sentAtMs: number
  /** Hidden until then, delayed or in flight; epoch milliseconds. */
  readonly visibleAtMs: number
  /** When it was last received from this queue, epoch milliseconds; absent: not since it came here. */
  readonly receivedAtMs?: number | undefined
  /** When it was first received, epoch milliseconds; absent: never. */
  readonly firstReceivedAtMs?: number | undefined
  /** How often it was received; absent: 0. */
  readonly receiveCount?: number | undefined
  /** The receipt number; absent: 0. */
  readonly delivery?: number | undefined
  /** FIFO queues, the first message of its group: since when it is the turn of that group; absent: since it is visible. */
  readonly turn?: Moment | undefined
}

/** A message as the engine holds it: the record with every member present, and its places in the indexes of its queue. */
export type Message = {
  id: string
  sequence: number
  body: string
  senderId: string
  attributes: readonly MessageAttribute[] | undefined
  groupId: string | undefined
  extras: MessageExtras | undefined
  priority: number
  sentAtMs: number
  visibleAtMs: number
  /** Number of the command that made it visible at once; 0: time did, or will. */
  visibleBy: number
  /** 0: not received since it came to this queue. */
  receivedAtMs: number
  /** 0: never received. */
  firstReceivedAtMs: number
  receiveCount: number
  /** Raised by each receive and by each MNS change of visibility, so that it tells the newest receipt; 0: never received. */
  receiptNumber: number
  /** Index: which structure holds it. */
  place: Place
  /** Index: its slot in that heap. */
  heapIndex: number
  /** Index: neighbours in order of arrival. */
  older: Message | undefined
  newer: Message | undefined
  /** Index: its message group, and its neighbours there on a FIFO queue. */
  group: MessageGroup | undefined
  groupOlder: Message | undefined
  groupNewer: Message | undefined
}

/** Where the index of a queue holds a message: nowhere, among those never hidden, among those that came back, set aside with its noisy group, or hidden. */
type Place = 'gone' | 'new' | 'returned' | 'aside' | 'hidden'

/** The three states of a message that is kept. Sources: SQS Developer Guide, visibility timeout; MNS, message states. */
export type MessageState = 'ready' | 'delayed' | 'inFlight'

/** How many messages a queue holds in each state. */
export type MessageCounts = { readonly ready: number; readonly delayed: number; readonly inFlight: number }

/** A hold on one receive of one message. Protocols print and read it in forms of their own. */
export type Receipt = { readonly queueId: number; readonly sequence: number; readonly receiptNumber: number }

/** Whether account and region are part of a queue's name; in `shared` the name alone tells queues apart. */
export type Namespace = 'isolated' | 'shared'
