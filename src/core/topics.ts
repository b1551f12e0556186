import { DeliverySchedule } from './structures/delivery-schedule.ts'
import type { AccountSettings, Delivery, Topic } from './topic.ts'

/** Topics, what of them is not yet delivered, and the settings of accounts. */
export class Topics {
  /** By `queueKey` of the topic's address. */
  readonly byKey = new Map<string, Topic>()
  readonly byId = new Map<number, Topic>()
  /** By account. */
  readonly accounts = new Map<string, AccountSettings>()
  readonly #deliveries = new Map<string, Delivery>()
  /** By id of the topic: how many deliveries each of its messages has. Derived, never saved. */
  readonly #messages = new Map<number, Map<string, number>>()
  readonly #isPending = (delivery: Delivery): boolean => this.#deliveries.get(delivery.id) === delivery
  #schedule = new DeliverySchedule(this.#isPending)
  /** The same for those that are not over HTTP. */
  #queueSchedule = new DeliverySchedule(this.#isPending)

  /** Every delivery that is not over, in order of its publishing. */
  get deliveries(): ReadonlyMap<string, Delivery> {
    return this.#deliveries
  }

  /** The delivery whose next try is due first. */
  get nextDelivery(): Delivery | undefined {
    return this.#schedule.first
  }

  /** The delivery to a queue whose next try is due first. */
  get nextQueueDelivery(): Delivery | undefined {
    return this.#queueSchedule.first
  }

  /** One that is there already goes to the end, so that a journal that is applied again leads to the same order. */
  addDelivery(delivery: Delivery): void {
    this.endDelivery(delivery.id)
    this.#deliveries.set(delivery.id, delivery)
    this.#count(delivery, 1)
    this.#note(delivery)
  }

  deferDelivery(delivery: Delivery, attempts: number, nextAtMs: number): void {
    delivery.attempts = attempts
    delivery.nextAtMs = nextAtMs
    this.#note(delivery)
  }

  endDelivery(id: string): void {
    const delivery = this.#deliveries.get(id)
    if (!delivery) return
    this.#deliveries.delete(id)
    this.#count(delivery, -1)
  }

  /** Ends the deliveries of a topic, or of one of its subscriptions. */
  endDeliveriesOf(topicId: number, subscription?: string): void {
    for (const { id, topicId: of, notification } of this.#deliveries.values())
      if (of === topicId && (subscription === undefined || notification.subscription === subscription))
        this.endDelivery(id)
  }

  /** Number of messages of a topic that at least one subscription still waits for. O(1). */
  messageCount(topicId: number): number {
    return this.#messages.get(topicId)?.size ?? 0
  }

  clear(): void {
    this.byKey.clear()
    this.byId.clear()
    this.accounts.clear()
    this.#deliveries.clear()
    this.#messages.clear()
    this.#schedule = new DeliverySchedule(this.#isPending)
    this.#queueSchedule = new DeliverySchedule(this.#isPending)
  }

  #count({ topicId, notification: { messageId } }: Delivery, change: 1 | -1): void {
    const messages = this.#messages.get(topicId) ?? new Map<string, number>()
    const deliveries = (messages.get(messageId) ?? 0) + change
    if (deliveries > 0) messages.set(messageId, deliveries)
    else messages.delete(messageId)
    if (messages.size > 0) this.#messages.set(topicId, messages)
    else this.#messages.delete(topicId)
  }

  #note(delivery: Delivery): void {
    const { topicId, notification } = delivery
    const subscription = this.byId.get(topicId)?.subscriptions.get(notification.subscription)
    this.#schedule.note(delivery)
    if (subscription?.settings.endpoint.kind !== 'http') this.#queueSchedule.note(delivery)
  }
}
