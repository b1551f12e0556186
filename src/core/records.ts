import { Messages } from './messages.ts'
import type { MessageRecord, QueueSettings, QueueSettingsChange } from './model.ts'
import { recentSendsOf } from './rules/deduplication.ts'
import { messageFrom } from './rules/message-record.ts'
import { receiveAttemptsOf } from './rules/receive-attempt.ts'
import { queueSettingNames } from './settings/queue-settings.ts'
import { type Queue, type QueueRecord, queueKey, type State } from './state.ts'
import type { Topic, TopicRecord } from './topic.ts'

/** Adds a queue as it was saved. */
export function restoreQueue(state: State, record: QueueRecord): Queue {
  const queue: Queue = {
    id: record.id,
    address: record.address,
    settings: record.settings,
    tags: new Map(record.tags.map((tag) => [tag.name, tag.value])),
    createdAtMs: record.createdAtMs,
    modifiedAtMs: record.modifiedAtMs,
    purgedAtMs: record.purgedAtMs,
    lastSequence: record.lastSequence,
    deduplicatesByGroup: record.deduplicatesByGroup ?? false,
    recentSends: recentSendsOf(record),
    receiveAttempts: receiveAttemptsOf(record),
    messages: new Messages(record.settings.fifo === true),
  }
  state.queuesById.set(queue.id, queue)
  nameQueue(state, queue)
  return queue
}

/** Puts a queue under its name, which an earlier one may have had. */
export function nameQueue(state: State, queue: Queue): void {
  const key = queueKey(state.namespace, queue.address)
  state.queues.set(key, queue)
  state.deletedAtMs.delete(key)
}

/** Adds a message as it was saved, with the highest sequence its queue has seen among those it holds. `visibleBy`: as in `Message`. */
export function restoreMessage(queue: Queue, record: MessageRecord, visibleBy = 0): void {
  if (record.sequence > queue.lastSequence) queue.lastSequence = record.sequence
  queue.messages.add(messageFrom(record, visibleBy), record.turn)
}

/** Adds a topic as it was saved. */
export function restoreTopic(state: State, record: TopicRecord): Topic {
  const topic: Topic = {
    ...record,
    subscriptions: new Map(record.subscriptions.map((subscription) => [subscription.name, { ...subscription }])),
  }
  state.topics.byId.set(topic.id, topic)
  state.topics.byKey.set(queueKey(state.namespace, topic.address), topic)
  return topic
}

/** Settings as a change leaves them. */
export function changedSettings(settings: QueueSettings, change: QueueSettingsChange): QueueSettings {
  const next = { ...settings }
  for (const name of queueSettingNames) changeSetting(next, name, change[name])
  return next
}

function changeSetting<K extends keyof QueueSettings>(
  settings: QueueSettings,
  name: K,
  value: QueueSettings[K] | null | undefined,
): void {
  if (value === null) delete settings[name]
  else if (value !== undefined) settings[name] = value
}
