import { changedSettings, nameQueue, restoreQueue } from '../records.ts'
import { forgetOldDeletions } from '../rules/deletion-wait.ts'
import { queueKey } from '../state.ts'
import { event, momentOf } from './row.ts'
import { count, each, instantMs, text } from './shape.ts'
import { address, namedTexts, settings, settingsChange } from './shapes.ts'

/** Events of queues. `queue` is the id of the queue. */
export const queueEvents = {
  queueCreated: event({ queue: count, address, settings, tags: namedTexts, atMs: instantMs }, (state, event) => {
    const known = state.queuesById.get(event.queue)
    if (known) nameQueue(state, known)
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
  }),
  queueSettingsChanged: event({ queue: count, settings: settingsChange, atMs: instantMs }, (state, event) => {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    queue.settings = changedSettings(queue.settings, event.settings)
    queue.modifiedAtMs = event.atMs
  }),
  queueTagged: event({ queue: count, tags: namedTexts }, (state, event) => {
    const queue = state.queuesById.get(event.queue)
    for (const tag of event.tags) queue?.tags.set(tag.name, tag.value)
  }),
  queueUntagged: event({ queue: count, names: each(text) }, (state, event) => {
    const queue = state.queuesById.get(event.queue)
    for (const name of event.names) queue?.tags.delete(name)
  }),
  queueDeleted: event({ queue: count, atMs: instantMs }, (state, event) => {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    const key = queueKey(state.namespace, queue.address)
    state.queuesById.delete(event.queue)
    if (state.queues.get(key) === queue) state.queues.delete(key)
    forgetOldDeletions(state.deletedAtMs, event.atMs)
    state.deletedAtMs.delete(key)
    state.deletedAtMs.set(key, event.atMs)
  }),
  queuePurged: event({ queue: count, throughSequence: count, atMs: instantMs }, (state, event, entry) => {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    for (let message = queue.messages.oldest; message; message = message.newer) {
      if (message.sequence > event.throughSequence) break
      queue.messages.remove(message, momentOf(state, entry))
    }
    queue.recentSends.clear()
    queue.receiveAttempts.clear()
    queue.purgedAtMs = event.atMs
  }),
}
