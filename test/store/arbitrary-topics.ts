import fc from 'fast-check'
import { restoreTopic } from '../../src/core/records.ts'
import type { State } from '../../src/core/state.ts'
import type {
  AccountSettings,
  Delivery,
  Endpoint,
  Notification,
  Subscription,
  SubscriptionSettings,
  TopicRecord,
} from '../../src/core/topic.ts'
import { anyAddress, anyAttribute, anyId, anyInstant, anyName, anyText, namedTexts } from './arbitrary-values.ts'

const anyEndpoint: fc.Arbitrary<Endpoint> = fc.oneof(
  fc.record({ kind: fc.constant('queue' as const), queue: anyAddress }),
  fc.record({ kind: fc.constant('http' as const), url: fc.constantFrom('http://127.0.0.1:1/in', 'HTTPS://a.test') }),
  fc.constant({ kind: 'unsupported' } as const),
)

/** Any text for any endpoint: whatever the one says, the other is kept. Only `queue:` is a word of the document's own. */
const anyEndpointText = fc.oneof(
  anyText.filter((text) => !text.startsWith('queue:')),
  anyAddress.map(({ account, region, name }) => `acs:mns:${region}:${account}:queues/${name}`),
  fc.constantFrom('http://127.0.0.1:1/in', 'HTTPS://a.test', 'mail:directmail:a@b.test'),
)

const anySubscriptionSettings: fc.Arbitrary<SubscriptionSettings> = fc.record(
  {
    endpointText: anyEndpointText,
    endpoint: anyEndpoint,
    filterTag: anyText,
    strategy: fc.constantFrom('backoff', 'exponentialDecay'),
    format: fc.constantFrom('xml', 'json', 'simplified', 'stream'),
  },
  { requiredKeys: ['endpointText', 'endpoint', 'strategy', 'format'] },
)

const anySubscription: fc.Arbitrary<Subscription> = fc.record({
  name: anyName,
  subscriber: anyText,
  settings: anySubscriptionSettings,
  createdAtMs: anyInstant,
  modifiedAtMs: anyInstant,
})

const anyTopic: fc.Arbitrary<Omit<TopicRecord, 'id'>> = fc.record({
  address: anyAddress,
  settings: fc.record(
    { maximumMessageBytes: fc.integer({ min: 1_024, max: 65_536 }), loggingEnabled: fc.boolean() },
    { requiredKeys: [] },
  ),
  subscriptions: fc.uniqueArray(anySubscription, { selector: ({ name }) => name, maxLength: 3 }),
  createdAtMs: anyInstant,
  modifiedAtMs: anyInstant,
})

type AnyDelivery = Omit<Delivery, 'id' | 'topicId' | 'notification'> & {
  readonly notification: Omit<Notification, 'topic'>
}

const anyDelivery: fc.Arbitrary<AnyDelivery> = fc.record({
  notification: fc.record(
    {
      messageId: anyId,
      subscriber: anyText,
      subscription: anyName,
      body: anyText,
      tag: anyText,
      publishedAtMs: anyInstant,
      senderId: anyText,
      attributes: fc.array(anyAttribute, { maxLength: 3 }),
      systemProperties: namedTexts,
      groupId: anyText,
    },
    { requiredKeys: ['messageId', 'subscriber', 'subscription', 'body', 'publishedAtMs', 'senderId'] },
  ),
  attempts: fc.nat({ max: 177 }),
  nextAtMs: anyInstant,
})

/** Any topics, also such as no commands lead to, each with deliveries of it. */
export const anyTopics = fc.uniqueArray(
  fc.record({
    topic: anyTopic,
    deliveries: fc.uniqueArray(anyDelivery, {
      selector: ({ notification }) => `${notification.messageId}/${notification.subscription}`,
      maxLength: 3,
    }),
  }),
  { selector: ({ topic }) => JSON.stringify(topic.address), maxLength: 3 },
)

/** Puts them into a state, under ids that no queue of `anyState` has. */
export function restoreTopics(state: State, topics: typeof anyTopics extends fc.Arbitrary<infer T> ? T : never): void {
  for (const [index, { topic, deliveries }] of topics.entries()) {
    const { id: topicId, address } = restoreTopic(state, { ...topic, id: index * 3 + 2 })
    for (const { notification, ...delivery } of deliveries) {
      const id = `${notification.messageId}/${notification.subscription}`
      if (state.topics.deliveries.has(id)) continue
      state.topics.addDelivery({ ...delivery, id, topicId, notification: { ...notification, topic: address } })
    }
  }
}

/** Settings of some accounts. */
export const anyAccounts: fc.Arbitrary<{ readonly account: string; readonly settings: AccountSettings }[]> =
  fc.uniqueArray(
    fc.record({
      account: anyName,
      settings: fc.record({ loggingBucket: anyText, traceEnabled: fc.maxSafeInteger() }, { requiredKeys: [] }),
    }),
    { selector: ({ account }) => account, maxLength: 3 },
  )
