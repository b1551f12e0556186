import type { Done } from '../commands/command.ts'
import type {
  CreateTopic,
  DeleteTopic,
  GetTopic,
  ListTopics,
  MessagePublished,
  PublishMessage,
  SetTopicSettings,
  TopicCreated,
  TopicDescription,
  TopicsListed,
} from '../commands/topic-command.ts'
import { randomId } from '../random.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { deliver } from '../rules/deliveries.ts'
import { pageOf } from '../rules/lists.ts'
import { tooLong } from '../rules/message-size.ts'
import { wantsTag } from '../rules/subscriptions.ts'
import { isListed, topicAt, topicDiffers } from '../rules/topics.ts'
import type { Turn } from '../turn.ts'

/** Carries out `CreateTopic`. */
export function createTopic(turn: Turn, command: CreateTopic): Result<TopicCreated> {
  const existing = topicAt(turn.state, command.topic)
  if (existing) {
    return topicDiffers(existing, command)
      ? refuse({ kind: 'topicAlreadyExists' })
      : accept({ topic: existing, created: false })
  }
  const topic = turn.sequence - turn.state.origin
  const { topic: address, settings } = command
  turn.emit({ kind: 'topicCreated', topic, address, settings, atMs: turn.nowMs })
  return accept({ topic: turn.state.topics.byId.get(topic)!, created: true })
}

/** Carries out `GetTopic`. */
export function getTopic(turn: Turn, command: GetTopic): Result<TopicDescription> {
  const topic = topicAt(turn.state, command.topic)
  if (!topic) return refuse({ kind: 'topicNotFound' })
  return accept({ topic, messageCount: turn.state.topics.messageCount(topic.id) })
}

/** Carries out `SetTopicSettings`. */
export function setTopicSettings(turn: Turn, command: SetTopicSettings): Result<Done> {
  const topic = topicAt(turn.state, command.topic)
  if (!topic) return refuse({ kind: 'topicNotFound' })
  turn.emit({ kind: 'topicSettingsChanged', topic: topic.id, settings: command.settings, atMs: turn.nowMs })
  return accept({})
}

/** Carries out `DeleteTopic`. */
export function deleteTopic(turn: Turn, command: DeleteTopic): Result<Done> {
  const topic = topicAt(turn.state, command.topic)
  if (!topic) return refuse({ kind: 'topicNotFound' })
  turn.emit({ kind: 'topicDeleted', topic: topic.id })
  return accept({})
}

/** Carries out `ListTopics`. */
export function listTopics(turn: Turn, command: ListTopics): Result<TopicsListed> {
  const { byKey } = turn.state.topics
  const all = [...byKey].filter(([, topic]) => isListed(turn.state, topic, command))
  const { items, next } = pageOf(
    all.map(([key, topic]) => [`${topic.address.name} ${key}`, topic]),
    command,
  )
  const topics = items.map((topic) => ({ topic, messageCount: turn.state.topics.messageCount(topic.id) }))
  return accept({ topics, next })
}

/** Carries out `PublishMessage`. */
export function publishMessage(turn: Turn, command: PublishMessage): Result<MessagePublished> {
  const topic = topicAt(turn.state, command.topic)
  if (!topic) return refuse({ kind: 'topicNotFound' })
  const { maximumBytes } = command
  const limits = { told: topic.settings.maximumMessageBytes, otherwise: maximumBytes, ceiling: maximumBytes }
  const problem = tooLong(command.bytes, limits)
  if (problem) return refuse(problem)

  const { body, tag, senderId, attributes, systemProperties, groupId } = command
  const messageId = randomId(turn.random)
  const published = { messageId, topic: topic.address, body, tag, publishedAtMs: turn.nowMs }
  const carried = { senderId, attributes, systemProperties, groupId }
  let deliveries = 0
  for (const subscription of topic.subscriptions.values()) {
    if (!wantsTag(subscription, tag)) continue
    const { name, subscriber } = subscription
    deliver(turn, topic.id, subscription, { ...published, ...carried, subscription: name, subscriber })
    deliveries += 1
  }
  return accept({ messageId, deliveries })
}
