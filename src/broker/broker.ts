import { type Command, commands, type ReplyTo } from '../core/commands/commands.ts'
import { execute } from '../core/engine.ts'
import { type Event, events as eventRows } from '../core/events/event.ts'
import { SeededRandom } from '../core/random.ts'
import { type Result, refuse } from '../core/refusal.ts'
import { replaceState } from '../core/replace-state.ts'
import { earliest, nextDue } from '../core/rules/due.ts'
import type { State } from '../core/state.ts'
import type { Rules } from '../core/turn.ts'
import { StoreFailure } from '../store/store.ts'
import type { BrokerOptions } from './broker-options.ts'
import type { Clock } from './clock.ts'
import { Commits, type Health } from './commits.ts'
import { Deliveries, type DeliveryAttempt, type DeliveryHost } from './deliveries.ts'
import { DueWork, type DueWorkHost } from './due-work.ts'
import { Gate } from './gate.ts'
import { type LongPollHost, LongPolls } from './long-polls.ts'
import { freshSeed } from './random.ts'
import type { Requester } from './requester.ts'

/**
 * The only holder of state. Carries out one command at a time and tells its requester the result at once; the answer is
 * released when what it rests on is durable. Parks the long polls that come back empty, and wakes them.
 */
export class Broker {
  readonly #state: State
  readonly #commits: Commits
  readonly #rules: Rules
  readonly #seeded: boolean
  #seed: number
  #clock: Clock
  readonly #polls: LongPolls
  readonly #deliveries: Deliveries
  readonly #warn: (line: string) => void
  readonly #dueWork: DueWork
  readonly #onSubscribed: BrokerOptions['onSubscribed']
  readonly #gate = new Gate(() => {
    this.#polls.restart()
    this.#dueWork.arm()
  })
  #stopping = false

  constructor(options: BrokerOptions) {
    this.#state = options.state
    this.#clock = options.clock
    this.#rules = options.rules
    this.#onSubscribed = options.onSubscribed
    this.#seeded = options.seed !== undefined
    this.#seed = options.seed ?? freshSeed()
    this.#warn = options.warn ?? (() => {})
    this.#commits = new Commits({
      state: options.state,
      store: options.store,
      onHealth: (health) => {
        options.onHealth?.(health)
        if (health.status !== 'ready') return
        this.#polls.wakeAll()
        this.#dueWork.arm()
      },
      warn: this.#warn,
      hold: () => this.#gate.close(),
    })
    this.#deliveries = new Deliveries(options.state, options.pushes, this.#deliveryHost())
    this.#dueWork = new DueWork(options.state, this.#deliveries, this.#dueWorkHost())
    this.#polls = new LongPolls(options.state, this.#pollHost())
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

  /** Carries out a command. The requester gets the result in this call; a long poll that has to wait gets it later. */
  submit(command: Command, requester: Requester): void {
    if (this.#gate.closed) {
      this.#gate.hold(() => this.submit(command, requester))
      return
    }
    const { health } = this
    if (health.status === 'degraded' && !commands[command.kind].onlyReads) {
      this.#decide(requester, refuse({ kind: 'storageUnavailable', reason: health.reason }))
      return
    }
    if (command.kind === 'receiveMessages' && requester.gone) return
    const { result, events } = this.#execute(command)
    const parks = command.kind === 'receiveMessages' && !this.#stopping && this.#polls.parks(command, requester, result)
    if (!parks) this.#decide(requester, result)
    if (events.length > 0) this.#announce(events)
  }

  /** Carries out a command for another part of the program, and resolves once it is durable. Not for long polls. */
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
  forget(requester: Requester): void {
    this.#polls.forget(requester)
  }

  /** Empties the state and ends long polls. Resolves once that is durable. */
  async reset(): Promise<Result<unknown>> {
    const result = await this.run({ kind: 'reset' }, (done) => {
      // Before any other command, since that would repeat an earlier id.
      if (done.ok && !this.#seeded) this.#seed = freshSeed()
      return done
    })
    this.#deliveries.forget()
    return result
  }

  /** Switches to another clock. While messages exist, its time must not be earlier than that of the present clock. */
  useClock(clock: Clock): void {
    this.#clock = clock
    this.#polls.followClock()
    this.#dueWork.arm()
  }

  /**
   * Gives the whole state once all of it is durable. The state does not change until `read` is done: commands that come
   * meanwhile wait. Reads and loads take turns.
   */
  inspect<T>(read: (state: State) => Promise<T>): Promise<T> {
    return this.#gate.closedFor(async () => {
      await this.#commits.settled()
      return read(this.#state)
    })
  }

  /**
   * Replaces the state, and the clock with it. Resolves once that is durable. If `read` rejects, or the new state cannot be
   * saved (`StoreFailure`), this rejects with the same error and nothing has changed.
   */
  load(read: (present: State) => Promise<{ readonly next: State; readonly clock: Clock }>): Promise<void> {
    return this.inspect(async (state) => {
      const { health } = this
      if (health.status === 'degraded') throw new StoreFailure(health.reason)
      const { next, clock } = await read(state)
      await this.#commits.saved()
      const putBack = replaceState(state, next)
      try {
        await this.#commits.saveAnew()
      } catch (error) {
        putBack()
        throw error
      }
      this.#clock = clock
      if (!this.#seeded) this.#seed = freshSeed()
      this.#deliveries.restart()
    })
  }

  /** The next instant at which something becomes due, epoch milliseconds. Undefined if there is none. */
  nextDueMs(): number | undefined {
    this.#tick()
    return earliest(nextDue(this.#state, this.#clock.nowMs(), this.#rules), this.#polls.nextDeadlineMs)
  }

  /** Resolves once every decision so far is durable and released. */
  async settled(): Promise<void> {
    await this.#gate.opened()
    await this.#commits.settled()
  }

  /** As `settled`, but also waits until no push is under way. */
  async quiet(): Promise<void> {
    do {
      await this.settled()
      await this.#deliveries.idle()
      await this.settled()
    } while (this.#deliveries.busy)
  }

  /** Tells the broker whether the clock is being moved. */
  clockMoving(moving: boolean): void {
    this.#deliveries.moving(moving)
  }

  /** Pushes over HTTP that were tried, newest last. */
  get deliveryLog(): readonly DeliveryAttempt[] {
    return this.#deliveries.log
  }

  /** Ends long polls with an empty answer, including those that come from now on. */
  endPolls(): void {
    this.#stopping = true
    this.#polls.end()
  }

  /** Ends long polls, saves the state and lets go of the store. `giveUpAfterMs`: real time that saving may take. */
  async stop(giveUpAfterMs: number): Promise<void> {
    this.endPolls()
    await this.#gate.opened()
    this.#dueWork.cancel()
    this.#deliveries.stop()
    await this.#commits.stop(giveUpAfterMs)
  }

  #execute<C extends Command>(command: C): { result: Result<ReplyTo<C>>; events: readonly Event[] } {
    const state = this.#state
    const nowMs = this.#clock.nowMs()
    const random = new SeededRandom(this.#seed, state.sequence + 1 - state.origin)
    const outcome = execute(state, this.#rules, command, nowMs, random)
    if (outcome.events.length > 0) this.#commits.add({ sequence: state.sequence, atMs: nowMs, events: outcome.events })
    return outcome
  }

  #decide(requester: Requester, result: Result<ReplyTo<Command>>): void {
    requester.decided(result)
    this.#commits.whenDurable(requester)
  }

  #announce(events: readonly Event[]): void {
    const touched = new Set<number>()
    let work = false
    for (const event of events) {
      if (event.kind === 'stateReset') for (const queueId of this.#polls.queueIds()) touched.add(queueId)
      else if ('queue' in event) touched.add(event.queue)
      if (event.kind === 'messageMoved') touched.add(event.to)
      if (eventRows[event.kind].changesWork) work = true
      this.#deliveries.heard(event)
      if (event.kind === 'subscribed')
        this.#onSubscribed?.(this.#state.topics.byId.get(event.topic)!, event.subscription)
    }
    for (const queueId of touched) this.#polls.wake(queueId)
    if (work) this.#dueWork.arm()
  }

  #dueWorkHost(): DueWorkHost {
    const broker = this
    return {
      get clock() {
        return broker.#clock
      },
      get working() {
        return !broker.#stopping && !broker.#gate.closed && broker.health.status === 'ready'
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

  #pollHost(): LongPollHost {
    const broker = this
    return {
      get clock() {
        return broker.#clock
      },
      get answering() {
        return !broker.#gate.closed && broker.health.status === 'ready'
      },
      rules: this.#rules,
      receive: (command) => this.#execute(command),
      decide: (requester, result) => this.#decide(requester, result),
    }
  }

  #tick(): void {
    if (this.#gate.closed) return
    const { events } = this.#execute({ kind: 'tick' })
    if (events.length > 0) this.#announce(events)
  }
}
