import type {
  NotifyFormat,
  NotifyStrategy,
  Subscription,
  SubscriptionSettings,
  Topic,
  TopicAddress,
  TopicRecord,
  TopicSettings,
} from '../core/topic.ts'
import { endpointText, placeText, readEndpoint, readPlace } from './endpoints.ts'
import {
  type Draft,
  given,
  instantJson,
  listText,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  unless,
} from './members.ts'
import { count, flag, instant, listOf, oneOf, readMembers, text, within } from './values.ts'

const strategies = { backoff: 'BACKOFF_RETRY', exponentialDecay: 'EXPONENTIAL_DECAY_RETRY' } as const
const formats = { xml: 'XML', json: 'JSON', simplified: 'SIMPLIFIED', stream: 'STREAM' } as const

/** A topic as it is read. What it says of queues has a meaning only once it is known where it lives. */
type TopicDraft = Draft<Omit<TopicRecord, 'subscriptions'>> & Draft<TopicAddress> & { subscriptions?: unknown }

const ofSettings = membersOf<TopicSettings, TopicSettings>()

/** What a topic was told. Source: MNS API, SetTopicAttributes. */
const settingMembers: Members<TopicSettings, TopicSettings> = {
  MaximumMessageSize: ofSettings('maximumMessageBytes', count, ({ maximumMessageBytes }) =>
    given(maximumMessageBytes, String),
  ),
  LoggingEnabled: ofSettings('loggingEnabled', flag, ({ loggingEnabled }) => given(loggingEnabled, String)),
}
const settingRows = Object.entries(settingMembers)
const settingReaders = readersOf(settingMembers)

function settingsText(settings: TopicSettings): string | undefined {
  const told = Object.values(settings).some((value) => value !== undefined)
  return told ? objectText(settingRows, settings) : undefined
}

function readSettings(value: unknown): TopicSettings {
  const settings: TopicSettings = {}
  readMembers(settingReaders, settings, value)
  return settings
}

/** A subscription as it is written, with its topic, which tells what need not be said. */
type HeldSubscription = { readonly subscription: Subscription; readonly topic: Topic }
type SubscriptionDraft = Draft<Omit<Subscription, 'settings'>> &
  Draft<Omit<SubscriptionSettings, 'endpointText' | 'endpoint'>> & { endpoint?: unknown; place?: unknown }

const ofSubscription = membersOf<HeldSubscription, SubscriptionDraft>()
const asItIs = (value: unknown): unknown => value

/** Members of a subscription. Source: MNS API, Subscribe. */
const subscriptionMembers: Members<HeldSubscription, SubscriptionDraft> = {
  name: ofSubscription('name', text, ({ subscription }) => JSON.stringify(subscription.name)),
  endpoint: ofSubscription('endpoint', asItIs, ({ subscription, topic }) =>
    endpointText(subscription.settings, topic.address),
  ),
  /** Absent: where the endpoint says. */
  deliversTo: ofSubscription('place', asItIs, ({ subscription, topic }) =>
    placeText(subscription.settings, topic.address),
  ),
  FilterTag: ofSubscription('filterTag', text, ({ subscription }) =>
    given(subscription.settings.filterTag, JSON.stringify),
  ),
  NotifyStrategy: ofSubscription('strategy', readStrategy, ({ subscription }) =>
    unless<NotifyStrategy>('backoff', subscription.settings.strategy, (strategy) => `"${strategies[strategy]}"`),
  ),
  NotifyContentFormat: ofSubscription('format', readFormat, ({ subscription }) =>
    unless<NotifyFormat>('xml', subscription.settings.format, (format) => `"${formats[format]}"`),
  ),
  /** Absent: the account of the topic. */
  subscriber: ofSubscription('subscriber', text, ({ subscription, topic }) =>
    unless(topic.address.account, subscription.subscriber, JSON.stringify),
  ),
  /** Absent: as that of the topic. */
  created: ofSubscription('createdAtMs', instant, ({ subscription, topic }) =>
    unless(topic.createdAtMs, subscription.createdAtMs, instantJson),
  ),
  /** Absent: as `created`. */
  modified: ofSubscription('modifiedAtMs', instant, ({ subscription }) =>
    unless(subscription.createdAtMs, subscription.modifiedAtMs, instantJson),
  ),
}
const subscriptionRows = Object.entries(subscriptionMembers)
const subscriptionReaders = readersOf(subscriptionMembers)

function readStrategy(value: unknown): NotifyStrategy {
  return keyOf(strategies, oneOf(value, ...Object.values(strategies)))
}

function readFormat(value: unknown): NotifyFormat {
  return keyOf(formats, oneOf(value, ...Object.values(formats)))
}

function keyOf<K extends string>(words: Readonly<Record<K, string>>, word: string): K {
  return (Object.keys(words) as K[]).find((key) => words[key] === word)!
}

function readSubscription(value: unknown, topic: TopicAddress, topicCreatedAtMs: number): Subscription {
  const draft: SubscriptionDraft = {}
  readMembers(subscriptionReaders, draft, value)
  const { subscriber = topic.account, createdAtMs = topicCreatedAtMs, place } = draft
  const said = within('endpoint', () => readEndpoint(draft.endpoint, topic))
  const { filterTag, strategy = 'backoff', format = 'xml' } = draft
  const endpoint = place === undefined ? said.endpoint : within('deliversTo', () => readPlace(place, topic))
  return {
    name: needed(draft.name, 'name'),
    subscriber,
    settings: { endpointText: said.endpointText, endpoint, filterTag, strategy, format },
    createdAtMs,
    modifiedAtMs: draft.modifiedAtMs ?? createdAtMs,
  }
}

const ofTopic = membersOf<Topic, TopicDraft>()

/** Members of a topic. */
const topicMembers: Members<Topic, TopicDraft> = {
  name: ofTopic('name', text, ({ address }) => JSON.stringify(address.name)),
  account: ofTopic('account', text, ({ address }) => JSON.stringify(address.account)),
  region: ofTopic('region', text, ({ address }) => JSON.stringify(address.region)),
  id: ofTopic('id', count, ({ id }) => `${id}`),
  created: ofTopic('createdAtMs', instant, ({ createdAtMs }) => instantJson(createdAtMs)),
  /** Absent: as `created`. */
  modified: ofTopic('modifiedAtMs', instant, ({ createdAtMs, modifiedAtMs }) =>
    unless(createdAtMs, modifiedAtMs, instantJson),
  ),
  attributes: ofTopic('settings', readSettings, ({ settings }) => settingsText(settings)),
  subscriptions: ofTopic('subscriptions', asItIs, (topic) => subscriptionsText(topic)),
}
const topicRows = Object.entries(topicMembers)
const topicReaders = readersOf(topicMembers)

function subscriptionsText(topic: Topic): string | undefined {
  if (topic.subscriptions.size === 0) return undefined
  return listText(
    [...topic.subscriptions.values()].map((subscription) => objectText(subscriptionRows, { subscription, topic })),
  )
}

/** JSON text of a topic, on one line. */
export function topicText(topic: Topic): string {
  return objectText(topicRows, topic)
}

/** Throws `Misfit`. */
export function readTopic(value: unknown): TopicRecord {
  const draft: TopicDraft = {}
  readMembers(topicReaders, draft, value)
  const { subscriptions = [] } = draft
  const createdAtMs = needed(draft.createdAtMs, 'created')
  const address = {
    account: needed(draft.account, 'account'),
    region: needed(draft.region, 'region'),
    name: needed(draft.name, 'name'),
  }
  return {
    id: needed(draft.id, 'id'),
    address,
    settings: draft.settings ?? {},
    subscriptions: within('subscriptions', () =>
      listOf(subscriptions, (item) => readSubscription(item, address, createdAtMs)),
    ),
    createdAtMs,
    modifiedAtMs: draft.modifiedAtMs ?? createdAtMs,
  }
}
