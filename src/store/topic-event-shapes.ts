import type { TopicEvent } from '../core/events/topic-event.ts'
import type { AccountSettings, Delivery, Notification, Subscription, TopicSettings } from '../core/topic.ts'
import { count, flag, messageId, object, text, ValidationError, within } from '../document/values.ts'
import {
  address,
  among,
  attributes,
  type Check,
  instantMs,
  mapped,
  namedTexts,
  optional,
  type Shape,
  shaped,
} from './shapes.ts'

const settingChecks: Shape<TopicSettings> = { maximumMessageBytes: count, loggingEnabled: flag }
const settings = shaped(mapped(settingChecks, optional))

const endpoints: ReadonlyMap<unknown, Check> = new Map([
  ['queue', shaped({ queue: address })],
  ['http', shaped({ url: text })],
  ['unsupported', object],
])

function endpoint(value: unknown): unknown {
  const check = endpoints.get(object(value).kind)
  if (check === undefined) return within('kind', unknownEndpoint)
  return check(value)
}

function unknownEndpoint(): never {
  throw new ValidationError('no such kind of endpoint is known')
}

const subscriptionSettings = shaped({
  endpointText: text,
  endpoint,
  filterTag: optional(text),
  strategy: among('backoff', 'exponentialDecay'),
  format: among('xml', 'json', 'simplified', 'stream'),
})

const subscriptionChecks: Shape<Subscription> = {
  name: text,
  subscriber: text,
  settings: subscriptionSettings,
  createdAtMs: instantMs,
  modifiedAtMs: instantMs,
}

const notificationChecks: Shape<Notification> = {
  messageId,
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
}

const deliveryChecks: Shape<Delivery> = {
  id: text,
  topicId: count,
  notification: shaped(notificationChecks),
  attempts: count,
  nextAtMs: instantMs,
}

const accountChecks: Shape<AccountSettings> = { loggingBucket: text, traceEnabled: count }

type TopicEventOf<K extends TopicEvent['kind']> = Extract<TopicEvent, { kind: K }>

/** Members of every kind of event about topics, version 1. */
export const topicEventShapes: { readonly [K in TopicEvent['kind']]: Shape<Omit<TopicEventOf<K>, 'kind'>> } = {
  topicCreated: { topic: count, address, settings, atMs: instantMs },
  topicSettingsChanged: { topic: count, settings, atMs: instantMs },
  topicDeleted: { topic: count },
  subscribed: { topic: count, subscription: shaped(subscriptionChecks) },
  subscriptionChanged: { topic: count, subscription: text, settings: subscriptionSettings, atMs: instantMs },
  unsubscribed: { topic: count, subscription: text },
  deliveryScheduled: { topic: count, delivery: shaped(deliveryChecks) },
  deliveryDeferred: { topic: count, delivery: text, attempts: count, nextAtMs: instantMs },
  deliveryEnded: { topic: count, delivery: text, end: among('delivered', 'givenUp', 'expired', 'unsubscribed') },
  accountChanged: { account: text, settings: shaped(mapped(accountChecks, optional)) },
}
