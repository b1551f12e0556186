import type { QueueAddress } from './model.ts'

/** Moves messages out of a dead-letter queue, step by step. Source: SQS API Reference, StartMessageMoveTask. */
export type MoveTask = {
  /** 32 hexadecimal digits. */
  readonly id: string
  readonly source: QueueAddress
  /** Id of the source queue: the task ends with it. */
  readonly sourceId: number
  /** Absent: each message goes back to the queue it came from. */
  readonly destination?: QueueAddress | undefined
  /** Messages a second, 1 to 500; absent: as fast as possible. */
  readonly ratePerSecond?: number | undefined
  /** Epoch milliseconds. */
  readonly startedAtMs: number
  /** Messages in the source when it started. */
  readonly toMove: number
  moved: number
  status: MoveTaskStatus
  /** When the next message is due, epoch milliseconds. */
  nextAtMs: number
  failure?: MoveTaskFailure | undefined
}

/** Where a task stands. */
export type MoveTaskStatus = 'running' | 'completed' | 'cancelled' | 'failed'

/** Why a task failed: a queue is gone, or a message came from no queue that is known. */
export type MoveTaskFailure = 'queueNotFound' | 'sourceUnknown'
