import type { QueueAddress } from '../../src/core/model.ts'
import type { Endpoint, Subscription } from '../../src/core/topic.ts'
import { errors, type MnsError } from './errors.ts'
import { mnsHost } from './names.ts'
import { type Home, readQueueArn } from './queue-arns.ts'
import type { MnsRequest } from './request.ts'

/** Mail, text messages and mobile push, which leave the cloud. Source: MNS API, Subscribe, Endpoint. */
const elsewhere = /^(?:mail|sms|push):[^\s]+$/i

/** A host follows the slashes at once: a parser of URLs would pass over further ones. */
const webAddress = /^https?:\/\/[^\s\\/?#][^\s\\]*$/i

/** Reads where a subscription delivers. */
export function readEndpoint(text: string, { topic, wire }: MnsRequest, home: Home): Endpoint | MnsError {
  if (webAddress.test(text)) return URL.canParse(text) ? { kind: 'http', url: text } : errors.endpointInvalid
  const queue = readQueueArn(text, topic, wire.host, home)
  if (queue) return { kind: 'queue', queue }
  return elsewhere.test(text) ? { kind: 'unsupported' } : errors.endpointInvalid
}

/**
 * The queue that is meant where the endpoint names none that is there: SDKs put the region that a client was made with
 * into addresses, and a client that calls `127.0.0.1` has its queues in the region of the topic. `undefined`: the region
 * counts as it stands, since the host of the request names one.
 */
export function queueOtherwise({ topic, wire }: MnsRequest, endpoint: Endpoint): QueueAddress | undefined {
  if (endpoint.kind !== 'queue' || endpoint.queue.region === topic.region) return undefined
  if (endpoint.queue.account !== topic.account || mnsHost(wire.host)?.region !== undefined) return undefined
  return { ...endpoint.queue, region: topic.region }
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
