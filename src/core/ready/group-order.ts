import type { Message } from '../model.ts'
import { GroupLine } from './group-line.ts'
import { MessageGroups } from './message-group.ts'
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
  readonly #line = new GroupLine()

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
    if (!groupOlder && groupNewer && groupNewer.place !== 'hidden') this.#line.join(group)
  }

  add(message: Message, place: 'new' | 'returned'): void {
    message.place = place
    const { group } = message
    if (group?.first === message) this.#line.join(group)
  }

  remove(message: Message): void {
    const { group } = message
    if (group?.first === message) this.#line.leave(group)
  }

  inFlightChanged(): void {}

  first(): Message | undefined {
    return this.#line.first?.first
  }

  following({ groupNewer }: Message): Message | undefined {
    return groupNewer && groupNewer.place !== 'hidden' ? groupNewer : undefined
  }

  peek(limit: number): Message[] {
    const found: Message[] = []
    for (let group = this.#line.first; group; group = group.behind) {
      for (let message = group.first; message; message = this.following(message)) {
        if (found.length === limit) return found
        found.push(message)
      }
    }
    return found
  }
}
