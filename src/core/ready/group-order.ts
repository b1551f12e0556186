import type { Message } from '../model.ts'
import { laterMoment, type Moment } from '../moment.ts'
import { goesBefore } from '../rules/group-turns.ts'
import { MessageHeap } from '../structures/message-heap.ts'
import { type MessageGroup, MessageGroups } from './message-group.ts'
import type { ReadyOrder } from './ready-order.ts'

/**
 * The order of a FIFO queue. Within a group messages are handed out in order, up to the first that is in flight or
 * delayed. Groups take turns, by the moment at which their first message became ready, and a receive takes as many as it
 * can from one group before it turns to the next. Moments are facts, so the order is the same after a restart. Every
 * change is O(log n). Source: SQS Developer Guide, FIFO queue delivery logic.
 */
export class GroupOrder implements ReadyOrder {
  readonly #groups = new MessageGroups()
  /** The first message of each group that can be served. */
  readonly #line = new MessageHeap(goesBefore)

  arrived(message: Message, turn: Moment | undefined): void {
    const group = this.#groups.join(message, message.groupId ?? '')
    if (turn) group.turn = laterMoment(group.turn, turn)
    message.groupOlder = group.last
    if (group.last) group.last.groupNewer = message
    else group.first = message
    group.last = message
  }

  left(message: Message, at: Moment): void {
    const { group, groupOlder, groupNewer } = message
    if (group === undefined) return
    if (groupOlder) groupOlder.groupNewer = groupNewer
    else group.first = groupNewer
    if (groupNewer) groupNewer.groupOlder = groupOlder
    else group.last = groupOlder
    this.#groups.leave(group)
    if (groupOlder || !groupNewer) return
    group.turn = laterMoment(group.turn, at)
    if (groupNewer.place !== 'hidden') this.#join(groupNewer, group)
  }

  add(message: Message, place: 'new' | 'returned'): void {
    message.place = place
    const { group } = message
    if (group?.first === message) this.#join(message, group)
  }

  remove(message: Message): void {
    if (message.group?.first === message) this.#line.remove(message)
  }

  inFlightChanged(): void {}

  first(): Message | undefined {
    return this.#line.first
  }

  following({ groupNewer }: Message): Message | undefined {
    return groupNewer && groupNewer.place !== 'hidden' ? groupNewer : undefined
  }

  peek(limit: number): Message[] {
    const found: Message[] = []
    for (const first of this.#line.firstFew(limit)) {
      for (let message: Message | undefined = first; message; message = this.following(message)) {
        if (found.length === limit) return found
        found.push(message)
      }
    }
    return found
  }

  turnOf(message: Message): Moment | undefined {
    if (message.group?.first !== message) return undefined
    const turn = laterMoment(message.group.turn, visibleSince(message))
    return turn.atMs === message.visibleAtMs && turn.number === 0 ? undefined : turn
  }

  #join(first: Message, group: MessageGroup): void {
    group.turn = laterMoment(group.turn, visibleSince(first))
    this.#line.push(first)
  }
}

function visibleSince({ visibleAtMs, visibleBy }: Message): Moment {
  return { atMs: visibleAtMs, number: visibleBy }
}
