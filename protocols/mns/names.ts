import type { Namespace, QueueAddress } from '../../src/core/model.ts'
import { errors, type MnsError } from './errors.ts'
import { maximumQueueName, maximumTopicName } from './limits.ts'

/** Form of all names. Source: MNS Limits. */
const nameForm = /^[A-Za-z0-9][A-Za-z0-9-]*$/

/** What is wrong with the name of a queue to be created, if anything. Source: MNS API, CreateQueue. */
export function queueNameError(name: string): MnsError | undefined {
  if (!nameForm.test(name)) return errors.invalidQueueName
  return name.length > maximumQueueName ? errors.queueNameLength : undefined
}

/** What is wrong with the name of a topic to be created, if anything. Source: MNS API, CreateTopic. */
export function topicNameError(name: string): MnsError | undefined {
  if (!nameForm.test(name)) return errors.topicNameInvalid
  return name.length > maximumTopicName ? errors.topicNameLength : undefined
}

/** What is wrong with the name of a subscription to be created, if anything. Source: MNS API, Subscribe. */
export function subscriptionNameError(name: string): MnsError | undefined {
  if (!nameForm.test(name)) return errors.subscriptionNameInvalid
  return name.length > maximumTopicName ? errors.subscriptionNameLength : undefined
}

/** URL of a queue, as in Location and QueueURL. `base` is `scheme://host`. */
export function queueUrl(base: string, name: string): string {
  return `${base}/queues/${encodeURIComponent(name)}`
}

/** URL of a topic, as in Location and TopicURL. `base` is `scheme://host`. */
export function topicUrl(base: string, name: string): string {
  return `${base}/topics/${encodeURIComponent(name)}`
}

/** URL of a subscription, as in Location and SubscriptionURL. `base` is `scheme://host`. */
export function subscriptionUrl(base: string, topic: string, name: string): string {
  return `${topicUrl(base, topic)}/subscriptions/${encodeURIComponent(name)}`
}

/** Address of a queue as endpoints and dead-letter properties hold it. Source: MNS API, Subscribe, Endpoint. */
export function queueArn({ account, region, name }: QueueAddress): string {
  return `acs:mns:${region}:${account}:queues/${name}`
}

const arnForm = /^acs:mns:([^:/]+):([^:/]+):\/?queues\/([^/]+)$/

/** What such an address names; `undefined` for any other text. */
export function readQueueArn(text: string): QueueAddress | undefined {
  const [, region, account, name] = arnForm.exec(text) ?? []
  return region && account && name ? { account, region, name } : undefined
}

/** What decides whose queue an address means, beside the request. */
export type Home = { readonly defaultAccount: string; readonly namespace: Namespace }

/**
 * The queue that an address means to whoever asks. SDKs make addresses of the first label of the host they call, `127`
 * or `localhost`, and of a region that a local host does not tell: then it is the asker's own. In the shared namespace
 * the name alone counts.
 */
export function queueMeant(named: QueueAddress, asker: QueueAddress, host: string, home: Home): QueueAddress {
  const { account, region } = asker
  if (home.namespace === 'shared') return { account, region, name: named.name }
  const own = [account, home.defaultAccount, '127', 'localhost', host.split(/[.:]/, 1)[0]!]
  if (!own.includes(named.account)) return named
  return { account, region: ownerInHost(host) ? named.region : region, name: named.name }
}

/** Lists that come in pages; the one of subscriptions is that of a topic. */
export type ListPath = '/queues/' | '/topics/' | `/topics/${string}/subscriptions/`

/** Opaque mark of the place where a list goes on: base64 of a path, as the cloud's own look. */
export function listMarker(list: ListPath, next: string): string {
  return Buffer.from(list + next).toString('base64')
}

/** The place that a marker stands for; `undefined` for one that no list has given. */
export function placeOfMarker(list: ListPath, marker: string): string | undefined {
  const path = Buffer.from(marker, 'base64').toString('utf8')
  if (!path.startsWith(list)) return undefined
  const next = path.slice(list.length)
  return listMarker(list, next) === marker ? next : undefined
}

/** Account and region that the host names: `{account}.mns.{region}.aliyuncs.com` and its internal forms. */
export function ownerInHost(host: string): { readonly account: string; readonly region: string } | undefined {
  if (!secondLabelIsMns(host)) return undefined
  const match = cloudHost.exec(host)
  return match ? { account: match[1]!, region: match[2]!.toLowerCase() } : undefined
}

const cloudHost = /^(\w+)\.mns\.([a-z0-9-]+?)(?:-internal|-internal-vpc|-vpc|-control)*\./i

/** Whether the second label of a host name is `mns`. */
export function secondLabelIsMns(host: string): boolean {
  const dot = host.indexOf('.')
  if (dot === -1 || host.slice(dot + 1, dot + 4).toLowerCase() !== 'mns') return false
  const after = host[dot + 4]
  return after === '.' || after === ':' || after === undefined
}

const accountKey = /^\d{12,16}(?!\d)/

/** The account whose number an AccessKeyId begins with: 12 to 16 digits. */
export function accountInKey(accessKeyId: string): string | undefined {
  return accountKey.exec(accessKeyId)?.[0]
}

/** Where each form of the Authorization header holds the AccessKeyId: after the first text, up to the second. */
const keyPlaces = [
  ['MNS ', ':'],
  ['MNS4-HMAC-SHA256 Credential=', '/'],
] as const

/** AccessKeyId of an Authorization header; `undefined` when it is of neither form. Source: MNS API, request signatures. */
export function accessKeyIdIn(authorization: string): string | undefined {
  for (const [before, after] of keyPlaces) {
    if (!authorization.startsWith(before)) continue
    const end = authorization.indexOf(after, before.length)
    return authorization.slice(before.length, end === -1 ? undefined : end)
  }
  return undefined
}
