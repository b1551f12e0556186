import type { Message, MessageCounts, MessageState } from './model.ts'
import { MessageHeap } from './structures/message-heap.ts'
import { Ring } from './structures/ring.ts'

const bySequence = (a: Message, b: Message): boolean => a.sequence < b.sequence
const byVisibleAt = (a: Message, b: Message): boolean =>
  a.visibleAtMs < b.visibleAtMs || (a.visibleAtMs === b.visibleAtMs && a.sequence < b.sequence)

/** Ready messages of one priority: those never hidden as they came, and those that came back by sequence. */
type Lane = { readonly fresh: Ring<Message>; readonly returned: MessageHeap }

/**
 * The messages of one queue and every index over them. All of it is derived from the messages themselves, so it is
 * rebuilt on load and never saved. Costs: O(log n) at worst for any one message, O(1) for counts.
 */
export class Messages {
  readonly #bySequence = new Map<number, Message>()
  /** By priority, 1 to 16. */
  readonly #lanes: (Lane | undefined)[] = []
  /** Bit p is set when lane p has a ready message. */
  #readyLanes = 0
  readonly #hidden = new MessageHeap(byVisibleAt)
  #inFlight = 0
  #oldest: Message | undefined
  #newest: Message | undefined

  get size(): number {
    return this.#bySequence.size
  }

  /** First in order of arrival; the others follow by `newer`. A removed message keeps its `newer`, so a walk survives removals. */
  get oldest(): Message | undefined {
    return this.#oldest
  }

  /** Exact once `release` was called for the present. */
  get counts(): MessageCounts {
    const hidden = this.#hidden.length
    return { ready: this.#bySequence.size - hidden, delayed: hidden - this.#inFlight, inFlight: this.#inFlight }
  }

  /** When the next hidden message becomes ready, epoch milliseconds; undefined: none is hidden. */
  get nextVisibleAtMs(): number | undefined {
    return this.#hidden.first?.visibleAtMs
  }

  find(sequence: number): Message | undefined {
    return this.#bySequence.get(sequence)
  }

  /** The state as the indexes have it: right once `release` was called for the present. */
  stateOf(message: Message): MessageState {
    if (message.place !== 'hidden') return 'ready'
    return message.receivedAtMs > 0 ? 'inFlight' : 'delayed'
  }

  /** Adds a message with the highest sequence yet, hidden if its `visibleAtMs` lies after its `sentAtMs`. */
  add(message: Message): void {
    this.#bySequence.set(message.sequence, message)
    message.older = this.#newest
    if (this.#newest) this.#newest.newer = message
    else this.#oldest = message
    this.#newest = message
    if (message.visibleAtMs > message.sentAtMs) this.#hide(message)
    else this.#ready(message, 'new')
  }

  remove(message: Message): void {
    this.#takeOut(message)
    message.place = 'gone'
    this.#bySequence.delete(message.sequence)
    if (message.older) message.older.newer = message.newer
    else this.#oldest = message.newer
    if (message.newer) message.newer.older = message.older
    else this.#newest = message.older
  }

  /** Hides a message until `visibleAtMs`, as received at `receivedAtMs` (0: not received here). With a past instant it is ready again at the next `release`. */
  hide(message: Message, visibleAtMs: number, receivedAtMs: number): void {
    if (message.place === 'hidden' && message.receivedAtMs > 0 === receivedAtMs > 0) {
      message.visibleAtMs = visibleAtMs
      message.receivedAtMs = receivedAtMs
      this.#hidden.moved(message)
      return
    }
    this.#takeOut(message)
    message.visibleAtMs = visibleAtMs
    message.receivedAtMs = receivedAtMs
    this.#hide(message)
  }

  /** Makes ready what is no longer hidden at `nowMs`. */
  release(nowMs: number): void {
    for (;;) {
      const message = this.#hidden.first
      if (message === undefined || message.visibleAtMs > nowMs) return
      this.#takeOut(message)
      this.#ready(message, 'returned')
    }
  }

  /** The message a receive hands out next: lowest priority number, then lowest sequence. */
  firstReady(): Message | undefined {
    if (this.#readyLanes === 0) return undefined
    const lane = this.#lanes[31 - Math.clz32(this.#readyLanes & -this.#readyLanes)]!
    const fresh = lane.fresh.first
    const returned = lane.returned.first
    if (fresh === undefined) return returned
    if (returned === undefined) return fresh
    return fresh.sequence < returned.sequence ? fresh : returned
  }

  /** Ready messages in the order in which a receive hands them out, at most `limit`. Looks only. */
  peekReady(limit: number): Message[] {
    const found: Message[] = []
    for (let priority = 1; priority <= 16 && found.length < limit; priority++) {
      const lane = this.#lanes[priority]
      if (lane) peekLane(lane, limit, found)
    }
    return found
  }

  #hide(message: Message): void {
    message.place = 'hidden'
    this.#hidden.push(message)
    if (message.receivedAtMs > 0) this.#inFlight += 1
  }

  #ready(message: Message, place: 'new' | 'returned'): void {
    let lane = this.#lanes[message.priority]
    if (lane === undefined) {
      lane = { fresh: new Ring(), returned: new MessageHeap(bySequence) }
      this.#lanes[message.priority] = lane
    }
    message.place = place
    if (place === 'new') lane.fresh.push(message)
    else lane.returned.push(message)
    this.#readyLanes |= 1 << message.priority
  }

  /** Takes a message out of the structure that holds it. A fresh one that is not first leaves its slot behind, to be passed over later. */
  #takeOut(message: Message): void {
    if (message.place === 'hidden') {
      this.#hidden.remove(message)
      if (message.receivedAtMs > 0) this.#inFlight -= 1
      return
    }
    const lane = this.#lanes[message.priority]
    if (lane === undefined) return
    if (message.place === 'returned') lane.returned.remove(message)
    message.place = 'gone'
    const { fresh } = lane
    while (fresh.first !== undefined && fresh.first.place !== 'new') fresh.shift()
    if (fresh.length === 0 && lane.returned.length === 0) this.#readyLanes &= ~(1 << message.priority)
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
