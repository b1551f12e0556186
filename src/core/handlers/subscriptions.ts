import type { Done } from '../commands/command.ts'
import type {
  DeliverySettled,
  GetAccount,
  GetSubscription,
  ListSubscriptions,
  SetAccount,
  SetSubscriptionSettings,
  SettleDelivery,
  Subscribe,
  Subscribed,
  SubscriptionDescription,
  SubscriptionsListed,
  Unsubscribe,
} from '../commands/topic-command.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { deferOrEnd, endDelivery, subscriptionOf } from '../rules/deliveries.ts'
import { pageOf } from '../rules/lists.ts'
import { sameSubscription, settingsMeant, sizeProblem } from '../rules/subscriptions.ts'
import { topicAt } from '../rules/topics.ts'
import type { AccountSettings } from '../topic.ts'
import type { Turn } from '../turn.ts'

/** Carries out `Subscribe`. */
export function subscribe(turn: Turn, command: Subscribe): Result<Subscribed> {
  const topic = topicAt(turn.state, command.topic)
  if (!topic) return refuse({ kind: 'topicNotFound' })
  const existing = topic.subscriptions.get(command.subscription)
  if (existing) {
    if (!sameSubscription(existing.settings, command.settings)) return refuse({ kind: 'subscriptionAlreadyExists' })
    return accept({ topic, subscription: existing, created: false })
  }
  const settings = settingsMeant(turn.state, command)
  const problem = sizeProblem(turn.state, topic, settings, command.defaultMaximumBytes)
  if (problem) return refuse(problem)
  const { subscription: name, subscriber } = command
  const subscription = { name, subscriber, settings, createdAtMs: turn.nowMs, modifiedAtMs: turn.nowMs }
  turn.emit({ kind: 'subscribed', topic: topic.id, subscription })
  return accept({ topic, subscription: topic.subscriptions.get(name)!, created: true })
}

/** Carries out `GetSubscription`. */
export function getSubscription(turn: Turn, command: GetSubscription): Result<SubscriptionDescription> {
  const topic = topicAt(turn.state, command.topic)
  if (!topic) return refuse({ kind: 'topicNotFound' })
  const subscription = topic.subscriptions.get(command.subscription)
  return subscription ? accept({ topic, subscription }) : refuse({ kind: 'subscriptionNotFound' })
}

/** Carries out `SetSubscriptionSettings`. */
export function setSubscriptionSettings(turn: Turn, command: SetSubscriptionSettings): Result<Done> {
  const found = getSubscription(turn, { ...command, kind: 'getSubscription' })
  if (!found.ok) return found
  const { topic, subscription } = found.value
  const { strategy = subscription.settings.strategy, filterTag = subscription.settings.filterTag } = command
  turn.emit({
    kind: 'subscriptionChanged',
    topic: topic.id,
    subscription: subscription.name,
    settings: { ...subscription.settings, strategy, filterTag },
    atMs: turn.nowMs,
  })
  return accept({})
}

/** Carries out `Unsubscribe`. */
export function unsubscribe(turn: Turn, command: Unsubscribe): Result<Done> {
  const found = getSubscription(turn, { ...command, kind: 'getSubscription' })
  if (!found.ok) return found
  const { topic, subscription } = found.value
  turn.emit({ kind: 'unsubscribed', topic: topic.id, subscription: subscription.name })
  return accept({})
}

/** Carries out `ListSubscriptions`. */
export function listSubscriptions(turn: Turn, command: ListSubscriptions): Result<SubscriptionsListed> {
  const topic = topicAt(turn.state, command.topic)
  if (!topic) return refuse({ kind: 'topicNotFound' })
  const all = [...topic.subscriptions].filter(([name]) => name.startsWith(command.prefix))
  const { items, next } = pageOf(all, command)
  return accept({ topic, subscriptions: items, next })
}

/** Carries out `SettleDelivery`. */
export function settleDelivery(turn: Turn, command: SettleDelivery): Result<DeliverySettled> {
  const delivery = turn.state.topics.deliveries.get(command.delivery)
  if (!delivery || delivery.attempts !== command.attempt - 1) return accept({})
  const subscription = subscriptionOf(turn, delivery)
  if (command.delivered || !subscription) {
    endDelivery(turn, delivery, command.delivered ? 'delivered' : 'unsubscribed')
    return accept({})
  }
  return accept({ nextAtMs: deferOrEnd(turn, delivery, subscription) })
}

/** Carries out `SetAccount`. */
export function setAccount(turn: Turn, command: SetAccount): Result<Done> {
  const settings = { ...turn.state.topics.accounts.get(command.account), ...command.settings }
  turn.emit({ kind: 'accountChanged', account: command.account, settings })
  return accept({})
}

/** Carries out `GetAccount`. */
export function getAccount(turn: Turn, command: GetAccount): Result<AccountSettings> {
  return accept(turn.state.topics.accounts.get(command.account) ?? {})
}
