import type {
  CreateTopic,
  ListSubscriptions,
  ListTopics,
  Subscribe,
  SubscriptionsListed,
  TopicsListed,
} from '../commands/topic-command.ts'
import { type Queue, queueKey, type State } from '../model.ts'
import type { Refusal } from '../refusal.ts'
import { namesOf } from '../settings/setting.ts'
import { subscriptionSettings } from '../settings/subscription-settings.ts'
import { topicSettings } from '../settings/topic-settings.ts'
import type { SubscriptionSettings, Topic, TopicAddress } from '../topic.ts'

/** The topic at an address. */
export function topicAt(state: State, address: TopicAddress): Topic | undefined {
  return state.topics.byKey.get(queueKey(state.namespace, address))
}

/** Whether a topic has other settings than a CreateTopic asks for. Source: MNS API, CreateTopic. */
export function topicDiffers({ settings }: Topic, { mustMatch, defaults }: CreateTopic): boolean {
  return namesOf(topicSettings).some((name) => (settings[name] ?? defaults[name]) !== mustMatch[name])
}

/** Whether two subscriptions ask for the same. Source: MNS API, Subscribe. */
export function sameSubscription(a: SubscriptionSettings, b: SubscriptionSettings): boolean {
  return a.endpointText === b.endpointText && namesOf(subscriptionSettings).every((name) => a[name] === b[name])
}

/**
 * What stands against a queue as the subscriber of a topic: it must take all that the topic takes. One that is not there
 * yet may subscribe. Source: MNS API, Subscribe.
 */
export function sizeProblem(
  state: State,
  topic: Topic,
  { endpoint }: SubscriptionSettings,
  defaultMaximumBytes: number,
): Refusal | undefined {
  const queue = endpoint.kind === 'queue' && state.queues.get(queueKey(state.namespace, endpoint.queue))
  if (!queue) return undefined
  const difference = sizeDifference(queue, topic, defaultMaximumBytes)
  return difference && { kind: 'queueSmallerThanTopic', queue: queue.address, topic: topic.address, ...difference }
}

/** The settings that a new subscription gets: with the queue that its endpoint means. */
export function settingsMeant(state: State, { settings, otherwise }: Subscribe): SubscriptionSettings {
  const { endpoint } = settings
  if (endpoint.kind !== 'queue' || otherwise === undefined) return settings
  if (state.queues.has(queueKey(state.namespace, endpoint.queue))) return settings
  return { ...settings, endpoint: { kind: 'queue', queue: otherwise } }
}

/** The largest messages of a queue and a topic, in bytes, where those of the queue are smaller. */
export function sizeDifference(
  { settings }: Queue,
  topic: Topic,
  defaultMaximumBytes: number,
): { readonly queueBytes: number; readonly topicBytes: number } | undefined {
  const queueBytes = settings.maximumMessageBytes ?? defaultMaximumBytes
  const topicBytes = topic.settings.maximumMessageBytes ?? defaultMaximumBytes
  return queueBytes < topicBytes ? { queueBytes, topicBytes } : undefined
}

/** One page of topics, by name. */
export function topicsListed(state: State, { account, region, prefix, limit, after }: ListTopics): TopicsListed {
  const matching = [...state.topics.byKey]
    .filter(([, { address }]) => address.name.startsWith(prefix) && isOf(state, address, account, region))
    .map(([key, topic]) => ({ position: `${topic.address.name} ${key}`, topic }))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .filter(({ position }) => after === undefined || position > after)
  const page = matching.slice(0, limit)
  const topics = page.map(({ topic }) => ({ topic, messageCount: state.topics.messageCount(topic.id) }))
  return { topics, next: matching.length > page.length ? page.at(-1)?.position : undefined }
}

function isOf(state: State, address: TopicAddress, account: string, region: string): boolean {
  return state.namespace === 'shared' || (address.account === account && address.region === region)
}

/** One page of the subscriptions to a topic, by name. */
export function subscriptionsListed(topic: Topic, { prefix, limit, after }: ListSubscriptions): SubscriptionsListed {
  const matching = [...topic.subscriptions.values()]
    .filter(({ name }) => name.startsWith(prefix) && (after === undefined || name > after))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const subscriptions = matching.slice(0, limit)
  return { topic, subscriptions, next: matching.length > subscriptions.length ? subscriptions.at(-1)?.name : undefined }
}
