import type { Message, MessageState, QueueAddress } from '../core/model.ts'
import { type Queue, queueKey, type State } from '../core/state.ts'
import { nearest } from '../text/did-you-mean.ts'

/** One reason why a receive from a queue comes back empty. Instants in epoch milliseconds. */
export type EmptyReason =
  /** There is no such queue. `near`: a queue that may have been meant. */
  | { readonly kind: 'noQueue'; readonly near?: QueueAddress }
  | { readonly kind: 'noMessages' }
  /** `nextMs`: when the first of them becomes ready. Absent if other messages are ready long before. */
  | { readonly kind: 'delayed'; readonly count: number; readonly nextMs?: number }
  /** `receiveCount`: how often the first of them was received. */
  | { readonly kind: 'inFlight'; readonly count: number; readonly nextMs?: number; readonly receiveCount?: number }
  /** FIFO queues: messages wait behind a hidden one of their group. Names the first such group and the message that holds it up. */
  | {
      readonly kind: 'groupsLocked'
      readonly count: number
      readonly groupId: string
      readonly messageId: string
      readonly state: MessageState
      readonly untilMs: number
    }
  /** Messages received too often were moved there. */
  | { readonly kind: 'inDeadLetterQueue'; readonly queue: QueueAddress; readonly count: number }
  /** A queue of the same name in another account or region. */
  | { readonly kind: 'elsewhere'; readonly queue: QueueAddress; readonly messages: number }

/** Hidden messages that are looked at for the first of each kind. */
const lookedAt = 100
/** Most places of the same name that are reported. */
const placesTold = 3

/** Why a receive from a queue comes back empty now. No reasons: a message is ready. Changes nothing. */
export function whyEmpty(state: State, address: QueueAddress, nowMs: number): readonly EmptyReason[] {
  const queue = state.queues.get(queueKey(state.namespace, address))
  if (!queue) {
    const places = elsewhere(state, address)
    return places.length > 0 ? places : [{ kind: 'noQueue', ...nearQueue(state, address) }]
  }
  const { messages } = queue
  if (messages.firstReady() !== undefined || (messages.nextVisibleAtMs ?? Number.POSITIVE_INFINITY) <= nowMs) return []
  const own = [...hiddenReasons(queue), ...lockedReason(queue)]
  const gone = deadLetterReason(state, queue)
  if (own.length > 0) return [...own, ...gone]
  return [{ kind: 'noMessages' }, ...gone, ...elsewhere(state, address).filter(({ messages: held }) => held > 0)]
}

function hiddenReasons({ messages }: Queue): EmptyReason[] {
  const { delayed, inFlight } = messages.counts
  const soonest = messages.soonestHidden(lookedAt)
  const firstOf = (wanted: MessageState): Message | undefined =>
    soonest.find((message) => messages.stateOf(message) === wanted)
  const reasons: EmptyReason[] = []
  if (inFlight > 0) {
    const first = firstOf('inFlight')
    const told = first && { nextMs: first.visibleAtMs, receiveCount: first.receiveCount }
    reasons.push({ kind: 'inFlight', count: inFlight, ...told })
  }
  if (delayed > 0) {
    const first = firstOf('delayed')
    reasons.push({ kind: 'delayed', count: delayed, ...(first && { nextMs: first.visibleAtMs }) })
  }
  return reasons
}

/** None is handed out, so all that are ready stand behind others; those before the first ready one are hidden. */
function lockedReason({ messages }: Queue): EmptyReason[] {
  const { ready: count } = messages.counts
  if (count === 0) return []
  let message = messages.oldest
  while (message && message.place === 'hidden') message = message.newer
  const holder = message?.group?.first
  if (!holder) return []
  const { id: messageId, visibleAtMs: untilMs, groupId = '' } = holder
  return [{ kind: 'groupsLocked', count, groupId, messageId, state: messages.stateOf(holder), untilMs }]
}

function deadLetterReason(state: State, { settings }: Queue): EmptyReason[] {
  if (!settings.redrive) return []
  const target = state.queues.get(queueKey(state.namespace, settings.redrive.deadLetterQueue))
  if (!target || target.messages.size === 0) return []
  return [{ kind: 'inDeadLetterQueue', queue: target.address, count: target.messages.size }]
}

function elsewhere(
  state: State,
  { account, region, name }: QueueAddress,
): Extract<EmptyReason, { kind: 'elsewhere' }>[] {
  const places: Extract<EmptyReason, { kind: 'elsewhere' }>[] = []
  if (state.namespace === 'shared') return places
  for (const { address, messages } of state.queues.values()) {
    if (address.name !== name || (address.account === account && address.region === region)) continue
    places.push({ kind: 'elsewhere', queue: address, messages: messages.size })
  }
  return places.sort((a, b) => b.messages - a.messages).slice(0, placesTold)
}

function nearQueue(state: State, { account, region, name }: QueueAddress): { readonly near?: QueueAddress } {
  const byName = new Map<string, QueueAddress>()
  for (const { address } of state.queues.values()) {
    const own = address.account === account && address.region === region
    if (own || !byName.has(address.name)) byName.set(address.name, address)
  }
  const near = byName.get(nearest(name, [...byName.keys()]) ?? '')
  return near ? { near } : {}
}
