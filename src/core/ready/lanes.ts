import type { Message } from '../model.ts'
import { lastPriority } from '../rules/order.ts'
import { MessageHeap } from '../structures/message-heap.ts'
import { Ring } from '../structures/ring.ts'

const bySequence = (a: Message, b: Message): boolean => a.sequence < b.sequence

/** Ready messages of one priority: those never hidden as they came, and those that came back by sequence. */
type Lane = { readonly fresh: Ring<Message>; readonly returned: MessageHeap }

/** Ready messages by priority, 1 first, then by sequence. O(1) for those that were never hidden, O(log n) for the others. */
export class Lanes {
  /** By priority, 1 to 16. */
  readonly #lanes: (Lane | undefined)[] = []
  /** Bit p is set when lane p has a message. */
  #filled = 0

  get empty(): boolean {
    return this.#filled === 0
  }

  /** Adds a message and notes in `message.place` how. A `new` one has a higher sequence than all `new` ones before it. */
  add(message: Message, place: 'new' | 'returned'): void {
    let lane = this.#lanes[message.priority]
    if (lane === undefined) {
      lane = { fresh: new Ring(), returned: new MessageHeap(bySequence) }
      this.#lanes[message.priority] = lane
    }
    message.place = place
    if (place === 'new') lane.fresh.push(message)
    else lane.returned.push(message)
    this.#filled |= 1 << message.priority
  }

  /** Takes a message out. A `new` one that is not first leaves its slot behind, to be passed over later. */
  remove(message: Message): void {
    const lane = this.#lanes[message.priority]
    if (lane === undefined) return
    if (message.place === 'returned') lane.returned.remove(message)
    message.place = 'gone'
    const { fresh } = lane
    while (fresh.first !== undefined && fresh.first.place !== 'new') fresh.shift()
    if (fresh.length === 0 && lane.returned.length === 0) this.#filled &= ~(1 << message.priority)
  }

  first(): Message | undefined {
    if (this.#filled === 0) return undefined
    const lane = this.#lanes[31 - Math.clz32(this.#filled & -this.#filled)]!
    const fresh = lane.fresh.first
    const returned = lane.returned.first
    if (fresh === undefined) return returned
    if (returned === undefined) return fresh
    return fresh.sequence < returned.sequence ? fresh : returned
  }

  /** The first few in order, at most `limit`. Looks only. */
  peek(limit: number): Message[] {
    const found: Message[] = []
    for (let priority = 1; priority <= lastPriority && found.length < limit; priority++) {
      const lane = this.#lanes[priority]
      if (lane) peekLane(lane, limit, found)
    }
    return found
  }
}

function peekLane(lane: Lane, limit: number, found: Message[]): void {
  const returned = lane.returned.firstFew(limit - found.length)
  let next = 0
  for (let i = 0; i < lane.fresh.length && found.length < limit; i++) {
    const fresh = lane.fresh.at(i)
    if (fresh === undefined || fresh.place !== 'new') continue
    while (found.length < limit && next < returned.length && returned[next]!.sequence < fresh.sequence) {
      found.push(returned[next]!)
      next += 1
    }
    if (found.length < limit) found.push(fresh)
  }
  while (found.length < limit && next < returned.length) found.push(returned[next++]!)
}
