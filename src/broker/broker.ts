import type { Command, MessagesReceived, ReceiveMessages, ReplyTo } from '../core/command.ts'
import { execute } from '../core/engine.ts'
import type { Entry, Event } from '../core/event.ts'
import type { State } from '../core/model.ts'
import { SeededRandom } from '../core/random.ts'
import { accept, type Result, refuse } from '../core/refusal.ts'
import { earliest, nextDue, nextDueInQueue } from '../core/rules/due.ts'
import type { Rules } from '../core/turn.ts'
import type { Store } from '../store/store.ts'
import type { Alarm, Clock } from './clock.ts'
import { freshSeed } from './random.ts'
import { type Waiter, Waiters } from './waiters.ts'

/** Whoever asked for a command, to be told in two steps. */
export interface Caller {
  /** The result; what it holds is live, so it is worded at once. Called again, with a refusal, if the change could not be written down. */
  decided(result: Result<ReplyTo<Command>>): void
  /** All that the answer rests on is durable: it may be sent. */
  released(): void
  /** True once nobody would get the answer: a message is not handed to such a caller. */
  readonly gone: boolean
}

export type BrokerOptions = {
  readonly state: State
  readonly store: Store
  readonly clock: Clock
  readonly rules: Rules
  /** Absent: a fresh one, and another after each reset. */
  readonly seed?: number
  /** Told when changes can no longer be written down, and when they can again. */
  readonly onHealth?: (health: BrokerHealth) => void
}

export type BrokerHealth = { readonly status: 'ready' } | { readonly status: 'degraded'; readonly reason: string }

/** Commands that change nothing a client could miss, and so are carried out even when nothing can be written down. */
const reads: ReadonlySet<Command['kind']> = new Set(['getQueue', 'listQueues', 'peekMessages', 'tick'])

const recoveryIntervalMs = 1_000

/**
 * The only holder of state. Carries out one command at a time, gathers what the commands of one turn of the event loop
 * did into one append to the store, and releases their answers together once that is durable.
 */
export class Broker {
  readonly #state: State
  readonly #store: Store
  readonly #rules: Rules
  readonly #seeded: boolean
  readonly #onHealth: (health: BrokerHealth) => void
  #seed: number
  #clock: Clock
  readonly #waiters = new Waiters()
  /** For each queue that is waited on: the alarm for when something in it becomes due. */
  readonly #queueAlarms = new Map<number, Alarm>()
  #entries: Entry[] = []
  #callers: Caller[] = []
  #flush: Promise<void> | undefined
  #flushed: () => void = () => {}
  #health: BrokerHealth = { status: 'ready' }
  #saving: Promise<void> | undefined
  #recovery: NodeJS.Timeout | undefined
  #stopping = false

  constructor(options: BrokerOptions) {
    this.#state = options.state
    this.#store = options.store
    this.#clock = options.clock
    this.#rules = options.rules
    this.#seeded = options.seed !== undefined
    this.#seed = options.seed ?? freshSeed()
    this.#onHealth = options.onHealth ?? (() => {})
  }

  get clock(): Clock {
    return this.#clock
  }

  get health(): BrokerHealth {
    return this.#health
  }

  /** How many queues there are, and how many messages in all. */
  get totals(): { readonly queues: number; readonly messages: number } {
    let messages = 0
    for (const queue of this.#state.queues.values()) messages += queue.messages.size
    return { queues: this.#state.queues.size, messages }
  }

  /** Carries out a command. The caller is told its result in this call, or later if it is a long poll that has to wait. */
  submit(command: Command, caller: Caller): void {
    if (this.#health.status === 'degraded' && !reads.has(command.kind)) {
      const { reason } = this.#health
      this.#decide(caller, refuse({ kind: 'storageUnavailable', reason }))
      return
    }
    const { result, events } = this.#execute(command)
    if (command.kind === 'receiveMessages' && this.#parks(command, caller, result)) return
    this.#decide(caller, result)
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
    return result
  }

  /** Goes on by another clock, whose time must not be before that of the present one while messages exist. */
  useClock(clock: Clock): void {
    this.#clock = clock
    this.#waiters.rearm(clock, this.#timedOut)
    this.#wakeAll()
  }

  /** The next instant at which something becomes due, epoch milliseconds; undefined: nothing will. */
  nextDueMs(): number | undefined {
    this.#execute({ kind: 'tick' })
    return earliest(nextDue(this.#state, this.#clock.nowMs()), this.#waiters.nextDeadlineMs)
  }

  /** Resolves once all that was decided so far is durable and released. */
  async settled(): Promise<void> {
    while (this.#flush) await this.#flush
  }

  /** Ends long polls with an empty answer, saves the state and lets go of the store. `giveUpAfterMs`: real time that saving may take. */
  async stop(giveUpAfterMs: number): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#recovery)
    for (const waiter of this.#waiters.takeAll()) this.#answerEmpty(waiter)
    for (const alarm of this.#queueAlarms.values()) alarm.cancel()
    await this.settled()
    await this.#saving
    await Promise.race([this.#save(), new Promise((resolve) => setTimeout(resolve, giveUpAfterMs).unref())])
    await this.#store.close()
  }

  #execute<C extends Command>(command: C): { result: Result<ReplyTo<C>>; events: readonly Event[] } {
    const state = this.#state
    const nowMs = this.#clock.nowMs()
    const random = new SeededRandom(this.#seed, state.sequence + 1 - state.origin)
    const outcome = execute(state, this.#rules, command, nowMs, random)
    if (outcome.events.length > 0 && this.#health.status === 'ready') {
      this.#entries.push({ sequence: state.sequence, atMs: nowMs, events: outcome.events })
      this.#flushSoon()
    }
    return outcome
  }

  #decide(caller: Caller, result: Result<ReplyTo<Command>>): void {
    caller.decided(result)
    this.#callers.push(caller)
    this.#flushSoon()
  }

  #flushSoon(): void {
    if (this.#flush) return
    this.#flush = new Promise((resolve) => {
      this.#flushed = resolve
    })
    setImmediate(this.#flushNow)
  }

  readonly #flushNow = (): void => {
    const entries = this.#entries
    const callers = this.#callers
    this.#entries = []
    this.#callers = []
    try {
      const durable = entries.length > 0 ? this.#store.append(entries) : undefined
      if (durable === undefined) this.#release(callers)
      else
        durable.then(
          () => this.#release(callers),
          (error: unknown) => this.#failed(callers, error),
        )
    } catch (error) {
      this.#failed(callers, error)
    }
  }

  #release(callers: readonly Caller[]): void {
    for (const caller of callers) caller.released()
    this.#flush = undefined
    this.#flushed()
    if (this.#entries.length > 0 || this.#callers.length > 0) this.#flushSoon()
    else if (this.#store.snapshotDue && !this.#stopping) void this.#save()
  }

  /** What these callers asked for is in memory but perhaps not in the journal: its outcome is open, and they are told so. */
  #failed(callers: readonly Caller[], error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    this.#degrade(reason)
    for (const caller of callers) caller.decided(refuse({ kind: 'storageUnavailable', reason }))
    this.#release(callers)
  }

  #degrade(reason: string): void {
    if (this.#health.status === 'degraded') return
    this.#health = { status: 'degraded', reason }
    this.#entries = []
    this.#onHealth(this.#health)
    this.#recoverLater()
  }

  #recoverLater(): void {
    if (this.#stopping) return
    this.#recovery = setTimeout(async () => {
      await this.#save()
      if (this.#health.status === 'degraded') this.#recoverLater()
    }, recoveryIntervalMs)
    this.#recovery.unref()
  }

  /** Saves a snapshot; one at a time. One that succeeds ends a degraded state. */
  #save(): Promise<void> {
    this.#saving ??= this.#store
      .saveSnapshot(this.#state)
      .then(
        () => {
          if (this.#health.status === 'ready') return
          this.#health = { status: 'ready' }
          this.#onHealth(this.#health)
          this.#wakeAll()
        },
        (error: unknown) => this.#degrade(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        this.#saving = undefined
      })
    return this.#saving
  }

  #parks(command: ReceiveMessages, caller: Caller, result: Result<ReplyTo<Command>>): boolean {
    const received = result as Result<MessagesReceived>
    if (!received.ok || received.value.messages.length > 0 || received.value.waitMs === 0) return false
    if (this.#stopping || caller.gone) return false
    const { queueId, waitMs } = received.value
    const deadlineMs = this.#clock.nowMs() + waitMs
    this.#waiters.park(this.#clock, { queueId, command, caller, deadlineMs }, this.#timedOut)
    this.#armQueue(queueId)
    return true
  }

  #announce(events: readonly Event[]): void {
    if (this.#waiters.size === 0) return
    const touched = new Set<number>()
    for (const event of events) {
      if (event.kind === 'stateReset') for (const queueId of this.#waiters.queueIds()) touched.add(queueId)
      else if (this.#waiters.has(event.queue)) touched.add(event.queue)
    }
    for (const queueId of touched) this.#wake(queueId)
  }

  #wakeAll(): void {
    for (const queueId of [...this.#waiters.queueIds()]) this.#wake(queueId)
  }

  /** Gives what a queue has to those who wait for it, in the order in which they came. */
  #wake(queueId: number): void {
    if (this.#health.status === 'degraded') return
    for (let waiter = this.#waiters.first(queueId); waiter; waiter = this.#waiters.first(queueId)) {
      if (waiter.caller.gone) {
        this.#waiters.remove(waiter)
        continue
      }
      const { result } = this.#execute(waiter.command)
      if (result.ok && result.value.messages.length === 0) break
      this.#waiters.remove(waiter)
      this.#decide(waiter.caller, result)
    }
    this.#armQueue(queueId)
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

  readonly #timedOut = (waiter: Waiter): void => {
    if (this.#health.status === 'degraded') return this.#answerEmpty(waiter)
    const { result } = this.#execute(waiter.command)
    if (result.ok && result.value.messages.length === 0) this.#answerEmpty(waiter)
    else this.#decide(waiter.caller, result)
    this.#armQueue(waiter.queueId)
  }

  #answerEmpty(waiter: Waiter): void {
    this.#decide(waiter.caller, accept({ queueId: waiter.queueId, messages: [], waitMs: 0 }))
  }
}
