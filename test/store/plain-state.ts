import { messageRecord } from '../../src/core/evolve.ts'
import type { Message, MessageRecord, Queue, State } from '../../src/core/model.ts'

/** Everything a state knows, as plain values that can be compared. */
export function plainState(state: State) {
  const { sequence, origin, changedAtMs, namespace } = state
  return {
    sequence,
    origin,
    changedAtMs,
    namespace,
    deleted: [...state.deletedAtMs],
    queues: [...state.queues].map(([key, queue]) => ({ key, ...plainQueue(queue) })),
    ids: [...state.queuesById.keys()],
  }
}

/** `state` as text, for states that are remembered rather than looked at. */
export function stateText(state: State): string {
  return JSON.stringify(plainState(state))
}

/** Messages of a queue, in order of arrival. */
export function messagesOf(queue: Queue): MessageRecord[] {
  const records: MessageRecord[] = []
  for (let message: Message | undefined = queue.messages.oldest; message; message = message.newer) {
    records.push(messageRecord(message))
  }
  return records
}

function plainQueue(queue: Queue) {
  const { id, address, settings, tags, createdAtMs, modifiedAtMs, purgedAtMs, lastSequence } = queue
  const messages = messagesOf(queue)
  const named = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    id,
    address,
    settings: named,
    tags: [...tags],
    createdAtMs,
    modifiedAtMs,
    purgedAtMs,
    lastSequence,
    messages,
  }
}
