import type { Command, MessagesReceived, ReceiveMessages, ReplyTo } from '../core/command.ts'
import { execute } from '../core/engine.ts'
import type { Event } from '../core/event.ts'
import type { State } from '../core/model.ts'
import { SeededRandom } from '../core/random.ts'
import { accept, type Result, refuse } from '../core/refusal.ts'
import { earliest, nextDue, nextDueInQueue } from '../core/rules/due.ts'
import type { Rules } from '../core/turn.ts'
import { type BrokerOptions, changesOfWork, reads } from './broker-options.ts'
import type { Caller } from './caller.ts'
import type { Alarm, Clock } from './clock.ts'
import { Commits, type Health } from './commits.ts'
import { Deliveries, type DeliveryAttempt, type DeliveryHost } from './deliveries.ts'
import { DueWork, type DueWorkHost } from './due-work.ts'
import { freshSeed } from './random.ts'
import { type Waiter, Waiters } from './waiters.ts'

/**
 * The only holder of state. Carries out one command at a time and tells its caller the result at once; the answer is
 * released when what it rests on is durable. Parks the long polls that come back empty, and wakes them.
 */
export class Broker {
  readonly #state: State
  readonly #commits: Commits
  readonly #rules: Rules
  readonly #seeded: boolean
  #seed: number
  #clock: Clock
  readonly #waiters = new Waiters()
  /** For each queue that is waited on: the alarm for when something in it becomes due. */
  readonly #queueAlarms = new Map<number, Alarm>()
  readonly #deliveries: Deliveries
  readonly #warn: (line: string) => void
  readonly #dueWork: DueWork
  readonly #onSubscribed: BrokerOptions['onSubscribed']
  #stopping = false

  constructor(options: BrokerOptions) {
    this.#state = options.state
    this.#clock = options.clock
    this.#rules = options.rules
    this.#onSubscribed = options.onSubscribed
    this.#seeded = options.seed !== undefined
    this.#seed = options.seed ?? freshSeed()
    this.#commits = new Commits(
      options.state,
      options.store,
      (health) => {
        options.onHealth?.(health)
        if (health.status !== 'ready') return
        this.#wakeAll()
        this.#dueWork.arm()
      },
      options.warn ?? (() => {}),
    )
    this.#warn = options.warn ?? (() => {})
    this.#deliveries = new Deliveries(options.state, options.pushes, this.#deliveryHost())
    this.#dueWork = new DueWork(options.state, this.#deliveries, this.#dueWorkHost())
    this.#dueWork.arm()
  }

  get clock(): Clock {
    return this.#clock
  }

  get health(): Health {
    return this.#commits.health
  }

  /** How many queues there are, and how many messages in all. */
  get totals(): { readonly queues: number; readonly messages: number } {
    let messages = 0
    for (const queue of this.#state.queues.values()) messages += queue.messages.size
    return { queues: this.#state.queues.size, messages }
  }

  /** Carries out a command. The caller is told its result in this call, or later if it is a long poll that has to wait. */
  submit(command: Command, caller: Caller): void {
    const { health } = this
    if (health.status === 'degraded' && !reads.has(command.kind)) {
      this.#decide(caller, refuse({ kind: 'storageUnavailable', reason: health.reason }))
      return
    }
    if (command.kind === 'receiveMessages' && caller.gone) return
    const { result, events } = this.#execute(command)
    if (command.kind !== 'receiveMessages' || !this.#parks(command, caller, result)) this.#decide(caller, result)
    if (events.length > 0) this.#announce(events)
  }

  /** Carries out a command for a part of the program; resolves once it is durable. Not for long polls. */
  run<C extends Command, T>(command: C, read: (result: Result<ReplyTo<C>>) => T): Promise<T> {
    return new Promise((resolve) => {
      let answer: T
      this.submit(command, {
        gone: false,
        decided(result) {
          answer = read(result as Result<ReplyTo<C>>)
        },
        failed(reason) {
          answer = read(refuse({ kind: 'storageUnavailable', reason }))
        },
        released: () => resolve(answer),
      })
    })
  }

  /** Forgets the long poll of a client that went away. */
  forget(caller: Caller): void {
    this.#waiters.forget(caller)
  }

  /** Starts over with nothing; long polls end. Resolves once that is durable. */
  async reset(): Promise<Result<unknown>> {
    const result = await this.run({ kind: 'reset' }, (done) => done)
    if (!this.#seeded) this.#seed = freshSeed()
    this.#deliveries.forget()
    return result
  }

  /** Goes on by another clock, whose time must not be before that of the present one while messages exist. */
  useClock(clock: Clock): void {
    this.#clock = clock
    this.#waiters.rearm(clock, this.#timedOut)
    this.#wakeAll()
    for (const waiter of this.#waiters.overdue(clock.nowMs())) this.#timedOut(waiter)
    this.#dueWork.arm()
  }

  /** The next instant at which something becomes due, epoch milliseconds; undefined: nothing will. */
  nextDueMs(): number | undefined {
    this.#tick()
    return earliest(nextDue(this.#state, this.#clock.nowMs()), this.#waiters.nextDeadlineMs)
  }

  /** Resolves once all that was decided so far is durable and released. */
  settled(): Promise<void> {
    return this.#commits.settled()
  }

  /** As `settled`, and once no push is under way. */
  async quiet(): Promise<void> {
    do {
      await this.settled()
      await this.#deliveries.idle()
      await this.settled()
    } while (this.#deliveries.busy)
  }

  /** Tells that the clock is being moved, or is so no more. */
  clockMoving(moving: boolean): void {
    this.#deliveries.moving(moving)
  }

  /** Pushes over HTTP that were tried, newest last. */
  get deliveryLog(): readonly DeliveryAttempt[] {
    return this.#deliveries.log
  }

  /** Ends long polls with an empty answer, those that come from now on included. */
  endPolls(): void {
    this.#stopping = true
    for (const waiter of this.#waiters.takeAll()) this.#answerEmpty(waiter)
  }

  /** Ends long polls, saves the state and lets go of the store. `giveUpAfterMs`: real time that saving may take. */
  stop(giveUpAfterMs: number): Promise<void> {
    this.endPolls()
    for (const alarm of this.#queueAlarms.values()) alarm.cancel()
    this.#dueWork.cancel()
    this.#deliveries.stop()
    return this.#commits.stop(giveUpAfterMs)
  }

  #execute<C extends Command>(command: C): { result: Result<ReplyTo<C>>; events: readonly Event[] } {
    const state = this.#state
    const nowMs = this.#clock.nowMs()
    const random = new SeededRandom(this.#seed, state.sequence + 1 - state.origin)
    const outcome = execute(state, this.#rules, command, nowMs, random)
    if (outcome.events.length > 0) this.#commits.add({ sequence: state.sequence, atMs: nowMs, events: outcome.events })
    return outcome
  }

  #decide(caller: Caller, result: Result<ReplyTo<Command>>): void {
    caller.decided(result)
    this.#commits.whenDurable(caller)
  }

  #parks(command: ReceiveMessages, caller: Caller, result: Result<ReplyTo<Command>>): boolean {
    const received = result as Result<MessagesReceived>
    if (!received.ok || received.value.messages.length > 0 || received.value.waitMs === 0) return false
    if (this.#stopping) return false
    const { queueId, waitMs } = received.value
    const deadlineMs = this.#clock.nowMs() + waitMs
    this.#waiters.park(this.#clock, { queueId, command, caller, deadlineMs }, this.#timedOut)
    this.#armQueue(queueId)
    return true
  }

  #announce(events: readonly Event[]): void {
    const touched = new Set<number>()
    let work = false
    for (const event of events) {
      if (event.kind === 'stateReset') for (const queueId of this.#waiters.queueIds()) touched.add(queueId)
      else if ('queue' in event && this.#waiters.has(event.queue)) touched.add(event.queue)
      if (event.kind === 'messageMoved' && this.#waiters.has(event.to)) touched.add(event.to)
      if (changesOfWork.has(event.kind)) work = true
      this.#deliveries.heard(event)
      if (event.kind === 'subscribed')
        this.#onSubscribed?.(this.#state.topics.byId.get(event.topic)!, event.subscription)
    }
    for (const queueId of touched) this.#wake(queueId)
    if (work) this.#dueWork.arm()
  }

  #dueWorkHost(): DueWorkHost {
    const broker = this
    return {
      get clock() {
        return broker.#clock
      },
      get working() {
        return !broker.#stopping && broker.health.status === 'ready'
      },
      tick: () => this.#tick(),
      afterTurn: (then) => this.#commits.whenDurable({ released: then, failed() {} }),
    }
  }

  #deliveryHost(): DeliveryHost {
    return {
      nowMs: () => this.#clock.nowMs(),
      settle: (delivery, attempt, delivered) =>
        this.run({ kind: 'settleDelivery', delivery, attempt, delivered }, (result) =>
          result.ok ? result.value.nextAtMs : undefined,
        ),
      again: () => this.#dueWork.arm(),
      warn: this.#warn,
    }
  }

  #tick(): void {
    const { events } = this.#execute({ kind: 'tick' })
    if (events.length > 0) this.#announce(events)
  }

  #wakeAll(): void {
    for (const queueId of [...this.#waiters.queueIds()]) this.#wake(queueId)
  }

  /** Gives what a queue has to those who wait for it, in the order in which they came. */
  #wake(queueId: number): void {
    if (this.health.status === 'degraded') return
    const movedTo = new Set<number>()
    for (const waiter of this.#waiters.ofQueue(queueId)) {
      if (waiter.caller.gone) {
        this.#waiters.remove(waiter)
        continue
      }
      const { result, events } = this.#execute(waiter.command)
      for (const event of events) if (event.kind === 'messageMoved') movedTo.add(event.to)
      if (result.ok && result.value.messages.length === 0) {
        // One that the in-flight limit binds leaves what there is to those behind it.
        if (this.#state.queuesById.get(queueId)?.messages.firstReady()) continue
        break
      }
      this.#waiters.remove(waiter)
      this.#decide(waiter.caller, result)
    }
    this.#armQueue(queueId)
    for (const target of movedTo) if (this.#waiters.has(target)) this.#wake(target)
  }

  /** Sets the alarm that wakes those who wait on a queue when something in it becomes due. */
  #armQueue(queueId: number): void {
    this.#queueAlarms.get(queueId)?.cancel()
    this.#queueAlarms.delete(queueId)
    const queue = this.#state.queuesById.get(queueId)
    if (!queue || !this.#waiters.has(queueId)) return
    const atMs = nextDueInQueue(queue, this.#clock.nowMs())
    if (atMs !== undefined)
      this.#queueAlarms.set(
        queueId,
        this.#clock.alarm(atMs, () => this.#wake(queueId)),
      )
  }

  /** At the instant itself a message may come free: it goes to whoever came first. */
  readonly #timedOut = (waiter: Waiter): void => {
    this.#wake(waiter.queueId)
    if (!this.#waiters.holds(waiter)) return
    this.#waiters.remove(waiter)
    this.#answerEmpty(waiter)
  }

  #answerEmpty(waiter: Waiter): void {
    this.#decide(waiter.caller, accept({ queueId: waiter.queueId, messages: [], waitMs: 0 }))
  }
}
