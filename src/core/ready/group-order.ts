import type { Message } from '../model.ts'
import { type MessageGroup, MessageGroups } from './message-group.ts'
import type { ReadyOrder } from './ready-order.ts'

/**
 * The order of a FIFO queue. Within a group messages are handed out in order, up to the first that is in flight or
 * delayed. Groups take turns: one whose first message becomes ready goes to the end of the line, and a receive takes as
 * many as it can from one group before it turns to the next. Every change is O(1).
 * Source: SQS Developer Guide, FIFO queue delivery logic.
 */
export class GroupOrder implements ReadyOrder {
  readonly #groups = new MessageGroups()
  /** Groups whose first message is ready, in line. */
  readonly #line = new Set<MessageGroup>()

  arrived(message: Message): void {
    const group = this.#groups.join(message, message.groupId ?? '')
    message.groupOlder = group.last
    if (group.last) group.last.groupNewer = message
    else group.first = message
    group.last = message
  }

  left(message: Message): void {
    const { group, groupOlder, groupNewer } = message
    if (group === undefined) return
    if (groupOlder) groupOlder.groupNewer = groupNewer
    else group.first = groupNewer
    if (groupNewer) groupNewer.groupOlder = groupOlder
    else group.last = groupOlder
    this.#groups.leave(group)
    if (!groupOlder && groupNewer && groupNewer.place !== 'hidden') this.#line.add(group)
  }

  add(message: Message, place: 'new' | 'returned'): void {
    message.place = place
    const { group } = message
    if (group?.first === message) this.#line.add(group)
  }

  remove(message: Message): void {
    const { group } = message
    if (group?.first === message) this.#line.delete(group)
  }

  inFlightChanged(): void {}

  first(): Message | undefined {
    for (const group of this.#line) return group.first
    return undefined
  }

  following({ groupNewer }: Message): Message | undefined {
    return groupNewer && groupNewer.place !== 'hidden' ? groupNewer : undefined
  }

  peek(limit: number): Message[] {
    const found: Message[] = []
    for (const group of this.#line) {
      for (let message = group.first; message; message = this.following(message)) {
        if (found.length === limit) return found
        found.push(message)
      }
    }
    return found
  }
}
