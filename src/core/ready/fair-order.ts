import type { Message } from '../model.ts'
import { isNoisy } from '../rules/fair-queues.ts'
import { comesBefore } from '../rules/order.ts'
import { MessageHeap } from '../structures/message-heap.ts'
import { Lanes } from './lanes.ts'
import { type MessageGroup, MessageGroups } from './message-group.ts'
import type { ReadyOrder } from './ready-order.ts'

/**
 * The order of a standard queue: priority, then sequence. While a message group is noisy, messages of all others go
 * first; among noisy ones, those of the group with the fewest in flight. A noisy group's messages are set aside one by
 * one as they come to the front, and go back once it is quiet, so that every change stays O(log n).
 */
export class FairOrder implements ReadyOrder {
  readonly #lanes = new Lanes()
  readonly #groups = new MessageGroups()
  /** Groups with messages set aside. */
  readonly #aside = new Set<MessageGroup>()
  #inFlight = 0

  arrived(message: Message): void {
    if (message.groupId !== undefined) this.#groups.join(message, message.groupId)
  }

  left({ group }: Message): void {
    if (group) this.#groups.leave(group)
  }

  add(message: Message, place: 'new' | 'returned'): void {
    this.#lanes.add(message, place)
  }

  remove(message: Message): void {
    const { group } = message
    if (message.place !== 'aside' || !group?.aside) {
      this.#lanes.remove(message)
      return
    }
    group.aside.remove(message)
    if (group.aside.length === 0) this.#aside.delete(group)
  }

  inFlightChanged({ group }: Message, by: 1 | -1): void {
    this.#inFlight += by
    if (group) group.inFlight += by
  }

  first(): Message | undefined {
    if (this.#aside.size > 0) this.#restoreQuiet()
    for (;;) {
      const message = this.#lanes.first()
      if (message === undefined) return this.#leastNoisy()?.aside?.first
      if (message.group === undefined || !this.#noisy(message.group)) return message
      this.#setAside(message, message.group)
    }
  }

  following(): undefined {
    return undefined
  }

  turnOf(): undefined {
    return undefined
  }

  peek(limit: number): Message[] {
    if (this.first() === undefined) return []
    const inLanes = this.#lanes.peek(limit)
    const quiet = inLanes.filter(({ group }) => !group || !this.#noisy(group))
    const noisy = inLanes.filter(({ group }) => group && this.#noisy(group))
    const aside = [...this.#aside].flatMap((group) => group.aside?.firstFew(limit) ?? [])
    return [...quiet, ...aside, ...noisy].slice(0, limit)
  }

  #noisy({ inFlight }: MessageGroup): boolean {
    return isNoisy(inFlight, this.#inFlight)
  }

  #setAside(message: Message, group: MessageGroup): void {
    this.#lanes.remove(message)
    group.aside ??= new MessageHeap(comesBefore)
    message.place = 'aside'
    group.aside.push(message)
    this.#aside.add(group)
  }

  #restoreQuiet(): void {
    for (const group of this.#aside) {
      if (this.#noisy(group)) continue
      for (let message = group.aside?.first; message; message = group.aside?.first) {
        this.remove(message)
        this.#lanes.add(message, 'returned')
      }
    }
  }

  #leastNoisy(): MessageGroup | undefined {
    let least: MessageGroup | undefined
    for (const group of this.#aside) if (!least || group.inFlight < least.inFlight) least = group
    return least
  }
}
