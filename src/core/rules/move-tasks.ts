/**
 * Rule: A move task moves the messages that are ready as new ones, oldest first, at its rate, and ends when none is left.
 * Source: SQS API Reference, StartMessageMoveTask; SQS Developer Guide, dead-letter queue redrive.
 */

import type { Message, MessageRecord } from '../model.ts'
import type { MoveTask, MoveTaskFailure } from '../move-task.ts'
import { randomId } from '../random.ts'
import { type Queue, queueKey, type State } from '../state.ts'
import type { Turn } from '../turn.ts'
import { messageRecord } from './message-record.ts'
import { settle } from './queues.ts'

/** Messages that one turn moves for a task without a rate, so that other work goes on in between. */
const messagesATurn = 1_000

/** When the next step of a move task is due, epoch milliseconds; undefined: none is running. */
export function nextTaskStepMs(state: State): number | undefined {
  let next: number | undefined
  for (const { status, nextAtMs } of state.moveTasks.values())
    if (status === 'running' && (next === undefined || nextAtMs < next)) next = nextAtMs
  return next
}

/** Carries out the steps that are due: one message each at the task's rate, or many for one without. */
export function stepMoveTasks(turn: Turn): void {
  for (const task of turn.state.moveTasks.values())
    if (task.status === 'running' && task.nextAtMs <= turn.nowMs) step(turn, task)
}

function step(turn: Turn, task: MoveTask): void {
  const source = turn.state.queuesById.get(task.sourceId)
  if (!source) {
    end(turn, task, 'queueNotFound')
    return
  }
  settle(turn, source)
  for (let count = 0; count < messagesATurn && task.nextAtMs <= turn.nowMs; count++) {
    const message = source.messages.firstReady()
    if (message === undefined) {
      end(turn, task)
      return
    }
    const target = targetOf(turn.state, task, message)
    if (typeof target === 'string') {
      end(turn, task, target)
      return
    }
    move(turn, source, message, target)
    const nextAtMs = task.ratePerSecond === undefined ? task.nextAtMs : nextStepMs(task, task.ratePerSecond)
    turn.emit({ kind: 'moveTaskAdvanced', queue: source.id, task: task.id, moved: task.moved + 1, nextAtMs })
    if (task.moved >= task.toMove && source.messages.firstReady() === undefined) {
      end(turn, task)
      return
    }
  }
}

/** Steps keep their distance from the start, so that rounding never changes the rate. */
function nextStepMs(task: MoveTask, ratePerSecond: number): number {
  return task.startedAtMs + Math.ceil(((task.moved + 1) * 1_000) / ratePerSecond)
}

function targetOf(state: State, task: MoveTask, message: Message): Queue | MoveTaskFailure {
  const address = task.destination ?? message.extras?.deadLetterSource
  if (!address) return 'sourceUnknown'
  return state.queues.get(queueKey(state.namespace, address)) ?? 'queueNotFound'
}

/** A moved message is a new one: id, times, counts and retention start anew. */
function move(turn: Turn, source: Queue, message: Message, target: Queue): void {
  const { deadLetterSource, receivesElsewhere, ...extras } = message.extras ?? {}
  const id = randomId(turn.random)
  const record: MessageRecord = {
    ...messageRecord(message),
    id,
    sequence: target.lastSequence + 1,
    extras: target.settings.fifo
      ? { ...extras, deduplicationId: id }
      : Object.keys(extras).length > 0
        ? extras
        : undefined,
    sentAtMs: turn.nowMs,
    visibleAtMs: turn.nowMs,
    receivedAtMs: undefined,
    firstReceivedAtMs: undefined,
    receiveCount: undefined,
    delivery: undefined,
  }
  turn.emit({ kind: 'messageMoved', queue: source.id, sequence: message.sequence, to: target.id, message: record })
}

function end(turn: Turn, task: MoveTask, failure?: MoveTaskFailure): void {
  const status = failure === undefined ? 'completed' : 'failed'
  turn.emit({ kind: 'moveTaskEnded', queue: task.sourceId, task: task.id, status, failure })
}
