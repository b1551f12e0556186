import { restoreTopic } from '../records.ts'
import { eachSetting } from '../settings/setting.ts'
import { subscriptionSettings } from '../settings/subscription-settings.ts'
import { topicSettings } from '../settings/topic-settings.ts'
import { queueKey } from '../state.ts'
import type {
  AccountSettings,
  Delivery,
  Endpoint,
  Notification,
  Subscription,
  SubscriptionSettings,
  TopicSettings,
} from '../topic.ts'
import { event, workEvent } from './row.ts'
import {
  among,
  byKind,
  count,
  flag,
  hexId,
  instantMs,
  object,
  objectSchema,
  optional,
  type Shape,
  text,
} from './shape.ts'
import { address, attributes, namedTexts } from './shapes.ts'

const settings: Shape<TopicSettings> = object(
  Object.fromEntries(
    eachSetting<typeof topicSettings, Shape<unknown>>(topicSettings, {
      bytes: () => optional(count),
      flag: () => optional(flag),
    }),
  ),
)

const subscriptionShape: Shape<SubscriptionSettings> = {
  schema: objectSchema({
    endpointText: text,
    endpoint: byKind<Endpoint>({ queue: { queue: address }, http: { url: text }, unsupported: {} }),
    ...Object.fromEntries(
      eachSetting<typeof subscriptionSettings, Shape<unknown>>(subscriptionSettings, {
        tag: () => optional(text),
        choice: (_name, { choices }) => among(...Object.keys(choices)),
      }),
    ),
  }),
}

const subscription = object<Subscription>({
  name: text,
  subscriber: text,
  settings: subscriptionShape,
  createdAtMs: instantMs,
  modifiedAtMs: instantMs,
})

const delivery = object<Delivery>({
  id: text,
  topicId: count,
  notification: object<Notification>({
    messageId: hexId,
    topic: address,
    subscriber: text,
    subscription: text,
    body: text,
    tag: optional(text),
    publishedAtMs: instantMs,
    senderId: text,
    attributes: optional(attributes),
    systemProperties: optional(namedTexts),
    groupId: optional(text),
  }),
  attempts: count,
  nextAtMs: instantMs,
})

const account = object<AccountSettings>({ loggingBucket: optional(text), traceEnabled: optional(count) })

/** Events of topics. `topic` is the id of the topic. */
export const topicEvents = {
  topicCreated: event({ topic: count, address, settings, atMs: instantMs }, (state, event) => {
    if (state.topics.byId.has(event.topic)) return
    restoreTopic(state, {
      id: event.topic,
      address: event.address,
      settings: event.settings,
      subscriptions: [],
      createdAtMs: event.atMs,
      modifiedAtMs: event.atMs,
    })
  }),
  topicSettingsChanged: event({ topic: count, settings, atMs: instantMs }, (state, event) => {
    const topic = state.topics.byId.get(event.topic)
    if (!topic) return
    topic.settings = { ...topic.settings, ...event.settings }
    topic.modifiedAtMs = event.atMs
  }),
  topicDeleted: event({ topic: count }, (state, event) => {
    const topic = state.topics.byId.get(event.topic)
    if (!topic) return
    const key = queueKey(state.namespace, topic.address)
    state.topics.byId.delete(event.topic)
    if (state.topics.byKey.get(key) === topic) state.topics.byKey.delete(key)
    state.topics.endDeliveriesOf(event.topic)
  }),
  subscribed: event({ topic: count, subscription }, (state, event) => {
    const subscriptions = state.topics.byId.get(event.topic)?.subscriptions
    // One that is there already goes to the end, so that a journal that is applied again leads to the same order.
    subscriptions?.delete(event.subscription.name)
    subscriptions?.set(event.subscription.name, { ...event.subscription })
  }),
  subscriptionChanged: event(
    { topic: count, subscription: text, settings: subscriptionShape, atMs: instantMs },
    (state, event) => {
      const subscription = state.topics.byId.get(event.topic)?.subscriptions.get(event.subscription)
      if (!subscription) return
      subscription.settings = event.settings
      subscription.modifiedAtMs = event.atMs
    },
  ),
  unsubscribed: event({ topic: count, subscription: text }, (state, event) => {
    state.topics.byId.get(event.topic)?.subscriptions.delete(event.subscription)
    state.topics.endDeliveriesOf(event.topic, event.subscription)
  }),
  deliveryScheduled: workEvent({ topic: count, delivery }, (state, event) => {
    if (state.topics.byId.has(event.topic)) state.topics.addDelivery({ ...event.delivery })
  }),
  deliveryDeferred: workEvent(
    { topic: count, delivery: text, attempts: count, nextAtMs: instantMs },
    (state, event) => {
      const delivery = state.topics.deliveries.get(event.delivery)
      if (delivery) state.topics.deferDelivery(delivery, event.attempts, event.nextAtMs)
    },
  ),
  deliveryEnded: workEvent(
    { topic: count, delivery: text, end: among('delivered', 'givenUp', 'expired', 'unsubscribed') },
    (state, event) => {
      state.topics.endDelivery(event.delivery)
    },
  ),
  accountChanged: event({ account: text, settings: account }, (state, event) => {
    state.topics.accounts.set(event.account, event.settings)
  }),
}
