import type { Entry, Event, EventKind, EventOf } from './events/event.ts'
import { topicAppliers } from './events/topic-appliers.ts'
import { Messages } from './messages.ts'
import {
  type MessageRecord,
  type Queue,
  type QueueRecord,
  type QueueSettings,
  type QueueSettingsChange,
  queueKey,
  type State,
} from './model.ts'
import type { Moment } from './moment.ts'
import { recentSendsOf } from './rules/deduplication.ts'
import { forgetOldDeletions } from './rules/deletion-wait.ts'
import { messageFrom } from './rules/message-record.ts'
import { receiveAttemptsOf } from './rules/receive-attempt.ts'
import { forgetOldTasks } from './rules/task-memory.ts'
import { queueSettingNames } from './settings/queue-settings.ts'

/** The command that an event is of: its number, and when it ran. */
type Origin = Pick<Entry, 'sequence' | 'atMs'>

/** The only writer of State. Replay of a journal uses it too, so it accepts facts about what is no longer there. */
export function evolve(state: State, event: Event, entry: Origin): void {
  appliers[event.kind](state, event as never, entry)
}

const appliers: { readonly [K in EventKind]: (state: State, event: EventOf<K>, entry: Origin) => void } = {
  queueCreated(state, event) {
    const known = state.queuesById.get(event.queue)
    if (known) name(state, known)
    else
      restoreQueue(state, {
        id: event.queue,
        address: event.address,
        settings: event.settings,
        tags: event.tags,
        createdAtMs: event.atMs,
        modifiedAtMs: event.atMs,
        purgedAtMs: 0,
        lastSequence: 0,
        deduplicatesByGroup: event.settings.deduplicationScope === 'messageGroup',
      })
  },
  queueSettingsChanged(state, event) {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    queue.settings = changedSettings(queue.settings, event.settings)
    queue.modifiedAtMs = event.atMs
  },
  queueTagged(state, event) {
    const queue = state.queuesById.get(event.queue)
    for (const tag of event.tags) queue?.tags.set(tag.name, tag.value)
  },
  queueUntagged(state, event) {
    const queue = state.queuesById.get(event.queue)
    for (const name of event.names) queue?.tags.delete(name)
  },
  queueDeleted(state, event) {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    const key = queueKey(state.namespace, queue.address)
    state.queuesById.delete(event.queue)
    if (state.queues.get(key) === queue) state.queues.delete(key)
    forgetOldDeletions(state.deletedAtMs, event.atMs)
    state.deletedAtMs.delete(key)
    state.deletedAtMs.set(key, event.atMs)
  },
  queuePurged(state, event, entry) {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    for (let message = queue.messages.oldest; message; message = message.newer) {
      if (message.sequence > event.throughSequence) break
      queue.messages.remove(message, momentOf(state, entry))
    }
    queue.recentSends.clear()
    queue.receiveAttempts.clear()
    queue.purgedAtMs = event.atMs
  },
  messageSent(state, event, entry) {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    const { id, sequence, sentAtMs } = event.message
    if (event.deduplicationKey !== undefined) queue.recentSends.set(event.deduplicationKey, { id, sequence, sentAtMs })
    if (sequence > queue.lastSequence) addMessage(state, queue, event.message, entry)
  },
  messageMoved(state, event, entry) {
    const source = state.queuesById.get(event.queue)
    const message = source?.messages.find(event.sequence)
    if (source && message) source.messages.remove(message, momentOf(state, entry))
    const target = state.queuesById.get(event.to)
    if (target && event.message.sequence > target.lastSequence) addMessage(state, target, event.message, entry)
  },
  receiveAttempted(state, event) {
    const queue = state.queuesById.get(event.queue)
    queue?.receiveAttempts.set(event.attemptId, event.attempt)
  },
  messageReceived(state, event, entry) {
    const queue = state.queuesById.get(event.queue)
    const message = queue?.messages.find(event.sequence)
    if (!queue || !message) return
    message.delivery = event.delivery
    message.receiveCount = event.receiveCount
    message.firstReceivedAtMs = event.firstReceivedAtMs
    queue.messages.hide(message, visibleFrom(state, event.visibleAtMs, entry), event.atMs)
  },
  visibilityChanged(state, event, entry) {
    const queue = state.queuesById.get(event.queue)
    const message = queue?.messages.find(event.sequence)
    if (!queue || !message) return
    queue.messages.replaceDelivery(message, event.delivery)
    queue.messages.hide(message, visibleFrom(state, event.visibleAtMs, entry), message.receivedAtMs)
  },
  messageDeleted(state, event, entry) {
    const queue = state.queuesById.get(event.queue)
    const message = queue?.messages.find(event.sequence)
    if (queue && message) queue.messages.remove(message, momentOf(state, entry))
  },
  messagesExpired(state, event, { atMs }) {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    for (const [first, last] of event.ranges) {
      for (let sequence = first; sequence <= last; sequence++) {
        const message = queue.messages.find(sequence)
        if (message) queue.messages.remove(message, { atMs, number: 0 })
      }
    }
  },
  moveTaskStarted(state, event) {
    state.moveTasks.set(event.task.id, { ...event.task })
    forgetOldTasks(state.moveTasks)
  },
  moveTaskAdvanced(state, event) {
    const task = state.moveTasks.get(event.task)
    if (!task) return
    task.moved = event.moved
    task.nextAtMs = event.nextAtMs
  },
  moveTaskEnded(state, event) {
    const task = state.moveTasks.get(event.task)
    if (!task) return
    task.status = event.status
    task.failure = event.failure
  },
  ...topicAppliers,
  /** That the entry has a time is all there is to it. */
  timeNoted() {},
  /** That the entry has a number is all there is to it. */
  numberTaken() {},
  runStarted(state, event) {
    state.starts = event.starts
    state.origin = event.origin
  },
  stateReset(state, event) {
    state.topics.clear()
    state.moveTasks.clear()
    state.queues.clear()
    state.queuesById.clear()
    state.deletedAtMs.clear()
    state.origin = event.sequence
    state.starts = Math.min(state.starts, 1)
  },
}

function momentOf({ origin }: State, { sequence, atMs }: Origin): Moment {
  return { atMs, number: sequence - origin }
}

/** An instant to come is reached by time, whatever command set it. */
function visibleFrom({ origin }: State, visibleAtMs: number, { sequence, atMs }: Origin): Moment {
  return { atMs: visibleAtMs, number: visibleAtMs <= atMs ? sequence - origin : 0 }
}

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
  name(state, queue)
  return queue
}

/** Puts a queue under its name, which an earlier one may have had. */
function name(state: State, queue: Queue): void {
  const key = queueKey(state.namespace, queue.address)
  state.queues.set(key, queue)
  state.deletedAtMs.delete(key)
}

function addMessage(state: State, queue: Queue, record: MessageRecord, entry: Origin): void {
  restoreMessage(queue, record, visibleFrom(state, record.visibleAtMs, entry).number)
}

/** Adds a message as it was saved, with the highest sequence its queue has seen among those it holds. `visibleBy`: as in `Message`. */
export function restoreMessage(queue: Queue, record: MessageRecord, visibleBy = 0): void {
  if (record.sequence > queue.lastSequence) queue.lastSequence = record.sequence
  queue.messages.add(messageFrom(record, visibleBy), record.turn)
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
