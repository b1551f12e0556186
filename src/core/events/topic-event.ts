import type {
  AccountSettings,
  Delivery,
  DeliveryEnd,
  Subscription,
  SubscriptionSettings,
  TopicAddress,
  TopicSettings,
} from '../topic.ts'

/** Facts about topics. `topic` is the id of the topic. */
export type TopicEvent =
  | {
      readonly kind: 'topicCreated'
      readonly topic: number
      readonly address: TopicAddress
      readonly settings: TopicSettings
      readonly atMs: number
    }
  | {
      readonly kind: 'topicSettingsChanged'
      readonly topic: number
      readonly settings: TopicSettings
      readonly atMs: number
    }
  | { readonly kind: 'topicDeleted'; readonly topic: number }
  | { readonly kind: 'subscribed'; readonly topic: number; readonly subscription: Subscription }
  | {
      readonly kind: 'subscriptionChanged'
      readonly topic: number
      readonly subscription: string
      readonly settings: SubscriptionSettings
      readonly atMs: number
    }
  | { readonly kind: 'unsubscribed'; readonly topic: number; readonly subscription: string }
  | { readonly kind: 'deliveryScheduled'; readonly topic: number; readonly delivery: Delivery }
  | {
      readonly kind: 'deliveryDeferred'
      readonly topic: number
      readonly delivery: string
      readonly attempts: number
      readonly nextAtMs: number
    }
  | {
      readonly kind: 'deliveryEnded'
      readonly topic: number
      readonly delivery: string
      readonly end: DeliveryEnd
    }
  | { readonly kind: 'accountChanged'; readonly account: string; readonly settings: AccountSettings }
