import type { MessageRecord } from '../model.ts'
import { restoreMessage } from '../records.ts'
import type { Queue, State } from '../state.ts'
import { event, momentOf, type Origin, visibleFrom } from './row.ts'
import { count, each, instantMs, optional, pair, text } from './shape.ts'
import { attempt, message } from './shapes.ts'

/** Events of messages. `queue` is the id of the queue. */
export const messageEvents = {
  /** `deduplicationKey`: on FIFO queues, what later sends are compared by. */
  messageSent: event({ queue: count, message, deduplicationKey: optional(text) }, (state, event, entry) => {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    const { id, sequence, sentAtMs } = event.message
    if (event.deduplicationKey !== undefined) queue.recentSends.set(event.deduplicationKey, { id, sequence, sentAtMs })
    if (sequence > queue.lastSequence) addMessage(state, queue, event.message, entry)
  }),
  /** Out of `queue`, where it had `sequence`, into the queue `to`, as `message`. */
  messageMoved: event({ queue: count, sequence: count, to: count, message }, (state, event, entry) => {
    const source = state.queuesById.get(event.queue)
    const message = source?.messages.find(event.sequence)
    if (source && message) source.messages.remove(message, momentOf(state, entry))
    const target = state.queuesById.get(event.to)
    if (target && event.message.sequence > target.lastSequence) addMessage(state, target, event.message, entry)
  }),
  receiveAttempted: event({ queue: count, attemptId: text, attempt }, (state, event) => {
    const queue = state.queuesById.get(event.queue)
    queue?.receiveAttempts.set(event.attemptId, event.attempt)
  }),
  /** `delivery`: the receipt number. */
  messageReceived: event(
    {
      queue: count,
      sequence: count,
      delivery: count,
      receiveCount: count,
      atMs: instantMs,
      firstReceivedAtMs: instantMs,
      visibleAtMs: instantMs,
    },
    (state, event, entry) => {
      const queue = state.queuesById.get(event.queue)
      const message = queue?.messages.find(event.sequence)
      if (!queue || !message) return
      message.receiptNumber = event.delivery
      message.receiveCount = event.receiveCount
      message.firstReceivedAtMs = event.firstReceivedAtMs
      queue.messages.hide(message, visibleFrom(state, event.visibleAtMs, entry), event.atMs)
    },
  ),
  /** `delivery`: the receipt number. */
  visibilityChanged: event(
    { queue: count, sequence: count, delivery: count, visibleAtMs: instantMs },
    (state, event, entry) => {
      const queue = state.queuesById.get(event.queue)
      const message = queue?.messages.find(event.sequence)
      if (!queue || !message) return
      queue.messages.replaceReceipt(message, event.delivery)
      queue.messages.hide(message, visibleFrom(state, event.visibleAtMs, entry), message.receivedAtMs)
    },
  ),
  messageDeleted: event({ queue: count, sequence: count }, (state, event, entry) => {
    const queue = state.queuesById.get(event.queue)
    const message = queue?.messages.find(event.sequence)
    if (queue && message) queue.messages.remove(message, momentOf(state, entry))
  }),
  /** `ranges`: first and last sequence of each run of expired messages. */
  messagesExpired: event({ queue: count, ranges: each(pair(count)) }, (state, event, { atMs }) => {
    const queue = state.queuesById.get(event.queue)
    if (!queue) return
    for (const [first, last] of event.ranges) {
      for (let sequence = first; sequence <= last; sequence++) {
        const message = queue.messages.find(sequence)
        if (message) queue.messages.remove(message, { atMs, number: 0 })
      }
    }
  }),
}

function addMessage(state: State, queue: Queue, record: MessageRecord, entry: Origin): void {
  restoreMessage(queue, record, visibleFrom(state, record.visibleAtMs, entry).number)
}
