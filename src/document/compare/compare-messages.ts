import type { Message, MessageState } from '../../core/model.ts'
import { defaultPriority } from '../../core/rules/order.ts'
import { retentionOf } from '../../core/rules/retention.ts'
import {
  type Change,
  type Difference,
  differencesOf,
  isoText,
  type Json,
  type JsonMembers,
  presentMembers,
} from './change.ts'
import { orderChanges } from './compare-order.ts'
import { hasMadeDeduplicationId, matchMessages, type Side } from './match-messages.ts'

/** Instants of a comparison, epoch milliseconds. */
export type Moments = {
  /** For which the states of messages are told. */
  readonly nowMs: number
  /** When each side was saved; absent: it does not say. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/** What two queues of one name do not have in common in their messages: their order, changed, then added, then gone. */
export function messageChanges(from: Side, to: Side, moments: Moments): Change[] {
  const { pairs, added, gone } = matchMessages(from, to)
  const { nowMs, fromMs, toMs } = moments
  return [
    ...orderChanges(pairs, from, to),
    ...pairs.flatMap(([before, after]) => changed(before, after, from, to, nowMs)),
    ...added
      .filter((message) => !expiresBetween(message, to, toMs, nowMs))
      .map((message) => lone('added', message, to, nowMs)),
    ...gone
      .filter((message) => !expiresBetween(message, from, fromMs, nowMs))
      .map((message) => lone('gone', message, from, nowMs)),
  ]
}

/** How much later the messages of the second queue were sent than the same ones of the first, milliseconds, one for each pair. */
export function sentLaterMs(from: Side, to: Side): number[] {
  return matchMessages(from, to).pairs.map(([before, after]) => after.sentAtMs - before.sentAtMs)
}

/** Its time ran out after its side was saved, so the other side need not have dropped it for a reason. */
function expiresBetween({ sentAtMs }: Message, { queue }: Side, savedAtMs: number | undefined, nowMs: number): boolean {
  const endMs = sentAtMs + retentionOf(queue)
  return savedAtMs !== undefined && savedAtMs < endMs && endMs <= nowMs
}

function lone(kind: 'added' | 'gone', message: Message, { madeIds, shiftMs }: Side, nowMs: number): Change {
  const { body, id, groupId, receiveCount } = message
  const state = stateAt(message, shiftMs, nowMs)
  return {
    kind,
    thing: 'message',
    name: body,
    facts: {
      ...(!madeIds.has(id) && { id }),
      ...(groupId !== undefined && { groupId }),
      state,
      ...(state !== 'ready' && { visibleAt: isoText(message.visibleAtMs + shiftMs) }),
      sent: isoText(message.sentAtMs + shiftMs),
      ...(receiveCount > 0 && { receives: receiveCount }),
    },
  }
}

function changed(before: Message, after: Message, from: Side, to: Side, nowMs: number): Change[] {
  const madeUp = hasMadeDeduplicationId(before, from) || hasMadeDeduplicationId(after, to)
  const differences = [
    ...stateDifferences(before, after, from, to, nowMs),
    ...(areAlike(before, after, from.shiftMs - to.shiftMs)
      ? []
      : differencesOf(membersOf(before, from), membersOf(after, to)).filter(
          ({ name }) => !(madeUp && name === 'deduplicationId'),
        )),
  ]
  if (differences.length === 0) return []
  const facts = to.madeIds.has(after.id) ? {} : { facts: { id: after.id } }
  return [{ kind: 'changed', thing: 'message', name: after.body, ...facts, differences }]
}

/** Whether two messages are alike in all that `membersOf` tells, found out in little time: most of a million are. */
function areAlike(before: Message, after: Message, shiftMs: number): boolean {
  return (
    before.body === after.body &&
    before.sentAtMs + shiftMs === after.sentAtMs &&
    before.receiveCount === after.receiveCount &&
    before.groupId === after.groupId &&
    before.priority === after.priority &&
    before.senderId === after.senderId &&
    isSame(before.attributes, after.attributes) &&
    isSame(before.extras, after.extras)
  )
}

function isSame(a: object | undefined, b: object | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** A deadline that has passed matters no more, and what time alone has done to both is no difference. */
function stateDifferences(before: Message, after: Message, from: Side, to: Side, nowMs: number): Difference[] {
  const [was, is] = [stateAt(before, from.shiftMs, nowMs), stateAt(after, to.shiftMs, nowMs)]
  if (was !== is) return [{ name: 'state', from: was, to: is }]
  if (is === 'ready') return []
  return differencesOf(
    { visibleAt: isoText(before.visibleAtMs + from.shiftMs) },
    { visibleAt: isoText(after.visibleAtMs + to.shiftMs) },
  )
}

function stateAt({ visibleAtMs, receivedAtMs }: Message, shiftMs: number, nowMs: number): MessageState {
  if (visibleAtMs + shiftMs <= nowMs) return 'ready'
  return receivedAtMs > 0 ? 'inFlight' : 'delayed'
}

/** What people care about in a message, beside its state: neither its number nor those of its receipts. */
function membersOf(message: Message, { queue, shiftMs }: Side): JsonMembers {
  const { body, attributes = [], extras = {}, priority, senderId } = message
  return presentMembers({
    receives: message.receiveCount,
    sent: isoText(message.sentAtMs + shiftMs),
    body,
    attributes: Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeOf(attribute)])),
    groupId: message.groupId,
    deduplicationId: extras.deduplicationId,
    priority: priority === defaultPriority ? undefined : priority,
    sender: senderId === queue.address.account ? undefined : senderId,
    deadLetterSource: extras.deadLetterSource?.name,
    traceHeader: extras.traceHeader,
    systemProperties: Object.fromEntries((extras.systemProperties ?? []).map(({ name, value }) => [name, value])),
  })
}

function attributeOf({ type, label, value, boolean }: NonNullable<Message['attributes']>[number]): Json {
  const kind = boolean ? 'BOOLEAN' : type
  return { type: label === undefined ? kind : `${kind}.${label}`, value }
}
