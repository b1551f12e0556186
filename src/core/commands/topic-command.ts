import type { MessageAttribute, NamedText, QueueAddress } from '../model.ts'
import type {
  AccountSettings,
  NotifyStrategy,
  Subscription,
  SubscriptionSettings,
  Topic,
  TopicAddress,
  TopicSettings,
} from '../topic.ts'

/** Makes a topic, or finds the one that is there. Refused: `topicAlreadyExists`. */
export type CreateTopic = {
  readonly kind: 'createTopic'
  readonly topic: TopicAddress
  readonly settings: TopicSettings
  /** What an existing topic must have; an unset setting counts as its value in `defaults`. */
  readonly mustMatch: TopicSettings
  readonly defaults: TopicSettings
}

/** `created`: false for a topic that was there. */
export type TopicCreated = { readonly topic: Topic; readonly created: boolean }

/** Looks a topic up. Refused: `topicNotFound`. */
export type GetTopic = { readonly kind: 'getTopic'; readonly topic: TopicAddress }

/** A topic, live, and how many of its messages are not yet delivered to all. */
export type TopicDescription = { readonly topic: Topic; readonly messageCount: number }

/** Changes settings; absent ones stay. Refused: `topicNotFound`. */
export type SetTopicSettings = {
  readonly kind: 'setTopicSettings'
  readonly topic: TopicAddress
  readonly settings: TopicSettings
}

/** Deletes a topic, its subscriptions and what is not yet delivered. Refused: `topicNotFound`. */
export type DeleteTopic = { readonly kind: 'deleteTopic'; readonly topic: TopicAddress }

/** Topics whose name begins with `prefix`, by name. */
export type ListTopics = {
  readonly kind: 'listTopics'
  readonly account: string
  readonly region: string
  readonly prefix: string
  readonly limit: number
  readonly after?: string | undefined
}

/** One page of topics; `next`: more remain, pass it as `after`. */
export type TopicsListed = { readonly topics: readonly TopicDescription[]; readonly next?: string | undefined }

/**
 * Makes a subscription, or finds one that is the same. Refused: `topicNotFound`, `subscriptionAlreadyExists`,
 * `queueSmallerThanTopic`.
 */
export type Subscribe = {
  readonly kind: 'subscribe'
  readonly topic: TopicAddress
  readonly subscription: string
  /** Account of the subscriber. */
  readonly subscriber: string
  readonly settings: SubscriptionSettings
  /** The queue that is meant where the endpoint names one that is not there. Absent: the endpoint is meant as it stands. */
  readonly otherwise?: QueueAddress | undefined
  /** Largest message, in bytes, of a queue or a topic that was told none. */
  readonly defaultMaximumBytes: number
}

/** `created`: false for a subscription that was there. */
export type Subscribed = { readonly topic: Topic; readonly subscription: Subscription; readonly created: boolean }

/** Looks a subscription up. Refused: `topicNotFound`, `subscriptionNotFound`. */
export type GetSubscription = {
  readonly kind: 'getSubscription'
  readonly topic: TopicAddress
  readonly subscription: string
}

/** A subscription, and its topic. */
export type SubscriptionDescription = { readonly topic: Topic; readonly subscription: Subscription }

/** Changes what may be changed of a subscription; absent members stay. Refused: `topicNotFound`, `subscriptionNotFound`. */
export type SetSubscriptionSettings = {
  readonly kind: 'setSubscriptionSettings'
  readonly topic: TopicAddress
  readonly subscription: string
  readonly strategy?: NotifyStrategy | undefined
  readonly filterTag?: string | undefined
}

/** Ends a subscription, and the deliveries that are under way for it. Refused: `topicNotFound`, `subscriptionNotFound`. */
export type Unsubscribe = {
  readonly kind: 'unsubscribe'
  readonly topic: TopicAddress
  readonly subscription: string
}

/** Subscriptions to a topic whose name begins with `prefix`, by name. Refused: `topicNotFound`. */
export type ListSubscriptions = {
  readonly kind: 'listSubscriptions'
  readonly topic: TopicAddress
  readonly prefix: string
  readonly limit: number
  readonly after?: string | undefined
}

/** One page of subscriptions; `next`: more remain, pass it as `after`. */
export type SubscriptionsListed = {
  readonly topic: Topic
  readonly subscriptions: readonly Subscription[]
  readonly next?: string | undefined
}

/**
 * Publishes a message: those for queues of this process arrive in the same command, those for HTTP are due at once.
 * Refused: `topicNotFound`, `messageTooLong`.
 */
export type PublishMessage = {
  readonly kind: 'publishMessage'
  readonly topic: TopicAddress
  readonly body: string
  /** Size as the publishing protocol counts it, in bytes. */
  readonly bytes: number
  /** Limit when the topic names none, and the ceiling whatever it names, in bytes. */
  readonly maximumBytes: number
  readonly senderId: string
  readonly tag?: string | undefined
  readonly attributes?: readonly MessageAttribute[] | undefined
  readonly systemProperties?: readonly NamedText[] | undefined
  readonly groupId?: string | undefined
}

/** `deliveries`: how many subscriptions it goes to. */
export type MessagePublished = { readonly messageId: string; readonly deliveries: number }

/** What came of one try to deliver over HTTP. Passed over if the delivery is over or was tried since. */
export type SettleDelivery = {
  readonly kind: 'settleDelivery'
  readonly delivery: string
  /** Number of the try, from 1. */
  readonly attempt: number
  readonly delivered: boolean
}

/** When the delivery is tried again, epoch milliseconds; absent: it is over. */
export type DeliverySettled = { readonly nextAtMs?: number | undefined }

/** Changes the settings of an account; absent members stay. */
export type SetAccount = { readonly kind: 'setAccount'; readonly account: string; readonly settings: AccountSettings }

/** Looks the settings of an account up. */
export type GetAccount = { readonly kind: 'getAccount'; readonly account: string }
