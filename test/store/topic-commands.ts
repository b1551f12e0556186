import type { Command } from '../../src/core/commands/commands.ts'
import type { State } from '../../src/core/state.ts'
import type { SubscriptionSettings } from '../../src/core/topic.ts'
import { createTopic, publish, subscribe, topicAddress, toQueue } from '../support/topics.ts'

/** Any of what can be asked about topics, of few topics and subscriptions so that they meet. */
export function anyTopicCommand(below: (limit: number) => number, { topics }: State): Command {
  const name = below(3) === 0 ? 'alerts' : 'news'
  const subscription = ['to-queue', 'to-http', 'to-mail', '7'][below(4)]!
  const topic = topicAddress(name)
  const dice = below(100)
  if (dice < 12) return createTopic(name)
  if (dice < 13) return { kind: 'deleteTopic', topic }
  if (dice < 17) return { kind: 'setTopicSettings', topic, settings: { maximumMessageBytes: 1_024 * (1 + below(3)) } }
  if (dice < 32) return subscribe(name, subscription, anySettings(subscription, dice))
  if (dice < 35) return { kind: 'unsubscribe', topic, subscription }
  if (dice < 40) return { kind: 'setSubscriptionSettings', topic, subscription, strategy: 'backoff', filterTag: 'vip' }
  if (dice < 43) return { kind: 'setAccount', account: `${below(2)}`, settings: { loggingBucket: `b${below(9)}` } }
  if (dice < 72) return publish(name, `news ${below(1e6)} \u00e9`, dice < 60 ? 'vip' : undefined)
  const delivery = [...topics.deliveries.values()][below(topics.deliveries.size)]
  if (delivery === undefined) return { kind: 'tick' }
  const attempt = delivery.attempts + 1
  return { kind: 'settleDelivery', delivery: delivery.id, attempt, delivered: dice > 90 }
}

function anySettings(subscription: string, dice: number): Partial<SubscriptionSettings> {
  if (subscription === 'to-queue') return { ...toQueue(dice < 20 ? 'orders' : 'invoices'), format: 'xml' }
  if (subscription === 'to-http') return { strategy: 'exponentialDecay', format: 'json' }
  if (subscription === '7') return {}
  return { endpointText: 'mail:directmail:a@b.test', endpoint: { kind: 'unsupported' } }
}
