import type { Command } from '../../src/core/commands/commands.ts'
import type { SubscriptionSettings, TopicAddress } from '../../src/core/topic.ts'

type Told<K extends Command['kind']> = Extract<Command, { kind: K }>

/** Where a topic of a test lives. */
export function topicAddress(name: string): TopicAddress {
  return { account: '000000000000', region: 'us-east-1', name }
}

/** Makes a topic. */
export function createTopic(name: string): Told<'createTopic'> {
  return { kind: 'createTopic', topic: topicAddress(name), settings: {}, mustMatch: {}, defaults: {} }
}

/** Has a subscriber pushed to over HTTP, in the published form, unless told otherwise. */
export function subscribe(
  topic: string,
  subscription: string,
  settings: Partial<SubscriptionSettings> = {},
): Told<'subscribe'> {
  const url = `http://127.0.0.1:1/${subscription}`
  const place = { endpointText: url, endpoint: { kind: 'http', url } } as const
  const whole = { ...place, strategy: 'backoff', format: 'simplified', ...settings } as const
  const subscriber = '000000000000'
  const command = { kind: 'subscribe', topic: topicAddress(topic), subscription, subscriber, settings: whole } as const
  return { ...command, defaultMaximumBytes: 65_536 }
}

/** Where a subscription delivers to a queue of the account `127`, as SDKs say it. */
export function toQueue(name: string): Pick<SubscriptionSettings, 'endpointText' | 'endpoint'> {
  const queue = topicAddress(name)
  return { endpointText: `acs:mns:us-east-1:127:queues/${name}`, endpoint: { kind: 'queue', queue } }
}

/** Publishes a message. */
export function publish(topic: string, body: string, tag?: string): Told<'publishMessage'> {
  const limits = { bytes: 1, maximumBytes: 65_536 }
  return { kind: 'publishMessage', topic: topicAddress(topic), body, ...limits, senderId: '000000000000', tag }
}
