/**
 * Rule: A queue is found by account, region and name, or in the shared namespace by its name alone; expired messages go first.
 * Source: SQS Developer Guide, queue and message identifiers; MNS API, endpoints.
 */

import type { QueueAddress } from '../model.ts'
import { type Refused, refuse } from '../refusal.ts'
import { type Queue, queueKey, type State } from '../state.ts'
import type { Turn } from '../turn.ts'
import { dropExpired } from './retention.ts'

/** The queue at an address, settled. */
export function queueAt(turn: Turn, address: QueueAddress): Queue | undefined {
  const queue = turn.state.queues.get(queueKey(turn.state.namespace, address))
  if (queue) settle(turn, queue)
  return queue
}

/** Drops the expired messages of a queue and makes visible ones ready. */
export function settle(turn: Turn, queue: Queue): void {
  dropExpired(turn, queue)
  queue.messages.release(turn.nowMs)
}

/** Whether two addresses name the same queue in this namespace. */
export function sameQueue(state: State, a: QueueAddress, b: QueueAddress): boolean {
  return queueKey(state.namespace, a) === queueKey(state.namespace, b)
}

/** How many places a refusal names. */
const mostPlaces = 3

/** Refuses a command because its queue does not exist. Names up to three places where one of that name exists, those of the same account first. */
export function noQueue(state: State, address: QueueAddress): Refused {
  const own: QueueAddress[] = []
  const others: QueueAddress[] = []
  for (const { address: place } of state.queues.values()) {
    if (place.name !== address.name) continue
    const places = place.account === address.account ? own : others
    if (places.length < mostPlaces) places.push(place)
  }
  return refuse({ kind: 'queueNotFound', queue: address, elsewhere: [...own, ...others].slice(0, mostPlaces) })
}
