import type { MessageRecord } from '../../src/core/model.ts'
import type { MoveTask } from '../../src/core/move-task.ts'
import { restoreMessage, restoreQueue } from '../../src/core/records.ts'
import { deduplicationWindowMs } from '../../src/core/rules/deduplication.ts'
import { deletedRecently } from '../../src/core/rules/deletion-wait.ts'
import { messageRecord } from '../../src/core/rules/message-record.ts'
import { receiveAttemptWindowMs } from '../../src/core/rules/receive-attempt.ts'
import { emptyState, type Queue, type QueueRecord, type State } from '../../src/core/state.ts'

/** A state as plain JSON, in an order that says nothing about how it came about. */
export type StateRecord = {
  readonly sequence: number
  readonly origin: number
  readonly starts: number
  readonly queues: readonly { readonly queue: QueueRecord; readonly messages: readonly MessageRecord[] }[]
  /** When each name that is free again was deleted. */
  readonly deleted: readonly (readonly [key: string, atMs: number])[]
  /** In order of start. */
  readonly moveTasks: readonly MoveTask[]
}

/** Everything a state knows that can matter later. */
export function recordOf(state: State): StateRecord {
  const queues = [...state.queues.values()].sort((a, b) => a.id - b.id)
  return {
    sequence: state.sequence,
    origin: state.origin,
    starts: state.starts,
    queues: queues.map((queue) => ({ queue: queueRecord(queue), messages: messagesOf(queue) })),
    deleted: [...state.deletedAtMs].sort(([a], [b]) => (a < b ? -1 : 1)),
    moveTasks: [...state.moveTasks.values()].map((task) => ({ ...task })),
  }
}

/** The same without what nothing asks about at `nowMs` any more: sends and receive attempts of five minutes ago, names deleted a minute ago. */
export function currentRecord({ queues, deleted, ...rest }: StateRecord, nowMs: number): StateRecord {
  return {
    ...rest,
    deleted: deleted.filter(([, atMs]) => deletedRecently(atMs, nowMs)),
    queues: queues.map(({ queue, messages }) => ({
      queue: {
        ...queue,
        recentSends: queue.recentSends?.filter(({ sentAtMs }) => nowMs < sentAtMs + deduplicationWindowMs),
        receiveAttempts: queue.receiveAttempts?.filter(({ atMs }) => nowMs < atMs + receiveAttemptWindowMs),
      },
      messages,
    })),
  }
}

/** The state of a record: nothing but values passes from one to the other, as through a file. */
export function stateOf(record: StateRecord): State {
  const { sequence, origin, starts, queues, deleted, moveTasks } = structuredClone(record)
  const state = emptyState('isolated')
  for (const { queue, messages } of queues) {
    const made = restoreQueue(state, queue)
    for (const message of messages) restoreMessage(made, message)
  }
  for (const [key, atMs] of deleted) state.deletedAtMs.set(key, atMs)
  for (const task of moveTasks) state.moveTasks.set(task.id, task)
  return Object.assign(state, { sequence, origin, starts })
}

/** The same state after a restart. */
export function restored(state: State): State {
  return stateOf(recordOf(state))
}

function queueRecord({ messages: _, tags, recentSends, receiveAttempts, ...queue }: Queue): QueueRecord {
  const named = [...tags].map(([name, value]) => ({ name, value }))
  return {
    ...queue,
    tags: named.sort((a, b) => (a.name < b.name ? -1 : 1)),
    recentSends: [...recentSends].map(([key, send]) => ({ key, ...send })),
    receiveAttempts: [...receiveAttempts].map(([id, attempt]) => ({ id, ...attempt })),
  }
}

function messagesOf(queue: Queue): MessageRecord[] {
  const records: MessageRecord[] = []
  for (let message = queue.messages.oldest; message; message = message.newer) {
    const turn = queue.messages.turnOf(message)
    records.push({ ...messageRecord(message), ...(turn && { turn }) })
  }
  return records
}
