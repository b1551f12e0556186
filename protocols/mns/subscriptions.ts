import { subscriptionSettings } from '../../src/core/settings/subscription-settings.ts'
import type { NotifyFormat, NotifyStrategy, Subscription, Topic } from '../../src/core/topic.ts'
import type { XmlElement } from '../xml/element.ts'
import { type MnsError, outOfRange, schemaViolation } from './errors.ts'
import { limits, within } from './limits.ts'
import type { MnsRequest } from './request.ts'
import { choiceNamed } from './setting-elements.ts'
import { childText, linesOf, part, printSeconds } from './xml-codec.ts'

const { filterTag: tag, strategy: notifyStrategy, format: notifyFormat } = subscriptionSettings

/** Elements of a subscription in the order of answers. Source: MNS API, GetSubscriptionAttributes. */
export const subscriptionContent = {
  SubscriptionName: '{{SubscriptionName}}',
  Subscriber: '{{Subscriber}}',
  TopicOwner: '{{TopicOwner}}',
  TopicName: '{{TopicName}}',
  Endpoint: '{{Endpoint}}',
  [notifyStrategy.mns.name]: '{{strategy}}',
  [notifyFormat.mns.name]: '{{format}}',
  '#text': '{{{filterTag}}}',
  CreateTime: '{{CreateTime}}',
  LastModifyTime: '{{LastModifyTime}}',
} as const

const filterTagPart = part(tag.mns.name, '{{filterTag}}')

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
    strategy: notifyStrategy.choices[strategy],
    format: notifyFormat.choices[format],
    filterTag: filterTag ? linesOf([filterTagPart.fill({ filterTag })]) : '',
    CreateTime: printSeconds(subscription.createdAtMs),
    LastModifyTime: printSeconds(subscription.modifiedAtMs),
  }
}

/** When failed deliveries are tried again; `undefined` when the document does not say. */
export function readStrategy(document: XmlElement): NotifyStrategy | MnsError | undefined {
  return readOneOf(document, notifyStrategy)
}

/** What deliveries look like; `undefined` when the document does not say. */
export function readFormat(document: XmlElement): NotifyFormat | MnsError | undefined {
  return readOneOf(document, notifyFormat)
}

/** An empty element is as good as none: some clients write all that they know. */
function readOneOf<K extends string>(
  document: XmlElement,
  {
    mns: { name },
    choices,
  }: { readonly mns: { readonly name: string }; readonly choices: Readonly<Record<K, string>> },
): K | MnsError | undefined {
  const text = childText(document, name)?.trim()
  return text ? (choiceNamed(choices, text) ?? schemaViolation(name)) : undefined
}

/** A MessageTag or FilterTag; `undefined` when there is none. Source: MNS API, PublishMessage and Subscribe. */
export function readTag(parent: XmlElement, element: 'MessageTag' | 'FilterTag'): string | MnsError | undefined {
  const tag = childText(parent, element)
  if (!tag) return undefined
  return within(limits.tag, [...tag].length) ? tag : outOfRange(element, limits.tag)
}
