import type { Message, MessageCounts, MessageState, Receipt } from './model.ts'
import type { Moment } from './moment.ts'
import { FairOrder } from './ready/fair-order.ts'
import { GroupOrder } from './ready/group-order.ts'
import type { ReadyOrder } from './ready/ready-order.ts'
import { AgeHeap } from './structures/age-heap.ts'
import { MessageHeap } from './structures/message-heap.ts'
import { RecentSet } from './structures/recent-set.ts'
import { SequenceMap } from './structures/sequence-map.ts'

const byVisibleAt = (a: Message, b: Message): boolean =>
  a.visibleAtMs < b.visibleAtMs || (a.visibleAtMs === b.visibleAtMs && a.sequence < b.sequence)

/** How many receipts that a change of visibility replaced a queue remembers, at least. The log tells them apart. */
const mostReplaced = 1_000

/**
 * The messages of one queue and every index over them. All of it is derived from the messages themselves, so it is
 * rebuilt on load and never saved. Costs: O(log n) at worst for any one message, O(1) for counts.
 */
export class Messages {
  readonly #bySequence = new SequenceMap<Message>()
  readonly #ready: ReadyOrder
  readonly #hidden = new MessageHeap(byVisibleAt)
  #inFlight = 0
  #oldest: Message | undefined
  #newest: Message | undefined
  /** Latest send of all that arrived. */
  #latestSentAtMs = 0
  /** Messages that arrived after one that was sent later: a dead-letter queue takes in such. */
  readonly #belated = new AgeHeap()

  /** For the log alone, so a bounded number, made when it is needed. */
  #replaced: RecentSet | undefined

  constructor(fifo: boolean) {
    this.#ready = fifo ? new GroupOrder() : new FairOrder()
  }

  get size(): number {
    return this.#bySequence.size
  }

  /** First in order of arrival; the others follow by `newer`. A removed message keeps its `newer`, so a walk survives removals. */
  get oldest(): Message | undefined {
    return this.#oldest
  }

  /** The one that was sent first. */
  get earliest(): Message | undefined {
    if (this.#belated.empty) return this.#oldest
    const belated = this.#belated.first
    if (belated === undefined || this.#oldest === undefined) return this.#oldest
    return belated.sentAtMs < this.#oldest.sentAtMs ? belated : this.#oldest
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

  /** Adds a message with the highest sequence yet, hidden if its `visibleAtMs` lies after its `sentAtMs`. `turn`: saved with it. */
  add(message: Message, turn?: Moment): void {
    this.#bySequence.set(message.sequence, message)
    message.older = this.#newest
    if (this.#newest) this.#newest.newer = message
    else this.#oldest = message
    this.#newest = message
    if (message.sentAtMs < this.#latestSentAtMs) this.#belated.push(message)
    else this.#latestSentAtMs = message.sentAtMs
    this.#ready.arrived(message, turn)
    if (message.visibleAtMs > message.sentAtMs) this.#hide(message)
    else this.#ready.add(message, 'new')
  }

  remove(message: Message, at: Moment): void {
    if (message.place === 'hidden') this.#unhide(message)
    else this.#ready.remove(message)
    message.place = 'gone'
    this.#ready.left(message, at)
    this.#bySequence.delete(message.sequence)
    if (message.older) message.older.newer = message.newer
    else this.#oldest = message.newer
    if (message.newer) message.newer.older = message.older
    else this.#newest = message.older
  }

  /**
   * Hides a message until `visible.atMs`, as received at `receivedAtMs` (0: not received here). With a past instant it is
   * ready again at the next `release`; `visible.number` is that of the command that did it.
   */
  hide(message: Message, visible: Moment, receivedAtMs: number): void {
    const visibleAtMs = visible.atMs
    message.visibleBy = visible.number
    if (message.place === 'hidden' && message.receivedAtMs > 0 === receivedAtMs > 0) {
      message.visibleAtMs = visibleAtMs
      message.receivedAtMs = receivedAtMs
      this.#hidden.moved(message)
      return
    }
    if (message.place === 'hidden') this.#unhide(message)
    else this.#ready.remove(message)
    message.visibleAtMs = visibleAtMs
    message.receivedAtMs = receivedAtMs
    this.#hide(message)
  }

  /** Gives a message another receipt number by a change of visibility, so that its present receipt is dead. */
  replaceReceipt(message: Message, receiptNumber: number): void {
    if (receiptNumber === message.receiptNumber) return
    this.#replaced ??= new RecentSet(mostReplaced)
    this.#replaced.add(`${message.sequence}/${message.receiptNumber}`)
    message.receiptNumber = receiptNumber
  }

  /** Whether a change of visibility replaced this receipt; false for one of long ago. */
  isReplaced({ sequence, receiptNumber }: Receipt): boolean {
    return this.#replaced?.has(`${sequence}/${receiptNumber}`) === true
  }

  /** Makes ready what is no longer hidden at `nowMs`. */
  release(nowMs: number): void {
    for (;;) {
      const message = this.#hidden.first
      if (message === undefined || message.visibleAtMs > nowMs) return
      this.#unhide(message)
      this.#ready.add(message, 'returned')
    }
  }

  /** The message a receive hands out first. */
  firstReady(): Message | undefined {
    return this.#ready.first()
  }

  /** The message a receive hands out after it has handed out `message`. */
  nextReady(message: Message): Message | undefined {
    return this.#ready.following(message) ?? this.#ready.first()
  }

  /** What must be saved with a message for the order to be the same after a restart; undefined: nothing. */
  turnOf(message: Message): Moment | undefined {
    return this.#ready.turnOf(message)
  }

  /** Ready messages in the order in which a receive hands them out, at most `limit`. Looks only. */
  peekReady(limit: number): Message[] {
    return this.#ready.peek(limit)
  }

  /** Hidden messages in the order in which they become ready, at most `limit`. Looks only; costs limit². */
  soonestHidden(limit: number): Message[] {
    return this.#hidden.firstFew(limit)
  }

  #hide(message: Message): void {
    message.place = 'hidden'
    this.#hidden.push(message)
    if (message.receivedAtMs === 0) return
    this.#inFlight += 1
    this.#ready.inFlightChanged(message, 1)
  }

  #unhide(message: Message): void {
    this.#hidden.remove(message)
    if (message.receivedAtMs === 0) return
    this.#inFlight -= 1
    this.#ready.inFlightChanged(message, -1)
  }
}
