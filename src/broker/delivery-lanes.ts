import type { State } from '../core/state.ts'
import { DeliverySchedule } from '../core/structures/delivery-schedule.ts'
import type { Delivery } from '../core/topic.ts'

/** Most pushes under way to one subscription. A subscriber that does not answer thus does not delay the others. */
const maximumInFlight = 8

/** The deliveries to one subscription. */
type Lane = { readonly schedule: DeliverySchedule; inFlight: number }

/** Deliveries that are not under way, by subscription and by the time of their next try. Those to queues are here only for their time. */
export class DeliveryLanes {
  readonly #state: State
  readonly #lanes = new Map<string, Lane>()
  readonly #inFlight = new Set<string>()

  constructor(state: State) {
    this.#state = state
    this.noteAll()
  }

  /** Notes every delivery of the state. */
  noteAll(): void {
    for (const delivery of this.#state.topics.deliveries.values()) this.note(delivery)
  }

  /** When the next try is due that may start, epoch milliseconds. Undefined if there is none. */
  get nextAtMs(): number | undefined {
    let next: number | undefined
    for (const [key, lane] of this.#lanes) {
      const first = lane.schedule.first
      if (first === undefined) this.#forget(key, lane)
      else if (lane.inFlight < maximumInFlight && (next === undefined || first.nextAtMs < next)) next = first.nextAtMs
    }
    return next
  }

  /** Notes a delivery that is new or postponed. */
  note(delivery: Delivery): void {
    this.#laneOf(delivery).schedule.note(delivery)
  }

  /** Marks each delivery over HTTP that is due as under way, and gives it. */
  *takeDue(nowMs: number): Generator<Delivery> {
    for (const lane of this.#lanes.values()) {
      for (let first = lane.schedule.first; first && first.nextAtMs <= nowMs; first = lane.schedule.first) {
        if (lane.inFlight >= maximumInFlight || !this.#isOverHttp(first)) break
        lane.inFlight += 1
        this.#inFlight.add(first.id)
        yield first
      }
    }
  }

  /** Ends that a delivery is under way. One that is not over is noted again. */
  returned(delivery: Delivery): void {
    this.#laneOf(delivery).inFlight -= 1
    this.#inFlight.delete(delivery.id)
    const present = this.#state.topics.deliveries.get(delivery.id)
    if (present) this.note(present)
  }

  #isOverHttp({ topicId, notification: { subscription } }: Delivery): boolean {
    const { settings } = this.#state.topics.byId.get(topicId)?.subscriptions.get(subscription) ?? {}
    return settings?.endpoint.kind === 'http'
  }

  #laneOf({ topicId, notification: { subscription } }: Delivery): Lane {
    const key = `${topicId}/${subscription}`
    const known = this.#lanes.get(key)
    if (known) return known
    const waits = (delivery: Delivery) =>
      this.#state.topics.deliveries.get(delivery.id) === delivery && !this.#inFlight.has(delivery.id)
    const lane = { schedule: new DeliverySchedule(waits), inFlight: 0 }
    this.#lanes.set(key, lane)
    return lane
  }

  #forget(key: string, { inFlight }: Lane): void {
    if (inFlight === 0) this.#lanes.delete(key)
  }
}
