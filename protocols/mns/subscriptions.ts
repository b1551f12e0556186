import type { NotifyFormat, NotifyStrategy, Subscription, Topic } from '../../src/core/topic.ts'
import type { XmlElement } from '../xml/element.ts'
import { type MnsError, outOfRange, schemaViolation } from './errors.ts'
import { limits, within } from './limits.ts'
import type { MnsRequest } from './request.ts'
import { childText, linesOf, part, printSeconds } from './xml-codec.ts'

/** Source: MNS API, Subscribe, NotifyStrategy. */
const strategies: Readonly<Record<NotifyStrategy, string>> = {
  backoff: 'BACKOFF_RETRY',
  exponentialDecay: 'EXPONENTIAL_DECAY_RETRY',
}

/** Source: MNS API, Subscribe, NotifyContentFormat; STREAM is known to the Java SDK alone. */
const formats: Readonly<Record<NotifyFormat, string>> = {
  xml: 'XML',
  json: 'JSON',
  simplified: 'SIMPLIFIED',
  stream: 'STREAM',
}

const strategyOf = new Map<string, NotifyStrategy>([
  [strategies.backoff, 'backoff'],
  [strategies.exponentialDecay, 'exponentialDecay'],
])

const formatOf = new Map<string, NotifyFormat>([
  [formats.xml, 'xml'],
  [formats.json, 'json'],
  [formats.simplified, 'simplified'],
  [formats.stream, 'stream'],
])

/** Elements of a subscription in the order of answers. Source: MNS API, GetSubscriptionAttributes. */
export const subscriptionContent = {
  SubscriptionName: '{{SubscriptionName}}',
  Subscriber: '{{Subscriber}}',
  TopicOwner: '{{TopicOwner}}',
  TopicName: '{{TopicName}}',
  Endpoint: '{{Endpoint}}',
  NotifyStrategy: '{{NotifyStrategy}}',
  NotifyContentFormat: '{{NotifyContentFormat}}',
  '#text': '{{{filterTag}}}',
  CreateTime: '{{CreateTime}}',
  LastModifyTime: '{{LastModifyTime}}',
} as const

const filterTagPart = part('FilterTag', '{{filterTag}}')

/** Their values; the owner of the topic is whoever asks, since the topics of others are not to be reached. */
export function subscriptionValues(
  topic: Topic,
  subscription: Subscription,
  { topic: { account } }: MnsRequest,
): Record<string, string> {
  const { endpointText, strategy, format, filterTag } = subscription.settings
  return {
    SubscriptionName: subscription.name,
    Subscriber: subscription.subscriber,
    TopicOwner: account,
    TopicName: topic.address.name,
    Endpoint: endpointText,
    NotifyStrategy: strategies[strategy],
    NotifyContentFormat: formats[format],
    filterTag: filterTag ? linesOf([filterTagPart.fill({ filterTag })]) : '',
    CreateTime: printSeconds(subscription.createdAtMs),
    LastModifyTime: printSeconds(subscription.modifiedAtMs),
  }
}

/** When failed deliveries are tried again; `undefined` when the document does not say. */
export function readStrategy(document: XmlElement): NotifyStrategy | MnsError | undefined {
  return readOneOf(document, 'NotifyStrategy', strategyOf)
}

/** What deliveries look like; `undefined` when the document does not say. */
export function readFormat(document: XmlElement): NotifyFormat | MnsError | undefined {
  return readOneOf(document, 'NotifyContentFormat', formatOf)
}

/** An empty element is as good as none: some clients write all that they know. */
function readOneOf<T>(document: XmlElement, element: string, values: ReadonlyMap<string, T>): T | MnsError | undefined {
  const text = childText(document, element)?.trim()
  return text ? (values.get(text) ?? schemaViolation(element)) : undefined
}

/** A MessageTag or FilterTag; `undefined` when there is none. Source: MNS API, PublishMessage and Subscribe. */
export function readTag(parent: XmlElement, element: 'MessageTag' | 'FilterTag'): string | MnsError | undefined {
  const tag = childText(parent, element)
  if (!tag) return undefined
  return within(limits.tag, [...tag].length) ? tag : outOfRange(element, limits.tag)
}
