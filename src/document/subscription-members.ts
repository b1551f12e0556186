import { subscriptionSettings } from '../core/settings/subscription-settings.ts'
import type {
  NotifyFormat,
  NotifyStrategy,
  Subscription,
  SubscriptionSettings,
  Topic,
  TopicAddress,
} from '../core/topic.ts'
import { endpointText, hasForm, placeText, readEndpoint, readPlace } from './endpoints.ts'
import { instantOf, objectOf, textOf, wordOf } from './fragments.ts'
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
import { referenceSchema } from './queue-references.ts'
import type { DocumentReading } from './reading.ts'
import { choiceOf } from './setting-values.ts'
import { readMembers, text, ValidationError, within } from './values.ts'

const { filterTag, strategy, format } = subscriptionSettings

/** A subscription as it is written, with its topic, which tells what need not be said. */
type HeldSubscription = { readonly subscription: Subscription; readonly topic: Topic }
type SubscriptionDraft = Draft<Omit<Subscription, 'settings'>> &
  Draft<Omit<SubscriptionSettings, 'endpointText' | 'endpoint'>> & { endpoint?: unknown; place?: unknown }

const ofSubscription = membersOf<HeldSubscription, SubscriptionDraft>()
const asItIs = (value: unknown): unknown => value

/** Members of a subscription. Source: MNS API, Subscribe. */
const subscriptionMembers: Members<HeldSubscription, SubscriptionDraft> = {
  name: ofSubscription('name', text, ({ subscription }) => JSON.stringify(subscription.name), textOf('Its name.')),
  endpoint: ofSubscription(
    'endpoint',
    asItIs,
    ({ subscription, topic }) => endpointText(subscription.settings, topic.address),
    textOf(
      'Where it delivers: "queue:NAME" for a queue where the topic lives, acs:mns:REGION:ACCOUNT:queues/NAME, or a URL.',
    ),
  ),
  deliversTo: ofSubscription(
    'place',
    asItIs,
    ({ subscription, topic }) => placeText(subscription.settings, topic.address),
    {
      ...objectOf({ queue: referenceSchema, url: { type: 'string' } }, []),
      maxProperties: 1,
      description: 'Where the endpoint leads, if its text does not tell.',
    },
  ),
  [filterTag.mns.name]: ofSubscription(
    'filterTag',
    text,
    ({ subscription }) => given(subscription.settings.filterTag, JSON.stringify),
    textOf(filterTag.about),
  ),
  [strategy.mns.name]: ofSubscription(
    'strategy',
    (value) => choiceOf(value, strategy.choices),
    ({ subscription }) =>
      unless<NotifyStrategy>(strategy.default, subscription.settings.strategy, (word) => `"${strategy.choices[word]}"`),
    wordOf(Object.values(strategy.choices), strategy.about),
  ),
  [format.mns.name]: ofSubscription(
    'format',
    (value) => choiceOf(value, format.choices),
    ({ subscription }) =>
      unless<NotifyFormat>(format.default, subscription.settings.format, (word) => `"${format.choices[word]}"`),
    wordOf(Object.values(format.choices), format.about),
  ),
  subscriber: ofSubscription(
    'subscriber',
    text,
    ({ subscription, topic }) => unless(topic.address.account, subscription.subscriber, JSON.stringify),
    textOf('Account of the subscriber; left out: that of the topic.'),
  ),
  created: ofSubscription(
    'createdAtMs',
    instant,
    ({ subscription, topic }, times) => unless(topic.createdAtMs, subscription.createdAtMs, times.instant),
    instantOf('When it was created; left out: as the topic.'),
  ),
  modified: ofSubscription(
    'modifiedAtMs',
    instant,
    ({ subscription }, times) => unless(subscription.createdAtMs, subscription.modifiedAtMs, times.instant),
    instantOf('When it last changed; left out: as created.'),
  ),
}
const subscriptionRows = rowsOf(subscriptionMembers)
const subscriptionReaders = readersOf(subscriptionMembers)

/** What a subscription may be. */
export const subscriptionSchema = schemaOf(subscriptionMembers, 'name', 'endpoint')

/** JSON text of a subscription, on one line. */
export function subscriptionText(subscription: Subscription, topic: Topic, times: Times): string {
  return objectText(subscriptionRows, { subscription, topic }, times)
}

/** A subscription to the topic at that address. Throws `ValidationError`. */
export function readSubscription(
  value: unknown,
  topic: TopicAddress,
  topicCreatedAtMs: number,
  reading: DocumentReading,
): Subscription {
  const draft: SubscriptionDraft = {}
  readMembers(subscriptionReaders, draft, value, reading)
  const { subscriber = topic.account, createdAtMs = topicCreatedAtMs, place } = draft
  const name = needed(draft.name, 'name')
  const endpointGiven = needed(draft.endpoint, 'endpoint')
  const said = within('endpoint', () => {
    if (reading.byHand && !hasForm(text(endpointGiven)))
      throw new ValidationError('"queue:NAME", "acs:mns:REGION:ACCOUNT:queues/NAME" or a URL is expected')
    return readEndpoint(endpointGiven, topic)
  })
  const endpoint = place === undefined ? said.endpoint : within('deliversTo', () => readPlace(place, topic, reading))
  return {
    name,
    subscriber,
    settings: {
      endpointText: said.endpointText,
      endpoint,
      filterTag: draft.filterTag,
      strategy: draft.strategy ?? strategy.default,
      format: draft.format ?? format.default,
    },
    createdAtMs,
    modifiedAtMs: draft.modifiedAtMs ?? createdAtMs,
  }
}
