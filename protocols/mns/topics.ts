import type { TopicDescription } from '../../src/core/commands/topic-command.ts'
import type { TopicSettings } from '../../src/core/topic.ts'
import type { XmlElement } from '../xml/element.ts'
import { isError, type MnsError } from './errors.ts'
import { limits } from './limits.ts'
import { childNumber, childText, type NumberField, printBoolean, printSeconds, readBoolean } from './xml-codec.ts'

const messageSize: NumberField = { element: 'MaximumMessageSize', range: limits.messageSize }
const loggingElement = 'LoggingEnabled'

/** How long a topic keeps a message, in seconds; cannot be set. Source: MNS API, GetTopicAttributes. */
const retentionSeconds = 86_400

/** What a topic has when CreateTopic leaves everything out. Source: MNS API, CreateTopic. */
export const topicDefaults = {
  maximumMessageBytes: limits.messageSize.high,
  loggingEnabled: false,
} as const satisfies TopicSettings

/** Elements of a topic in the order of answers. Source: MNS API, GetTopicAttributes. */
export const topicContent = {
  TopicName: '{{TopicName}}',
  MessageCount: '{{MessageCount}}',
  CreateTime: '{{CreateTime}}',
  LastModifyTime: '{{LastModifyTime}}',
  MaximumMessageSize: '{{MaximumMessageSize}}',
  MessageRetentionPeriod: '{{MessageRetentionPeriod}}',
  LoggingEnabled: '{{LoggingEnabled}}',
} as const

/** Their values. */
export function topicValues({ topic, messageCount }: TopicDescription): Record<string, string> {
  const { maximumMessageBytes, loggingEnabled } = { ...topicDefaults, ...topic.settings }
  return {
    TopicName: topic.address.name,
    MessageCount: String(messageCount),
    CreateTime: printSeconds(topic.createdAtMs),
    LastModifyTime: printSeconds(topic.modifiedAtMs),
    MaximumMessageSize: String(maximumMessageBytes),
    MessageRetentionPeriod: String(retentionSeconds),
    LoggingEnabled: printBoolean(loggingEnabled),
  }
}

/** Settings that a `<Topic>` document names. Unknown elements are passed over. */
export function readTopicSettings(document: XmlElement | undefined): TopicSettings | MnsError {
  const settings: TopicSettings = {}
  if (!document) return settings
  const bytes = childNumber(document, messageSize)
  if (isError(bytes)) return bytes
  if (bytes !== undefined) settings.maximumMessageBytes = bytes
  const text = childText(document, loggingElement)
  if (text === undefined) return settings
  const logging = readBoolean(text, loggingElement)
  if (isError(logging)) return logging
  settings.loggingEnabled = logging
  return settings
}
