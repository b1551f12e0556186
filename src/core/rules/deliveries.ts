/**
 * Rule: A published message is in a subscribed queue at once; a delivery that fails, or goes over HTTP, is tried by the strategy of its subscription for a day.
 * Source: MNS, push to a queue; MNS, topic limits.
 */

import { randomId } from '../random.ts'
import { type Queue, queueKey } from '../state.ts'
import type { Delivery, DeliveryEnd, Endpoint, Notification, Subscription } from '../topic.ts'
import type { Turn } from '../turn.ts'
import { delayOf } from './delay.ts'
import { fallbackGroupId, groupOnFifoQueue } from './fallback-group.ts'
import { retryWaitMs } from './notify-strategy.ts'
import { settle } from './queues.ts'
import { usualMaximumBytes } from './subscriptions.ts'

/** How long a topic keeps a message that is not delivered, milliseconds. */
const topicRetentionMs = 86_400_000

/** Deliveries to queues that one turn tries, so that other work goes on in between. */
const triesATurn = 1_000

/** Delivers a notification: into a queue of this process at once, over HTTP as work that is due. */
export function deliver(turn: Turn, topicId: number, subscription: Subscription, notification: Notification): void {
  const { endpoint } = subscription.settings
  if (endpoint.kind === 'unsupported') return
  if (endpoint.kind === 'queue' && pushToQueue(turn, endpoint, subscription, notification)) return
  const id = `${notification.messageId}/${subscription.name}`
  const attempts = endpoint.kind === 'queue' ? 1 : 0
  const waitMs = attempts === 0 ? 0 : retryWaitMs(subscription.settings.strategy, attempts, turn.random)
  if (waitMs === undefined) return
  const delivery: Delivery = { id, topicId, notification, attempts, nextAtMs: turn.nowMs + waitMs }
  turn.emit({ kind: 'deliveryScheduled', topic: topicId, delivery })
}

/** Tries the deliveries to queues that are due, and ends those that are too old. The broker makes those over HTTP. */
export function stepDeliveries(turn: Turn): void {
  const { topics } = turn.state
  for (const delivery of topics.deliveries.values()) {
    // They are in order of publishing.
    if (delivery.notification.publishedAtMs + topicRetentionMs > turn.nowMs) break
    endDelivery(turn, delivery, 'expired')
  }
  for (let tries = 0; tries < triesATurn; tries++) {
    const first = topics.nextQueueDelivery
    if (first === undefined || first.nextAtMs > turn.nowMs) return
    tryQueue(turn, first)
  }
}

/** Has a delivery tried again after a failed try, or ends it. */
export function deferOrEnd(turn: Turn, delivery: Delivery, subscription: Subscription): number | undefined {
  const attempts = delivery.attempts + 1
  const waitMs = retryWaitMs(subscription.settings.strategy, attempts, turn.random)
  const nextAtMs = waitMs === undefined ? undefined : turn.nowMs + waitMs
  const lastMs = delivery.notification.publishedAtMs + topicRetentionMs
  if (nextAtMs === undefined || nextAtMs >= lastMs) {
    endDelivery(turn, delivery, nextAtMs === undefined ? 'givenUp' : 'expired')
    return undefined
  }
  turn.emit({ kind: 'deliveryDeferred', topic: delivery.topicId, delivery: delivery.id, attempts, nextAtMs })
  return nextAtMs
}

/** Ends a delivery. */
export function endDelivery(turn: Turn, delivery: Delivery, end: DeliveryEnd): void {
  turn.emit({ kind: 'deliveryEnded', topic: delivery.topicId, delivery: delivery.id, end })
}

/** The subscription of a delivery; undefined: it has ended. */
export function subscriptionOf(turn: Turn, delivery: Delivery): Subscription | undefined {
  return turn.state.topics.byId.get(delivery.topicId)?.subscriptions.get(delivery.notification.subscription)
}

function tryQueue(turn: Turn, delivery: Delivery): void {
  const subscription = subscriptionOf(turn, delivery)
  if (subscription?.settings.endpoint.kind !== 'queue') endDelivery(turn, delivery, 'unsubscribed')
  else if (pushToQueue(turn, subscription.settings.endpoint, subscription, delivery.notification))
    endDelivery(turn, delivery, 'delivered')
  else deferOrEnd(turn, delivery, subscription)
}

type QueueEndpoint = Extract<Endpoint, { kind: 'queue' }>

/** Puts a notification into its queue; false: the queue does not exist, or the message is too large for it. */
function pushToQueue(
  turn: Turn,
  endpoint: QueueEndpoint,
  subscription: Subscription,
  notification: Notification,
): boolean {
  const queue = turn.state.queues.get(queueKey(turn.state.namespace, endpoint.queue))
  if (!queue) return false
  const body = turn.rules.notificationBody(notification, subscription.settings.format)
  if (Buffer.byteLength(body) > (queue.settings.maximumMessageBytes ?? usualMaximumBytes)) return false
  settle(turn, queue)
  send(turn, queue, notification, body)
  return true
}

function send(turn: Turn, queue: Queue, notification: Notification, body: string): void {
  const { attributes, systemProperties, groupId, senderId } = notification
  const id = randomId(turn.random)
  const properties = systemProperties === undefined ? {} : { systemProperties }
  const extras = queue.settings.fifo ? { ...properties, deduplicationId: id } : systemProperties && properties
  turn.emit({
    kind: 'messageSent',
    queue: queue.id,
    message: {
      id,
      sequence: queue.lastSequence + 1,
      body,
      senderId,
      attributes,
      groupId: queue.settings.fifo ? groupOnFifoQueue(groupId, fallbackGroupId) : groupId,
      extras,
      sentAtMs: turn.nowMs,
      visibleAtMs: turn.nowMs + delayOf(queue),
    },
  })
}
