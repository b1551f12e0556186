import type { MessageAttribute, NamedText, QueueAddress } from './model.ts'
import type { NameOf, ValueOf } from './settings/setting.ts'
import type { subscriptionSettings } from './settings/subscription-settings.ts'
import type { topicSettings } from './settings/topic-settings.ts'

/** Where a topic lives: account, region and name, in a name space apart from that of queues. */
export type TopicAddress = QueueAddress

type TopicSettingRows = typeof topicSettings
type SubscriptionSettingRows = typeof subscriptionSettings

/** The settings that a topic was given, by the rows of `settings/topic-settings.ts`. */
export type TopicSettings = { -readonly [N in keyof TopicSettingRows]?: ValueOf<TopicSettingRows[N]> }

/** Where a subscription has its messages delivered. */
export type Endpoint =
  | { readonly kind: 'queue'; readonly queue: QueueAddress }
  | { readonly kind: 'http'; readonly url: string }
  /** Mail, text message and the like: kept, and its messages dropped. */
  | { readonly kind: 'unsupported' }

/** How often and when a failed delivery is tried again. Source: MNS, NotifyStrategy. */
export type NotifyStrategy = ValueOf<SubscriptionSettingRows['strategy']>

/** The form of a delivery. Source: MNS, NotifyContentFormat. */
export type NotifyFormat = ValueOf<SubscriptionSettingRows['format']>

/** What a subscriber asked for: the endpoint, as it was given and as it is understood, and the rows of `settings/subscription-settings.ts`. */
export type SubscriptionSettings = {
  readonly endpointText: string
  readonly endpoint: Endpoint
} & { readonly [N in NameOf<SubscriptionSettingRows, 'choice'>]: ValueOf<SubscriptionSettingRows[N]> } & {
  readonly [N in NameOf<SubscriptionSettingRows, 'tag'>]?: ValueOf<SubscriptionSettingRows[N]> | undefined
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
