/**
 * Rule: A subscription gets the messages with its filter tag, or all without one; its queue, if it exists, takes messages as large as the topic does.
 * Source: MNS API, Subscribe and PublishMessage.
 */

import type { Subscribe } from '../commands/topic-command.ts'
import type { Refusal } from '../refusal.ts'
import { queueSettings } from '../settings/queue-settings.ts'
import { namesOf } from '../settings/setting.ts'
import { subscriptionSettings } from '../settings/subscription-settings.ts'
import { type Queue, queueKey, type State } from '../state.ts'
import type { Subscription, SubscriptionSettings, Topic } from '../topic.ts'

/** Largest message of a queue or topic that names no limit, as subscriptions see it, in bytes. */
export const usualMaximumBytes: number = queueSettings.maximumMessageBytes.default

/** Whether a subscription gets messages with this tag. */
export function wantsTag({ settings: { filterTag } }: Subscription, tag: string | undefined): boolean {
  return filterTag === undefined || filterTag === tag
}

/** Whether two subscriptions ask for the same. */
export function sameSubscription(a: SubscriptionSettings, b: SubscriptionSettings): boolean {
  return a.endpointText === b.endpointText && namesOf(subscriptionSettings).every((name) => a[name] === b[name])
}

/** Why a queue cannot subscribe to a topic. A queue that does not exist yet can. */
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

/** The settings of a new subscription, with the queue that its endpoint means. */
export function settingsMeant(state: State, { settings, otherwise }: Subscribe): SubscriptionSettings {
  const { endpoint } = settings
  if (endpoint.kind !== 'queue' || otherwise === undefined) return settings
  if (state.queues.has(queueKey(state.namespace, endpoint.queue))) return settings
  return { ...settings, endpoint: { kind: 'queue', queue: otherwise } }
}

/** The largest messages of a queue and a topic, in bytes; undefined: those of the queue are not smaller. */
export function sizeDifference(
  { settings }: Queue,
  topic: Topic,
  defaultMaximumBytes: number,
): { readonly queueBytes: number; readonly topicBytes: number } | undefined {
  const queueBytes = settings.maximumMessageBytes ?? defaultMaximumBytes
  const topicBytes = topic.settings.maximumMessageBytes ?? defaultMaximumBytes
  return queueBytes < topicBytes ? { queueBytes, topicBytes } : undefined
}
