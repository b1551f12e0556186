import type { TopicDescription } from '../../src/core/commands/topic-command.ts'
import { defaultsOn } from '../../src/core/settings/setting.ts'
import { topicSettings } from '../../src/core/settings/topic-settings.ts'
import type { TopicSettings } from '../../src/core/topic.ts'
import type { XmlElement } from '../xml/element.ts'
import { isError, type MnsError } from './errors.ts'
import { settingElements } from './setting-elements.ts'
import { childText, printSeconds } from './xml-codec.ts'

const elements = settingElements(topicSettings)

/** How long a topic keeps a message, in seconds; cannot be set. Source: MNS API, GetTopicAttributes. */
const retentionSeconds = 86_400

/** What a topic has when CreateTopic leaves everything out. Source: MNS API, CreateTopic. */
export const topicDefaults: TopicSettings = defaultsOn('mns', topicSettings)

/** Elements of a topic in the order of answers. Source: MNS API, GetTopicAttributes. */
export const topicContent = {
  TopicName: '{{TopicName}}',
  MessageCount: '{{MessageCount}}',
  CreateTime: '{{CreateTime}}',
  LastModifyTime: '{{LastModifyTime}}',
  ...slotsOf(true),
  MessageRetentionPeriod: '{{MessageRetentionPeriod}}',
  ...slotsOf(false),
}

function slotsOf(numbers: boolean): Readonly<Record<string, string>> {
  const names = elements.filter(({ isNumber }) => isNumber === numbers).map(({ element }) => element)
  return Object.fromEntries(names.map((name) => [name, `{{${name}}}`]))
}

/** Their values. */
export function topicValues({ topic, messageCount }: TopicDescription): Record<string, string> {
  const told: Readonly<Record<string, unknown>> = topic.settings
  return {
    ...Object.fromEntries(elements.map(({ element, setting, print }) => [element, print(told[setting])])),
    TopicName: topic.address.name,
    MessageCount: String(messageCount),
    CreateTime: printSeconds(topic.createdAtMs),
    LastModifyTime: printSeconds(topic.modifiedAtMs),
    MessageRetentionPeriod: String(retentionSeconds),
  }
}

/** Settings that a `<Topic>` document names. Unknown elements are passed over. */
export function readTopicSettings(document: XmlElement | undefined): TopicSettings | MnsError {
  const settings: TopicSettings = {}
  if (!document) return settings
  for (const { element, setting, read } of elements) {
    const text = childText(document, element)
    const value = text === undefined ? undefined : read(text)
    if (isError(value)) return value
    if (value !== undefined) Object.assign(settings, { [setting]: value })
  }
  return settings
}
