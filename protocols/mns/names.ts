import { errors, type MnsError } from './errors.ts'
import { maximumQueueName, maximumSubscriptionName, maximumTopicName } from './limits.ts'

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
  return name.length > maximumSubscriptionName ? errors.subscriptionNameLength : undefined
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

/** Lists that come in pages; the one of subscriptions is that of a topic. */
export type ListPath = '/queues/' | '/topics/' | `/topics/${string}/subscriptions/`

/** Opaque mark of the place where a list goes on: base64 of a path, as the cloud's own look. */
export function listMarker(list: ListPath, next: string): string {
  return Buffer.from(list + next).toString('base64')
}

/** The place that a marker stands for; `undefined` for one that no list has given. */
export function placeOfMarker(list: ListPath, marker: string): string | undefined {
  const path = Buffer.from(marker, 'base64').toString('utf8')
  const next = path.slice(list.length)
  // The subscriptions of a topic are a list below that of topics.
  if (!path.startsWith(list) || (list === '/topics/' && next.includes('/subscriptions/'))) return undefined
  return listMarker(list, next) === marker ? next : undefined
}

/** What a host name of MNS says. `region`: absent where no label is one. */
type MnsHost = { readonly account: string; readonly region: string | undefined }

/** Ways into a region that labels name beside the service or the region. Source: MNS API, endpoints. */
const ways = /(?:-(?:internal|vpc|control))+$/

/** `mns`, and what may follow it in the label: the region, in some layouts. */
const serviceLabel = /^mns(?:-(?<rest>.+))?$/

const regionLabel = /^[a-z]{2,3}(?:-[a-z0-9]+)+$/

/**
 * Reads a host name of the cloud, with or without a port: the first label is the account, a later one the service, and
 * the region stands where a label has its form. `{account}.mns.{region}.aliyuncs.com` is the usual layout;
 * `{account}.mns-vpc.{region}.…`, `{account}.mns.{region}-internal.…`, `{account}.{region}.mns.…` and
 * `{account}.mns.…` are others. `undefined`: the host is none of MNS.
 */
export function mnsHost(host: string): MnsHost | undefined {
  if (!maybeMns.test(host)) return undefined
  const [account = '', ...labels] = host.split(':', 1)[0]!.split('.')
  const places = labels.map((label) => label.toLowerCase().replace(ways, ''))
  const service = places.findIndex(isService)
  if (!/^\w+$/.test(account) || service === -1 || service > 1 || (service === 1 && !regionLabel.test(places[0]!)))
    return undefined
  const region = places.map((place) => serviceLabel.exec(place)?.groups?.rest ?? place).find(isRegion)
  return { account, region }
}

/** Most requests go to other hosts: told apart first. */
const maybeMns = /^[^.:]+\.(?:[^.:]+\.)?mns/i

function isService(place: string): boolean {
  const match = serviceLabel.exec(place)
  return match !== null && (match.groups?.rest === undefined || isRegion(match.groups.rest))
}

function isRegion(place: string): boolean {
  return regionLabel.test(place)
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
