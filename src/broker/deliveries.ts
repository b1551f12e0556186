import type { Event } from '../core/events/event.ts'
import type { State } from '../core/state.ts'
import type { Delivery, Subscription } from '../core/topic.ts'
import { DeliveryLanes } from './delivery-lanes.ts'

/** How one try to deliver over HTTP went. Delivered: a status from 200 to 299. */
export type PushOutcome = {
  readonly status?: number | undefined
  readonly error?: string | undefined
  readonly timedOut?: boolean
}

/** Delivers one notification over HTTP. Never rejects. */
export interface PushSender {
  send(push: Push): Promise<PushOutcome>
}

/** One try. */
export type Push = {
  readonly delivery: Delivery
  readonly subscription: Subscription
  readonly url: string
  /** Real time the subscriber has to answer, milliseconds. */
  readonly timeoutMs: number
  /** Aborted when twinmq stops. */
  readonly signal: AbortSignal
}

/** A line of the log of deliveries. Instants in epoch milliseconds. */
export type DeliveryAttempt = {
  readonly topic: string
  readonly subscription: string
  readonly messageId: string
  /** From 1. */
  readonly attempt: number
  readonly atMs: number
  readonly endpoint: string
  readonly status?: number | undefined
  readonly error?: string | undefined
  readonly nextAttemptAtMs?: number | undefined
}

/** What deliveries need of the broker. */
export interface DeliveryHost {
  nowMs(): number
  /** Records the outcome of a try. Gives when the next one is due, epoch milliseconds, or undefined after the last. */
  settle(delivery: string, attempt: number, delivered: boolean): Promise<number | undefined>
  /** Another try may be due. */
  again(): void
  /** Reports a loss in one line. */
  warn(line: string): void
}

/** Real time a subscriber has to answer, milliseconds. Source: MNS, push to an HTTP endpoint. */
const patienceMs = 5_000
/** The same, after a first timeout while the clock is being moved. */
const shortPatienceMs = 100

/** Attempts the log keeps. */
const loggedAttempts = 10_000

/** Pushes of topics over HTTP that are under way, and the log of those that were tried. */
export class Deliveries {
  readonly #state: State
  readonly #sender: PushSender
  readonly #host: DeliveryHost
  readonly #lanes: DeliveryLanes
  readonly #inFlight = new Set<Promise<void>>()
  readonly #log: DeliveryAttempt[] = []
  readonly #slow = new Set<string>()
  readonly #ending = new AbortController()
  #moving = false

  constructor(state: State, sender: PushSender, host: DeliveryHost) {
    this.#state = state
    this.#lanes = new DeliveryLanes(state)
    this.#sender = sender
    this.#host = host
  }

  /** Newest last. */
  get log(): readonly DeliveryAttempt[] {
    return this.#log
  }

  /** When the next try is due, epoch milliseconds, leaving out deliveries under way. Undefined if there is none. */
  get nextAtMs(): number | undefined {
    return this.#lanes.nextAtMs
  }

  /** Takes note of an event: a delivery that is new, postponed or over. The engine tries those to queues; they are logged here. */
  heard(event: Event): void {
    if (event.kind === 'deliveryScheduled') this.#waits(event.delivery.id)
    else if (event.kind === 'deliveryDeferred') this.#waits(event.delivery)
    else if (event.kind === 'deliveryEnded' && (event.end === 'givenUp' || event.end === 'expired'))
      this.#host.warn(`a push of topics was given up: message and subscription ${event.delivery}`)
  }

  /** Empties the log. */
  forget(): void {
    this.#log.length = 0
  }

  /** Takes up the deliveries of a state that replaced another. */
  restart(): void {
    this.forget()
    this.#lanes.noteAll()
  }

  #waits(id: string): void {
    const delivery = this.#state.topics.deliveries.get(id)
    if (!delivery) return
    this.#lanes.note(delivery)
    const settings = this.#subscriptionOf(delivery)?.settings
    if (settings?.endpoint.kind !== 'queue') return
    const { attempts: attempt, nextAtMs: nextAttemptAtMs } = delivery
    const error = 'the queue is not there, or takes no message of that size'
    this.#logAttempt(delivery, {
      attempt,
      atMs: this.#host.nowMs(),
      endpoint: settings.endpointText,
      error,
      nextAttemptAtMs,
    })
  }

  #subscriptionOf({ topicId, notification }: Delivery): Subscription | undefined {
    return this.#state.topics.byId.get(topicId)?.subscriptions.get(notification.subscription)
  }

  #logAttempt({ notification }: Delivery, tried: Omit<DeliveryAttempt, 'topic' | 'subscription' | 'messageId'>): void {
    const { topic, subscription, messageId } = notification
    this.#log.push({ topic: topic.name, subscription, messageId, ...tried })
    if (this.#log.length > loggedAttempts) this.#log.shift()
  }

  /** Starts the tries that are due. */
  start(): void {
    if (this.#ending.signal.aborted) return
    for (const delivery of this.#lanes.takeDue(this.#host.nowMs())) {
      const trying = this.#try(delivery)
      this.#inFlight.add(trying)
      void trying.then(() => {
        this.#inFlight.delete(trying)
        this.#host.again()
      })
    }
  }

  /** Whether any is under way. */
  get busy(): boolean {
    return this.#inFlight.size > 0
  }

  /** Resolves once none is under way. */
  async idle(): Promise<void> {
    while (this.busy) await Promise.all(this.#inFlight)
  }

  /** While the clock is being moved, a subscriber that timed out once has little time to answer each further try. */
  moving(moving: boolean): void {
    this.#moving = moving
    this.#slow.clear()
  }

  /** Gives up the pushes under way. They are due again at the next start. */
  stop(): void {
    this.#ending.abort()
  }

  async #try(delivery: Delivery): Promise<void> {
    const subscription = this.#subscriptionOf(delivery)
    const endpoint = subscription?.settings.endpoint
    if (subscription && endpoint?.kind === 'http') await this.#push(delivery, subscription, endpoint.url)
    if (!this.#ending.signal.aborted) this.#lanes.returned(delivery)
  }

  async #push(delivery: Delivery, subscription: Subscription, url: string): Promise<void> {
    const attempt = delivery.attempts + 1
    const atMs = this.#host.nowMs()
    const timeoutMs = this.#moving && this.#slow.has(url) ? shortPatienceMs : patienceMs
    const outcome = await this.#sender.send({ delivery, subscription, url, timeoutMs, signal: this.#ending.signal })
    if (this.#ending.signal.aborted) return
    if (outcome.timedOut) this.#slow.add(url)
    const { status, error } = outcome
    const delivered = status !== undefined && status >= 200 && status < 300
    // After a reset another delivery may have the same id.
    const pending = this.#state.topics.deliveries.get(delivery.id) === delivery
    const nextAttemptAtMs = pending ? await this.#host.settle(delivery.id, attempt, delivered) : undefined
    this.#logAttempt(delivery, { attempt, atMs, endpoint: url, status, error, nextAttemptAtMs })
  }
}
