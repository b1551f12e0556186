import type { MessagesReceived, ReceiveMessages } from '../core/commands/command.ts'
import type { Command, ReplyTo } from '../core/commands/commands.ts'
import type { Event } from '../core/events/event.ts'
import { accept, type Result } from '../core/refusal.ts'
import { nextDueInQueue } from '../core/rules/due.ts'
import type { State } from '../core/state.ts'
import type { Rules } from '../core/turn.ts'
import type { Alarm, Clock } from './clock.ts'
import type { Requester } from './requester.ts'
import { type Waiter, Waiters } from './waiters.ts'

/** What long polls need of the broker. */
export interface LongPollHost {
  readonly clock: Clock
  readonly rules: Rules
  /** False while changes cannot be saved, and while the gate is closed. */
  readonly answering: boolean
  receive(command: ReceiveMessages): { result: Result<MessagesReceived>; events: readonly Event[] }
  decide(requester: Requester, result: Result<ReplyTo<Command>>): void
}

/** Parks receives that came back empty, and gives each its messages as soon as its queue has some. */
export class LongPolls {
  readonly #state: State
  readonly #host: LongPollHost
  readonly #waiters = new Waiters()
  /** For each queue that has long polls: the alarm for when something in it becomes due. */
  readonly #alarms = new Map<number, Alarm>()

  constructor(state: State, host: LongPollHost) {
    this.#state = state
    this.#host = host
  }

  /** Parks a receive if its result asks it to wait. True if it was parked. */
  parks(command: ReceiveMessages, requester: Requester, result: Result<ReplyTo<Command>>): boolean {
    const received = result as Result<MessagesReceived>
    if (!received.ok || received.value.messages.length > 0 || received.value.waitMs === 0) return false
    const { queueId, waitMs } = received.value
    this.#park({ queueId, command, requester, deadlineMs: this.#host.clock.nowMs() + waitMs })
    return true
  }

  /** Forgets the long poll of a client that went away. */
  forget(requester: Requester): void {
    this.#waiters.forget(requester)
  }

  /** Ids of the queues that have long polls. */
  queueIds(): readonly number[] {
    return [...this.#waiters.queueIds()]
  }

  /** The earliest deadline, epoch milliseconds. Undefined if no long poll is parked. */
  get nextDeadlineMs(): number | undefined {
    return this.#waiters.nextDeadlineMs
  }

  /** Gives the messages of a queue to its long polls, first come, first served. */
  wake(queueId: number): void {
    if (!this.#waiters.has(queueId) || !this.#host.answering) return
    const movedTo = new Set<number>()
    for (const waiter of this.#waiters.ofQueue(queueId)) {
      if (waiter.requester.gone) {
        this.#waiters.remove(waiter)
        continue
      }
      const { result, events } = this.#host.receive(waiter.command)
      for (const event of events) if (event.kind === 'messageMoved') movedTo.add(event.to)
      if (result.ok && result.value.messages.length === 0) {
        // A long poll held by the in-flight limit leaves the messages to those behind it.
        if (this.#state.queuesById.get(queueId)?.messages.firstReady()) continue
        break
      }
      this.#waiters.remove(waiter)
      this.#host.decide(waiter.requester, result)
    }
    this.#armQueue(queueId)
    for (const target of movedTo) this.wake(target)
  }

  wakeAll(): void {
    for (const queueId of this.queueIds()) this.wake(queueId)
  }

  /** Follows the clock of the host after it was replaced. */
  followClock(): void {
    const { clock } = this.#host
    this.#waiters.rearm(clock, this.#timedOut)
    this.wakeAll()
    for (const waiter of this.#waiters.overdue(clock.nowMs())) this.#timedOut(waiter)
  }

  /** Checks everything again, since the state or the clock may have been replaced, and with it the queue behind a name. */
  restart(): void {
    if (!this.#host.answering) return
    this.#cancelAlarms()
    for (const waiter of this.#waiters.takeAll()) {
      if (waiter.requester.gone) continue
      const { result } = this.#host.receive(waiter.command)
      if (result.ok && result.value.messages.length === 0 && waiter.deadlineMs > this.#host.clock.nowMs())
        this.#park({ ...waiter, queueId: result.value.queueId })
      else this.#host.decide(waiter.requester, result)
    }
    this.wakeAll()
  }

  /** Ends all long polls with an empty answer. */
  end(): void {
    this.#cancelAlarms()
    for (const waiter of this.#waiters.takeAll()) this.#answerEmpty(waiter)
  }

  #park(waiter: Omit<Waiter, 'deadline'>): void {
    this.#waiters.park(this.#host.clock, waiter, this.#timedOut)
    this.#armQueue(waiter.queueId)
  }

  /** Sets the alarm that wakes the long polls of a queue when something in it becomes due. */
  #armQueue(queueId: number): void {
    this.#alarms.get(queueId)?.cancel()
    this.#alarms.delete(queueId)
    const queue = this.#state.queuesById.get(queueId)
    if (!queue || !this.#waiters.has(queueId)) return
    const { clock, rules } = this.#host
    const atMs = nextDueInQueue(queue, clock.nowMs(), rules)
    if (atMs !== undefined)
      this.#alarms.set(
        queueId,
        clock.alarm(atMs, () => this.wake(queueId)),
      )
  }

  /** A message may become ready at this very instant. It goes to the long poll that came first. */
  readonly #timedOut = (waiter: Waiter): void => {
    this.wake(waiter.queueId)
    if (!this.#waiters.holds(waiter)) return
    this.#waiters.remove(waiter)
    if (waiter.command.collect && this.#host.answering && !waiter.requester.gone) this.#answerCollected(waiter)
    else this.#answerEmpty(waiter)
  }

  #cancelAlarms(): void {
    for (const alarm of this.#alarms.values()) alarm.cancel()
    this.#alarms.clear()
  }

  /** Gives a long poll that waited for more the messages there are at its deadline. */
  #answerCollected(waiter: Waiter): void {
    const { result, events } = this.#host.receive({ ...waiter.command, waitMs: 0 })
    if (result.ok) this.#host.decide(waiter.requester, result)
    else this.#answerEmpty(waiter)
    for (const event of events) if (event.kind === 'messageMoved') this.wake(event.to)
    this.#armQueue(waiter.queueId)
  }

  #answerEmpty(waiter: Waiter): void {
    this.#host.decide(waiter.requester, accept({ queueId: waiter.queueId, messages: [], waitMs: 0 }))
  }
}
