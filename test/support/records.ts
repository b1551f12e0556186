import { messageRecord, restoreMessage, restoreQueue } from '../../src/core/evolve.ts'
import { emptyState, type MessageRecord, type Queue, type QueueRecord, type State } from '../../src/core/model.ts'

/** A state as plain JSON, in an order that says nothing about how it came about. */
export type StateRecord = {
  readonly sequence: number
  readonly origin: number
  readonly queues: readonly { readonly queue: QueueRecord; readonly messages: readonly MessageRecord[] }[]
  /** When each name that is free again was deleted. */
  readonly deleted: readonly (readonly [key: string, atMs: number])[]
}

/** Everything a state knows that can matter later. */
export function recordOf(state: State): StateRecord {
  const queues = [...state.queues.values()].sort((a, b) => a.id - b.id)
  return {
    sequence: state.sequence,
    origin: state.origin,
    queues: queues.map((queue) => ({ queue: queueRecord(queue), messages: messagesOf(queue) })),
    deleted: [...state.deletedAtMs].sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}

/** The state of a record: nothing but values passes from one to the other, as through a file. */
export function stateOf(record: StateRecord): State {
  const { sequence, origin, queues, deleted } = structuredClone(record)
  const state = emptyState('isolated')
  for (const { queue, messages } of queues) {
    const made = restoreQueue(state, queue)
    for (const message of messages) restoreMessage(made, message)
  }
  for (const [key, atMs] of deleted) state.deletedAtMs.set(key, atMs)
  return Object.assign(state, { sequence, origin })
}

/** The same state after a restart. */
export function restored(state: State): State {
  return stateOf(recordOf(state))
}

function queueRecord({ messages: _, tags, ...queue }: Queue): QueueRecord {
  const named = [...tags].map(([name, value]) => ({ name, value }))
  return { ...queue, tags: named.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

function messagesOf(queue: Queue): MessageRecord[] {
  const records: MessageRecord[] = []
  for (let message = queue.messages.oldest; message; message = message.newer) records.push(messageRecord(message))
  return records
}
