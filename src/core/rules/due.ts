/**
 * Rule: The next instant at which something happens by itself is known, so a long poll is answered at that instant, not by polling.
 * Source: SQS Developer Guide, long polling; twinmq.
 */

import type { Queue, State } from '../state.ts'
import type { Rules } from '../turn.ts'
import { nextTaskStepMs } from './move-tasks.ts'
import { nextExpiryMs } from './retention.ts'

/** Whether messages of queues expire. */
type Expiry = Pick<Rules, 'retention'>

/** The next instant after `nowMs` at which something in a queue becomes due by itself; undefined: nothing will. */
export function nextDueInQueue(queue: Queue, nowMs: number, { retention }: Expiry): number | undefined {
  const expiryMs = retention ? nextExpiryMs(queue) : undefined
  return earliest(after(queue.messages.nextVisibleAtMs, nowMs), after(expiryMs, nowMs))
}

/** The next instant after `nowMs` at which something becomes due by itself: a delay or visibility timeout that ends, a message that expires, a step of a move task, a try of a delivery. */
export function nextDue(state: State, nowMs: number, rules: Expiry = { retention: true }): number | undefined {
  let next = earliest(after(nextTaskStepMs(state), nowMs), after(state.topics.nextDelivery?.nextAtMs, nowMs))
  for (const queue of state.queues.values()) next = earliest(next, nextDueInQueue(queue, nowMs, rules))
  return next
}

/** The smaller of two instants, either of which may be missing. */
export function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b
  return b === undefined ? a : Math.min(a, b)
}

function after(instantMs: number | undefined, nowMs: number): number | undefined {
  return instantMs !== undefined && instantMs > nowMs ? instantMs : undefined
}
