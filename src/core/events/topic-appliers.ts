import { queueKey, type State } from '../model.ts'
import type { Topic, TopicRecord } from '../topic.ts'
import type { Event } from './event.ts'
import type { TopicEvent } from './topic-event.ts'

type Appliers = { readonly [K in TopicEvent['kind']]: (state: State, event: Extract<Event, { kind: K }>) => void }

/** Event about topics → change of State. */
export const topicAppliers: Appliers = {
  topicCreated(state, event) {
    if (state.topics.byId.has(event.topic)) return
    restoreTopic(state, {
      id: event.topic,
      address: event.address,
      settings: event.settings,
      subscriptions: [],
      createdAtMs: event.atMs,
      modifiedAtMs: event.atMs,
    })
  },
  topicSettingsChanged(state, event) {
    const topic = state.topics.byId.get(event.topic)
    if (!topic) return
    topic.settings = { ...topic.settings, ...event.settings }
    topic.modifiedAtMs = event.atMs
  },
  topicDeleted(state, event) {
    const topic = state.topics.byId.get(event.topic)
    if (!topic) return
    const key = queueKey(state.namespace, topic.address)
    state.topics.byId.delete(event.topic)
    if (state.topics.byKey.get(key) === topic) state.topics.byKey.delete(key)
    state.topics.endDeliveriesOf(event.topic)
  },
  subscribed(state, event) {
    const subscriptions = state.topics.byId.get(event.topic)?.subscriptions
    // One that is there already goes to the end, so that a journal that is applied again leads to the same order.
    subscriptions?.delete(event.subscription.name)
    subscriptions?.set(event.subscription.name, { ...event.subscription })
  },
  subscriptionChanged(state, event) {
    const subscription = state.topics.byId.get(event.topic)?.subscriptions.get(event.subscription)
    if (!subscription) return
    subscription.settings = event.settings
    subscription.modifiedAtMs = event.atMs
  },
  unsubscribed(state, event) {
    state.topics.byId.get(event.topic)?.subscriptions.delete(event.subscription)
    state.topics.endDeliveriesOf(event.topic, event.subscription)
  },
  deliveryScheduled(state, event) {
    if (state.topics.byId.has(event.topic)) state.topics.addDelivery({ ...event.delivery })
  },
  deliveryDeferred(state, event) {
    const delivery = state.topics.deliveries.get(event.delivery)
    if (delivery) state.topics.deferDelivery(delivery, event.attempts, event.nextAtMs)
  },
  deliveryEnded(state, event) {
    state.topics.endDelivery(event.delivery)
  },
  accountChanged(state, event) {
    state.topics.accounts.set(event.account, event.settings)
  },
}

/** Adds a topic as it was saved. */
export function restoreTopic(state: State, record: TopicRecord): Topic {
  const topic: Topic = {
    ...record,
    subscriptions: new Map(record.subscriptions.map((subscription) => [subscription.name, { ...subscription }])),
  }
  state.topics.byId.set(topic.id, topic)
  state.topics.byKey.set(queueKey(state.namespace, topic.address), topic)
  return topic
}
