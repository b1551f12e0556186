import type { Messages } from './messages.ts'
import type { Moment } from './moment.ts'
import type { MoveTask } from './move-task.ts'
import type { MessageGroup } from './ready/message-group.ts'
import type { queueSettings } from './settings/queue-settings.ts'
import type { ValueOf } from './settings/setting.ts'
import type { RecentMap } from './structures/recent-map.ts'
import { Topics } from './topics.ts'

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

/** A queue as the engine holds it. */
export type Queue = {
  /** Number of the command that created it, counted from the last reset: tells a queue from an earlier one of the same name. */
  readonly id: number
  readonly address: QueueAddress
  settings: QueueSettings
  readonly tags: Map<string, string>
  /** Epoch milliseconds. */
  readonly createdAtMs: number
  modifiedAtMs: number
  /** Epoch milliseconds of the last purge; 0: never. */
  purgedAtMs: number
  /** Highest sequence a message of this queue has had. */
  lastSequence: number
  /** Whether a deduplication id counts within its message group only. Fixed at creation: AWS was seen to go by it after a change. */
  readonly deduplicatesByGroup: boolean
  /** Accepted sends of the last five minutes, by deduplication key, in order. */
  readonly recentSends: RecentMap<RecentSend>
  /** Receives of the last five minutes that named an attempt, by ReceiveRequestAttemptId, in order. */
  readonly receiveAttempts: RecentMap<ReceiveAttempt>
  readonly messages: Messages
}

/** What a later send with the same deduplication id is told. */
export type RecentSend = { readonly id: string; readonly sequence: number; readonly sentAtMs: number }

/** What a later receive with the same attempt id is given again, while all of it is still hidden until `visibleAtMs`. */
export type ReceiveAttempt = {
  readonly atMs: number
  readonly visibleAtMs: number
  readonly messages: readonly { readonly sequence: number; readonly delivery: number }[]
}

/** A queue as it is saved, without its messages: plain JSON. */
export type QueueRecord = {
  readonly id: number
  readonly address: QueueAddress
  readonly settings: QueueSettings
  readonly tags: readonly NamedText[]
  readonly createdAtMs: number
  readonly modifiedAtMs: number
  readonly purgedAtMs: number
  readonly lastSequence: number
  readonly deduplicatesByGroup?: boolean | undefined
  readonly recentSends?: readonly (RecentSend & { readonly key: string })[] | undefined
  readonly receiveAttempts?: readonly (ReceiveAttempt & { readonly id: string })[] | undefined
}

/** Everything twinmq knows. Only `evolve` changes it. */
export type State = {
  /** By `queueKey`. */
  readonly queues: Map<string, Queue>
  readonly queuesById: Map<number, Queue>
  /** When a name was last deleted, by `queueKey`, epoch milliseconds. */
  readonly deletedAtMs: Map<string, number>
  /** By id, in order of start. */
  readonly moveTasks: Map<string, MoveTask>
  readonly topics: Topics
  /** Number of the last command that changed something. */
  sequence: number
  /** Number of the last reset: commands are counted from there for their ids, so that a run after a reset repeats. */
  origin: number
  /** How often a run with a seed took this state up since the last reset: ids that no command makes, as those of requests, go by it. */
  starts: number
  /** When the last command changed something, epoch milliseconds; 0: never. */
  changedAtMs: number
  readonly namespace: Namespace
}

/** Whether account and region are part of a queue's name; in `shared` the name alone tells queues apart. */
export type Namespace = 'isolated' | 'shared'

/** A state that holds nothing. */
export function emptyState(namespace: Namespace): State {
  const numbers = { sequence: 0, origin: 0, starts: 0, changedAtMs: 0 }
  return {
    queues: new Map(),
    queuesById: new Map(),
    deletedAtMs: new Map(),
    moveTasks: new Map(),
    topics: new Topics(),
    ...numbers,
    namespace,
  }
}

/** The key under which a queue stands in `State.queues`. */
export function queueKey(namespace: Namespace, address: QueueAddress): string {
  return namespace === 'shared' ? address.name : `${address.account}/${address.region}/${address.name}`
}
