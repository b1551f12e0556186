import type { State } from './state.ts'
import { Topics } from './topics.ts'

/**
 * Puts what `next` holds in the place of what a state held; gives what puts that back. Commands are counted on from the
 * number that `next` had reached, so that its next command has the ids it would have had, under sequences higher than
 * any before. Starts of runs with a seed count anew, unless `next` tells of more.
 */
export function replaceState(state: State, next: State): () => void {
  const former = { ...state }
  const { sequence, origin, starts, ...contents } = next
  Object.assign(state, contents)
  state.sequence = Math.max(former.sequence + 1, sequence)
  state.origin = state.sequence - (sequence - origin)
  state.starts = Math.max(starts, Math.min(former.starts, 1))
  return () => Object.assign(state, former)
}

/** A state with what another holds beside it. `added.sequence`: the highest number that its queues and topics have taken. */
export function mergedState(state: State, added: State, nowMs: number): State {
  return {
    ...state,
    queues: new Map([...state.queues, ...added.queues]),
    queuesById: new Map([...state.queuesById, ...added.queuesById]),
    moveTasks: new Map([...state.moveTasks, ...added.moveTasks]),
    topics: mergedTopics(state.topics, added.topics),
    sequence: state.origin + Math.max(added.sequence - added.origin, state.sequence - state.origin),
    changedAtMs: Math.max(state.changedAtMs, nowMs),
  }
}

function mergedTopics(present: Topics, added: Topics): Topics {
  const topics = new Topics()
  for (const { byKey, byId, accounts, deliveries } of [present, added]) {
    for (const [key, topic] of byKey) topics.byKey.set(key, topic)
    for (const [id, topic] of byId) topics.byId.set(id, topic)
    for (const [account, settings] of accounts) topics.accounts.set(account, settings)
    for (const delivery of deliveries.values()) topics.addDelivery(delivery)
  }
  return topics
}
