import type { MessageAttribute, NamedText, QueueAddress } from './model.ts'

/** Where a topic lives: account, region and name, in a name space apart from that of queues. */
export type TopicAddress = QueueAddress

/** What a topic was told. Source: MNS API, SetTopicAttributes. */
export type TopicSettings = {
  /** Largest message, in bytes: 1,024 to 65,536. */
  maximumMessageBytes?: number
  /** Stored only. */
  loggingEnabled?: boolean
}

/** Where a subscription has its messages delivered. */
export type Endpoint =
  | { readonly kind: 'queue'; readonly queue: QueueAddress }
  | { readonly kind: 'http'; readonly url: string }
  /** Mail, text message and the like: kept, and its messages dropped. */
  | { readonly kind: 'unsupported' }

/** How often and when a failed delivery is tried again. Source: MNS, NotifyStrategy. */
export type NotifyStrategy = 'backoff' | 'exponentialDecay'

/** What a delivery looks like. Source: MNS, NotifyContentFormat. */
export type NotifyFormat = 'xml' | 'json' | 'simplified' | 'stream'

/** What a subscriber asked for. Source: MNS API, Subscribe. */
export type SubscriptionSettings = {
  /** As it was given. */
  readonly endpointText: string
  readonly endpoint: Endpoint
  /** Only messages with this tag; absent: all. */
  readonly filterTag?: string | undefined
  readonly strategy: NotifyStrategy
  readonly format: NotifyFormat
}

/** One subscription to a topic. */
export type Subscription = {
  readonly name: string
  /** Account of the subscriber. */
  readonly subscriber: string
  settings: SubscriptionSettings
  /** Epoch milliseconds. */
  readonly createdAtMs: number
  modifiedAtMs: number
}

/** A topic as the engine holds it. */
export type Topic = {
  /** Number of the command that created it, counted from the last reset. */
  readonly id: number
  readonly address: TopicAddress
  settings: TopicSettings
  readonly subscriptions: Map<string, Subscription>
  /** Epoch milliseconds. */
  readonly createdAtMs: number
  modifiedAtMs: number
}

/** A topic as it is saved: plain JSON. */
export type TopicRecord = Omit<Topic, 'subscriptions'> & { readonly subscriptions: readonly Subscription[] }

/** A published message on its way to one subscription. */
export type Notification = {
  /** 32 hexadecimal digits. */
  readonly messageId: string
  readonly topic: TopicAddress
  readonly subscriber: string
  readonly subscription: string
  readonly body: string
  readonly tag?: string | undefined
  /** Epoch milliseconds. */
  readonly publishedAtMs: number
  readonly senderId: string
  readonly attributes?: readonly MessageAttribute[] | undefined
  readonly systemProperties?: readonly NamedText[] | undefined
  readonly groupId?: string | undefined
}

/** A notification that is not yet delivered. */
export type Delivery = {
  /** Message id and subscription. */
  readonly id: string
  readonly topicId: number
  readonly notification: Notification
  /** Tries so far. */
  attempts: number
  /** When the next try is due, epoch milliseconds. */
  nextAtMs: number
}

/** Why a delivery is over. */
export type DeliveryEnd = 'delivered' | 'givenUp' | 'expired' | 'unsubscribed'

/** What an account was told. Source: MNS API, SetAccountAttributes. */
export type AccountSettings = {
  readonly loggingBucket?: string | undefined
  readonly traceEnabled?: number | undefined
}
