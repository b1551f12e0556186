import type { Delivery, Notification, TopicAddress } from '../core/topic.ts'
import type { Topics } from '../core/topics.ts'
import {
  type Draft,
  given,
  instantJson,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  unless,
} from './members.ts'
import { attributeTexts, namedTexts, readAttributes, readNamedTexts } from './named-values.ts'
import { count, instant, Misfit, messageId, readMembers, text } from './values.ts'

/** A delivery as it is written, with where its topic lives. */
type HeldDelivery = { readonly delivery: Delivery; readonly topic: TopicAddress }
type DeliveryDraft = Draft<Omit<Notification, 'topic'>> & Draft<Omit<Delivery, 'notification'>>

const ofDelivery = membersOf<HeldDelivery, DeliveryDraft>()

/** A member for what belongs to the notification. */
function ofNotification<K extends keyof DeliveryDraft>(
  place: K,
  decode: (value: unknown) => DeliveryDraft[K],
  write: (notification: Notification) => string | undefined,
) {
  return ofDelivery(place, decode, ({ delivery }) => write(delivery.notification))
}

/** Members of a delivery. */
const deliveryMembers: Members<HeldDelivery, DeliveryDraft> = {
  body: ofNotification('body', text, ({ body }) => JSON.stringify(body)),
  attributes: ofNotification('attributes', readAttributes, ({ attributes }) => given(attributes, attributeTexts)),
  id: ofNotification('messageId', messageId, ({ messageId }) => JSON.stringify(messageId)),
  /** Id of the topic. */
  topic: ofDelivery('topicId', count, ({ delivery }) => `${delivery.topicId}`),
  subscription: ofNotification('subscription', text, ({ subscription }) => JSON.stringify(subscription)),
  /** Absent: the account of the topic. */
  subscriber: ofDelivery('subscriber', text, ({ delivery, topic }) =>
    unless(topic.account, delivery.notification.subscriber, JSON.stringify),
  ),
  tag: ofNotification('tag', text, ({ tag }) => given(tag, JSON.stringify)),
  /** Absent: the account of the topic. */
  sender: ofDelivery('senderId', text, ({ delivery, topic }) =>
    unless(topic.account, delivery.notification.senderId, JSON.stringify),
  ),
  groupId: ofNotification('groupId', text, ({ groupId }) => given(groupId, JSON.stringify)),
  systemProperties: ofNotification('systemProperties', readNamedTexts, ({ systemProperties }) =>
    given(systemProperties, namedTexts),
  ),
  published: ofNotification('publishedAtMs', instant, ({ publishedAtMs }) => instantJson(publishedAtMs)),
  /** Tries so far; absent: none. */
  attempts: ofDelivery('attempts', count, ({ delivery }) => unless(0, delivery.attempts, String)),
  /** When the next try is due; absent: as `published`. */
  next: ofDelivery('nextAtMs', instant, ({ delivery }) =>
    unless(delivery.notification.publishedAtMs, delivery.nextAtMs, instantJson),
  ),
}

const deliveryRows = Object.entries(deliveryMembers)
const deliveryReaders = readersOf(deliveryMembers)

/** JSON text of a delivery, on one line. */
export function deliveryText(delivery: Delivery): string {
  return objectText(deliveryRows, { delivery, topic: delivery.notification.topic })
}

/** A delivery of one of these topics. Throws `Misfit`. */
export function readDelivery(value: unknown, topics: Topics): Delivery {
  const draft: DeliveryDraft = {}
  readMembers(deliveryReaders, draft, value)
  const topicId = needed(draft.topicId, 'topic')
  const topic = topics.byId.get(topicId)
  if (!topic) throw new Misfit(`there is no topic with id ${topicId}`)
  const id = needed(draft.messageId, 'id')
  const subscription = needed(draft.subscription, 'subscription')
  const publishedAtMs = needed(draft.publishedAtMs, 'published')
  const { tag, groupId, attributes, systemProperties } = draft
  return {
    id: `${id}/${subscription}`,
    topicId,
    notification: {
      messageId: id,
      topic: topic.address,
      subscriber: draft.subscriber ?? topic.address.account,
      subscription,
      body: needed(draft.body, 'body'),
      tag,
      publishedAtMs,
      senderId: draft.senderId ?? topic.address.account,
      attributes,
      systemProperties,
      groupId,
    },
    attempts: draft.attempts ?? 0,
    nextAtMs: draft.nextAtMs ?? publishedAtMs,
  }
}
