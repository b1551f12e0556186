import { action, noInput } from '../action.ts'
import { subscriptionContent, subscriptionValues } from '../subscriptions.ts'
import { answerDocument } from '../xml-codec.ts'

const subscriptionDocument = answerDocument('Subscription', subscriptionContent)

/** Tells the attributes of a subscription. */
export const getSubscriptionAttributes = action<'getSubscription', undefined>({
  name: 'GetSubscriptionAttributes',
  source: 'MNS API, GetSubscriptionAttributes',
  input: noInput,
  command: (_input, { topic, subscription }) => ({ kind: 'getSubscription', topic, subscription }),
  output: ({ topic, subscription }, request) => ({
    status: 200,
    body: subscriptionDocument.fill(subscriptionValues(topic, subscription, request)),
  }),
})
