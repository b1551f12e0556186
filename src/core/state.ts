import type { Messages } from './messages.ts'
import type { NamedText, Namespace, QueueAddress, QueueSettings } from './model.ts'
import type { MoveTask } from './move-task.ts'
import type { RecentMap } from './structures/recent-map.ts'
import { Topics } from './topics.ts'

/** A queue as the engine holds it. */
export type Queue = {
  /** Number of the command that created it, counted from the last reset: tells a queue from an earlier one of the same name. */
  readonly id: number
  readonly address: QueueAddress
  settings: QueueSettings
  readonly tags: Map<string, string>
  /** Epoch milliseconds. */
  readonly createdAtMs: number
  modifiedAtMs: number
  /** Epoch milliseconds of the last purge; 0: never. */
  purgedAtMs: number
  /** Highest sequence a message of this queue has had. */
  lastSequence: number
  /** Whether a deduplication id counts within its message group only. Fixed at creation: AWS was seen to go by it after a change. */
  readonly deduplicatesByGroup: boolean
  /** Accepted sends of the last five minutes, by deduplication key, in order. */
  readonly recentSends: RecentMap<RecentSend>
  /** Receives of the last five minutes that named an attempt, by ReceiveRequestAttemptId, in order. */
  readonly receiveAttempts: RecentMap<ReceiveAttempt>
  readonly messages: Messages
}

/** What a later send with the same deduplication id is told. */
export type RecentSend = { readonly id: string; readonly sequence: number; readonly sentAtMs: number }

/** What a later receive with the same attempt id is given again, while all of it is still hidden until `visibleAtMs`. */
export type ReceiveAttempt = {
  readonly atMs: number
  readonly visibleAtMs: number
  readonly messages: readonly { readonly sequence: number; readonly delivery: number }[]
}

/** A queue as it is saved, without its messages: plain JSON. */
export type QueueRecord = {
  readonly id: number
  readonly address: QueueAddress
  readonly settings: QueueSettings
  readonly tags: readonly NamedText[]
  readonly createdAtMs: number
  readonly modifiedAtMs: number
  readonly purgedAtMs: number
  readonly lastSequence: number
  readonly deduplicatesByGroup?: boolean | undefined
  readonly recentSends?: readonly (RecentSend & { readonly key: string })[] | undefined
  readonly receiveAttempts?: readonly (ReceiveAttempt & { readonly id: string })[] | undefined
}

/** Everything twinmq knows. Only `evolve` changes it. */
export type State = {
  /** By `queueKey`. */
  readonly queues: Map<string, Queue>
  readonly queuesById: Map<number, Queue>
  /** When a name was last deleted, by `queueKey`, epoch milliseconds. */
  readonly deletedAtMs: Map<string, number>
  /** By id, in order of start. */
  readonly moveTasks: Map<string, MoveTask>
  readonly topics: Topics
  /** Number of the last command that changed something. */
  sequence: number
  /** Number of the last reset: commands are counted from there for their ids, so that a run after a reset repeats. */
  origin: number
  /** How often a run with a seed took this state up since the last reset: ids that no command makes, as those of requests, go by it. */
  starts: number
  /** When the last command changed something, epoch milliseconds; 0: never. */
  changedAtMs: number
  readonly namespace: Namespace
}

/** A state that holds nothing. */
export function emptyState(namespace: Namespace): State {
  const numbers = { sequence: 0, origin: 0, starts: 0, changedAtMs: 0 }
  return {
    queues: new Map(),
    queuesById: new Map(),
    deletedAtMs: new Map(),
    moveTasks: new Map(),
    topics: new Topics(),
    ...numbers,
    namespace,
  }
}

/** The key under which a queue stands in `State.queues`. */
export function queueKey(namespace: Namespace, address: QueueAddress): string {
  return namespace === 'shared' ? address.name : `${address.account}/${address.region}/${address.name}`
}
