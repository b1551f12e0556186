import { Waiters } from '../../src/broker/waiters.ts'
import { Messages } from '../../src/core/messages.ts'
import { MessageGroups } from '../../src/core/ready/message-group.ts'
import { FileStore } from '../../src/store/file-store.ts'
import { Journal } from '../../src/store/journal.ts'

/** True at every `interval`th call. */
function every(interval: number): () => boolean {
  let calls = 0
  return () => ++calls % interval === 0
}

/** Puts a method in the place of another; returns what puts that back. */
function replace<T, K extends keyof T>(prototype: T, name: K, make: (before: T[K]) => T[K]): () => void {
  const before = prototype[name]
  prototype[name] = make(before)
  return () => {
    prototype[name] = before
  }
}

/** Bugs to be found: each puts one in and returns what takes it out. */
export const plants: Readonly<Record<string, () => () => void>> = {
  /** Now and then a message is hidden anew and the index by time not told. */
  skippedIndexUpdate() {
    const now = every(50)
    return replace(Messages.prototype, 'hide', (hide) => {
      return function (this: Messages, message, visible, receivedAtMs) {
        if (message.place !== 'hidden' || !now()) return hide.call(this, message, visible, receivedAtMs)
        message.visibleAtMs = visible.atMs
        message.receivedAtMs = receivedAtMs
      }
    })
  },
  /** Now and then a command is written down without what it did. */
  emptyJournalLine() {
    const now = every(60)
    return replace(Journal.prototype, 'append', (append) => {
      return function (this: Journal, entries) {
        return append.call(this, now() ? entries.map((entry) => ({ ...entry, events: [] })) : entries)
      }
    })
  },
  /** Answers are given before what they rest on is on the disk. */
  earlyAnswer() {
    return replace(FileStore.prototype, 'append', (append) => {
      return function (this: FileStore, entries) {
        const durable = append.call(this, entries)
        if (durable) durable.catch(() => {})
      }
    })
  },
  /** A replay passes over changes of visibility. */
  replayWithoutChanges() {
    let loading = 0
    const restoreLoad = replace(FileStore.prototype, 'load', (load) => {
      return async function (this: FileStore) {
        loading += 1
        try {
          return await load.call(this)
        } finally {
          loading -= 1
        }
      }
    })
    const restoreHide = replace(Messages.prototype, 'hide', (hide) => {
      return function (this: Messages, message, visibleAtMs, receivedAtMs) {
        if (loading === 0 || receivedAtMs !== message.receivedAtMs) hide.call(this, message, visibleAtMs, receivedAtMs)
      }
    })
    return () => {
      restoreHide()
      restoreLoad()
    }
  },
  /** Some messages stand in a group of their own, the same ones after a replay. */
  groupWithTwoOwners() {
    return replace(MessageGroups.prototype, 'join', (join) => {
      return function (this: MessageGroups, message, id) {
        return join.call(this, message, message.sequence % 7 === 0 ? `${id} of its own` : id)
      }
    })
  },
  /** Now and then those who wait on a queue are not told. */
  forgottenPoll() {
    const now = every(8)
    return replace(Waiters.prototype, 'ofQueue', (ofQueue) => {
      return function (this: Waiters, queueId) {
        return this.has(queueId) && now() ? [] : ofQueue.call(this, queueId)
      }
    })
  },
}
