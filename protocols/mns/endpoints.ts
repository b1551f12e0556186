import type { Endpoint, Subscription } from '../../src/core/topic.ts'
import { errors, type MnsError } from './errors.ts'
import { type Home, queueMeant, readQueueArn } from './names.ts'
import type { MnsRequest } from './request.ts'

/** Mail, text messages and mobile push, which leave the cloud. Source: MNS API, Subscribe, Endpoint. */
const elsewhere = /^(?:mail|sms|push):[^\s]+$/i

const webAddress = /^https?:\/\/[^\s\\]+$/i

/** Reads where a subscription delivers. */
export function readEndpoint(text: string, { topic, wire }: MnsRequest, home: Home): Endpoint | MnsError {
  if (webAddress.test(text)) return URL.canParse(text) ? { kind: 'http', url: text } : errors.endpointInvalid
  const named = readQueueArn(text)
  if (named) return { kind: 'queue', queue: queueMeant(named, topic, wire.host, home) }
  return elsewhere.test(text) ? { kind: 'unsupported' } : errors.endpointInvalid
}

/**
 * For the log: that a new subscription delivers to queues of another account or region than its topic's, which is as a
 * rule a slip in an address written by hand. `undefined`: it does not.
 */
export function endpointWarning({ topic }: MnsRequest, { name, settings }: Subscription): string | undefined {
  const { endpoint } = settings
  if (endpoint.kind !== 'queue') return undefined
  const { account, region } = endpoint.queue
  if (account === topic.account && region === topic.region) return undefined
  return `MNS: subscription ${name} to topic ${topic.name} delivers to account ${account}, region ${region}; the topic is in account ${topic.account}, region ${topic.region}`
}
