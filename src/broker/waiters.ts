import type { ReceiveMessages } from '../core/commands/command.ts'
import type { Alarm, Clock } from './clock.ts'
import type { Requester } from './requester.ts'

/** One parked long poll. */
export type Waiter = {
  readonly queueId: number
  readonly command: ReceiveMessages
  readonly requester: Requester
  /** Epoch milliseconds. */
  readonly deadlineMs: number
  deadline: Alarm
}

/** Parked long polls, first come first served within a queue. Knows each deadline; the broker knows when to wake one. */
export class Waiters {
  readonly #byQueue = new Map<number, Set<Waiter>>()
  readonly #byRequester = new Map<Requester, Waiter>()

  get size(): number {
    return this.#byRequester.size
  }

  /** Parks a long poll; `timedOut` is called at its deadline, while it is still parked. */
  park(clock: Clock, waiter: Omit<Waiter, 'deadline'>, timedOut: (waiter: Waiter) => void): void {
    const parked: Waiter = { ...waiter, deadline: { cancel() {} } }
    this.#arm(clock, parked, timedOut)
    const ofQueue = this.#byQueue.get(waiter.queueId)
    if (ofQueue) ofQueue.add(parked)
    else this.#byQueue.set(waiter.queueId, new Set([parked]))
    this.#byRequester.set(waiter.requester, parked)
  }

  /** The long polls of a queue, the oldest first. One may be removed during the walk. */
  ofQueue(queueId: number): Iterable<Waiter> {
    return this.#byQueue.get(queueId) ?? []
  }

  /** Ids of the queues that have long polls. */
  queueIds(): Iterable<number> {
    return this.#byQueue.keys()
  }

  has(queueId: number): boolean {
    return this.#byQueue.has(queueId)
  }

  remove(waiter: Waiter): void {
    waiter.deadline.cancel()
    this.#byRequester.delete(waiter.requester)
    const ofQueue = this.#byQueue.get(waiter.queueId)
    ofQueue?.delete(waiter)
    if (ofQueue?.size === 0) this.#byQueue.delete(waiter.queueId)
  }

  holds(waiter: Waiter): boolean {
    return this.#byRequester.get(waiter.requester) === waiter
  }

  /** Forgets the long poll of a client that went away, if it has one. */
  forget(requester: Requester): void {
    const waiter = this.#byRequester.get(requester)
    if (waiter) this.remove(waiter)
  }

  /** Sets every deadline again by another clock. */
  rearm(clock: Clock, timedOut: (waiter: Waiter) => void): void {
    for (const waiter of [...this.#byRequester.values()]) {
      waiter.deadline.cancel()
      this.#arm(clock, waiter, timedOut)
    }
  }

  /** Those whose deadline is reached. */
  overdue(nowMs: number): Waiter[] {
    return [...this.#byRequester.values()].filter(({ deadlineMs }) => deadlineMs <= nowMs)
  }

  /** Removes and returns all, in no order across queues. */
  takeAll(): Waiter[] {
    const all = [...this.#byRequester.values()]
    for (const waiter of all) this.remove(waiter)
    return all
  }

  /** The earliest deadline, epoch milliseconds. Undefined if no long poll is parked. */
  get nextDeadlineMs(): number | undefined {
    let next: number | undefined
    for (const { deadlineMs } of this.#byRequester.values())
      if (next === undefined || deadlineMs < next) next = deadlineMs
    return next
  }

  #arm(clock: Clock, waiter: Waiter, timedOut: (waiter: Waiter) => void): void {
    waiter.deadline = clock.alarm(waiter.deadlineMs, () => timedOut(waiter))
  }
}
