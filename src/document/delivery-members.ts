import type { Delivery, Notification, Topic, TopicAddress } from '../core/topic.ts'
import { amountOf, type Fragment, idOf, instantOf, serialOf, textOf } from './fragments.ts'
import { refuseForbidden } from './hand-written.ts'
import { instant } from './instants.ts'
import {
  type Draft,
  given,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  rowsOf,
  schemaOf,
  type Times,
  unless,
} from './members.ts'
import {
  attributesSchema,
  attributeTexts,
  namedTexts,
  namedTextsOf,
  readAttributes,
  readNamedTexts,
} from './named-values.ts'
import type { DocumentReading } from './reading.ts'
import { amount, type Decode, messageId, readMembers, serial, text, ValidationError, within } from './values.ts'

/** A delivery as it is written, with where its topic lives. */
type HeldDelivery = { readonly delivery: Delivery; readonly topic: TopicAddress }
type DeliveryDraft = Draft<Omit<Notification, 'topic'>> & Draft<Omit<Delivery, 'notification'>>

const ofDelivery = membersOf<HeldDelivery, DeliveryDraft>()

/** A member for what belongs to the notification. */
function ofNotification<K extends keyof DeliveryDraft>(
  place: K,
  decode: Decode<DeliveryDraft[K]>,
  write: (notification: Notification, times: Times) => string | undefined,
  schema: Fragment,
) {
  return ofDelivery(place, decode, ({ delivery }, times) => write(delivery.notification, times), schema)
}

/** Members of a delivery. */
const deliveryMembers: Members<HeldDelivery, DeliveryDraft> = {
  body: ofNotification('body', text, ({ body }) => JSON.stringify(body), textOf('Body of the message.')),
  attributes: ofNotification(
    'attributes',
    readAttributes,
    ({ attributes }) => given(attributes, attributeTexts),
    attributesSchema,
  ),
  id: ofNotification('messageId', messageId, ({ messageId }) => JSON.stringify(messageId), idOf('Id of the message.')),
  topic: ofDelivery('topicId', serial, ({ delivery }) => `${delivery.topicId}`, serialOf('Id of the topic.')),
  subscription: ofNotification(
    'subscription',
    text,
    ({ subscription }) => JSON.stringify(subscription),
    textOf('Name of the subscription.'),
  ),
  subscriber: ofDelivery(
    'subscriber',
    text,
    ({ delivery, topic }) => unless(topic.account, delivery.notification.subscriber, JSON.stringify),
    textOf('Account of the subscriber; left out: that of the topic.'),
  ),
  tag: ofNotification('tag', text, ({ tag }) => given(tag, JSON.stringify), textOf('Tag of the message.')),
  sender: ofDelivery(
    'senderId',
    text,
    ({ delivery, topic }) => unless(topic.account, delivery.notification.senderId, JSON.stringify),
    textOf('Account of the sender; left out: that of the topic.'),
  ),
  groupId: ofNotification('groupId', text, ({ groupId }) => given(groupId, JSON.stringify), textOf('Message group.')),
  systemProperties: ofNotification(
    'systemProperties',
    readNamedTexts,
    ({ systemProperties }) => given(systemProperties, namedTexts),
    namedTextsOf('MNS SystemProperties.'),
  ),
  published: ofNotification(
    'publishedAtMs',
    instant,
    ({ publishedAtMs }, times) => times.instant(publishedAtMs),
    instantOf('When it was published; left out: now.'),
  ),
  attempts: ofDelivery(
    'attempts',
    amount,
    ({ delivery }) => unless(0, delivery.attempts, String),
    amountOf('Tries so far; left out: none.'),
  ),
  next: ofDelivery(
    'nextAtMs',
    instant,
    ({ delivery }, times) => unless(delivery.notification.publishedAtMs, delivery.nextAtMs, times.instant),
    instantOf('When the next try is due; left out: as published.'),
  ),
}

const deliveryRows = rowsOf(deliveryMembers)
const deliveryReaders = readersOf(deliveryMembers)

/** What a delivery may be. */
export const deliverySchema = schemaOf(deliveryMembers, 'body', 'topic', 'subscription')

/** JSON text of a delivery, on one line. */
export function deliveryText(delivery: Delivery, times: Times): string {
  return objectText(deliveryRows, { delivery, topic: delivery.notification.topic }, times)
}

/** A delivery; `topicOf` has the topics that the document holds by the ids it gives them. Throws `ValidationError`. */
export function readDelivery(
  value: unknown,
  topicOf: (id: number) => Topic | undefined,
  reading: DocumentReading,
): Delivery {
  const draft: DeliveryDraft = {}
  readMembers(deliveryReaders, draft, value, reading)
  const named = needed(draft.topicId, 'topic')
  const topic = topicOf(named)
  if (!topic) throw new ValidationError(`there is no topic with id ${named}`)
  const subscription = needed(draft.subscription, 'subscription')
  const body = needed(draft.body, 'body')
  if (reading.byHand) within('body', () => refuseForbidden(body))
  const { messageId: id = reading.freshId(), publishedAtMs = reading.presentMs() } = draft
  const { tag, groupId, attributes, systemProperties } = draft
  return {
    id: `${id}/${subscription}`,
    topicId: topic.id,
    notification: {
      messageId: id,
      topic: topic.address,
      subscriber: draft.subscriber ?? topic.address.account,
      subscription,
      body,
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
