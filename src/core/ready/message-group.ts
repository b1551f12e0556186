import type { Message } from '../model.ts'
import type { Moment } from '../moment.ts'
import type { MessageHeap } from '../structures/message-heap.ts'

/** What the index of a queue knows of one message group. */
export type MessageGroup = {
  readonly id: string
  /** FIFO queues: its messages in order of arrival, whatever their state, linked by `groupOlder` and `groupNewer`. */
  first: Message | undefined
  last: Message | undefined
  /** FIFO queues: since when its first message is there to be handed out, or is first; undefined: it never was. */
  turn: Moment | undefined
  /** Standard queues: how many messages it has in the queue, and how many of them in flight. */
  size: number
  inFlight: number
  /** Standard queues: its ready messages that were met while it was noisy. */
  aside: MessageHeap | undefined
}

/** The groups of one queue by id; one exists while it has messages. */
export class MessageGroups {
  readonly #byId = new Map<string, MessageGroup>()

  /** The group that a message belongs to, from now on. */
  join(message: Message, id: string): MessageGroup {
    let group = this.#byId.get(id)
    if (group === undefined) {
      group = newGroup(id)
      this.#byId.set(id, group)
    }
    group.size += 1
    message.group = group
    return group
  }

  leave(group: MessageGroup): void {
    group.size -= 1
    if (group.size === 0) this.#byId.delete(group.id)
  }
}

function newGroup(id: string): MessageGroup {
  return {
    id,
    first: undefined,
    last: undefined,
    turn: undefined,
    size: 0,
    inFlight: 0,
    aside: undefined,
  }
}
