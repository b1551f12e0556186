import type { MoveTask } from '../../core/move-task.ts'
import type { State } from '../../core/state.ts'
import type { Delivery, Topic } from '../../core/topic.ts'
import { accountText } from '../account-members.ts'
import { timesOf } from '../members.ts'
import { topicText } from '../topic-members.ts'
import {
  type Change,
  differencesOf,
  isObject,
  isoText,
  type Json,
  type JsonMembers,
  jsonMembers,
  kindOf,
  type Pair,
  pairsOf,
  presentMembers,
} from './change.ts'

/** What two states do not have in common in their topics, in the settings of accounts, and in what is under way. `shiftMs`: what is added to times of the first. */
export function topicChanges(from: State, to: State, shiftMs: number): Change[] {
  return [
    ...pairsOf(from.topics.byKey, to.topics.byKey).flatMap(topicChange),
    ...pairsOf(accountsOf(from), accountsOf(to)).flatMap(accountChange),
    ...pairsOf(deliveriesOf(from), deliveriesOf(to)).flatMap((pair) => deliveryChange(pair, shiftMs)),
    ...pairsOf(from.moveTasks, to.moveTasks).flatMap(taskChange),
  ]
}

const times = timesOf('absolute', 0)

/** Members of the document that are nothing to compare. */
const passedOver = ['id', 'name', 'account', 'region', 'created', 'modified', 'subscriptions']

function topicChange(pair: Pair<Topic>): Change[] {
  const { from, to } = pair
  const { name, account, region } = (to ?? from!).address
  const kind = kindOf(pair)
  if (kind !== 'changed') {
    const facts = { subscriptions: (to ?? from!).subscriptions.size }
    return [{ kind, thing: 'topic', name, account, region, facts }]
  }
  const [before, after] = [documentOf(from), documentOf(to)]
  const differences = differencesOf(compared(before), compared(after))
  const parts = pairsOf(subscriptionsOf(before), subscriptionsOf(after)).flatMap(subscriptionChange)
  if (differences.length === 0 && parts.length === 0) return []
  return [{ kind, thing: 'topic', name, account, region, differences, parts }]
}

function documentOf(topic: Topic | undefined): JsonMembers {
  return jsonMembers(topic && topicText(topic, times))
}

/** Attributes stand beside the other members, under the names of MNS. */
function compared(members: JsonMembers): JsonMembers {
  const { attributes, ...others } = members
  const kept = Object.entries({ ...others, ...objectOf(attributes) }).filter(([name]) => !passedOver.includes(name))
  return Object.fromEntries(kept)
}

function subscriptionsOf({ subscriptions = [] }: JsonMembers): Map<string, JsonMembers> {
  const items = Array.isArray(subscriptions) ? subscriptions.map(objectOf) : []
  return new Map(items.map((item) => [String(item.name), item]))
}

function subscriptionChange(pair: Pair<JsonMembers>): Change[] {
  const { from, to } = pair
  const name = String((to ?? from!).name)
  const kind = kindOf(pair)
  if (kind !== 'changed') return [{ kind, thing: 'subscription', name, facts: compared(to ?? from!) }]
  const differences = differencesOf(compared(from!), compared(to!))
  return differences.length === 0 ? [] : [{ kind, thing: 'subscription', name, differences }]
}

function objectOf(value: Json | undefined): JsonMembers {
  return isObject(value) ? value : {}
}

function accountsOf({ topics }: State): Map<string, JsonMembers> {
  return new Map(
    [...topics.accounts].map(([account, settings]) => [
      account,
      jsonMembers(accountText({ account, ...settings }, times)),
    ]),
  )
}

function accountChange({ from, to }: Pair<JsonMembers>): Change[] {
  const name = String((to ?? from!).account)
  const differences = differencesOf({ account: name, ...from }, { account: name, ...to })
  return differences.length === 0 ? [] : [{ kind: 'changed', thing: 'account', name, differences }]
}

/** By message and subscription; several of one text follow each other. Ids of topics are nothing to go by. */
function deliveriesOf({ topics }: State): Map<string, Delivery> {
  return new Map(
    [...topics.deliveries.values()].map((delivery) => {
      const { topic, subscription, messageId } = delivery.notification
      return [JSON.stringify([topic, subscription, messageId]), delivery]
    }),
  )
}

function deliveryChange(pair: Pair<Delivery>, shiftMs: number): Change[] {
  const { from, to } = pair
  const { body, topic, subscription, messageId } = (to ?? from!).notification
  const kind = kindOf(pair)
  const facts = { id: messageId, topic: topic.name, subscription }
  if (kind !== 'changed')
    return [
      { kind, thing: 'delivery', name: body, facts: { ...facts, ...(to ? triesOf(to, 0) : triesOf(from!, shiftMs)) } },
    ]
  const differences = differencesOf(triesOf(from!, shiftMs), triesOf(to!, 0))
  return differences.length === 0 ? [] : [{ kind, thing: 'delivery', name: body, facts, differences }]
}

function triesOf({ attempts, nextAtMs }: Delivery, shiftMs: number): JsonMembers {
  return { tries: attempts, next: isoText(nextAtMs + shiftMs) }
}

function taskChange(pair: Pair<MoveTask>): Change[] {
  const { from, to } = pair
  const { source, destination } = to ?? from!
  const kind = kindOf(pair)
  const facts = presentMembers({ source: source.name, destination: destination?.name })
  const named = { thing: 'moveTask', name: source.name } as const
  if (kind !== 'changed') return [{ kind, ...named, facts: { ...facts, ...progressOf(to ?? from!) } }]
  const differences = differencesOf(progressOf(from!), progressOf(to!))
  return differences.length === 0 ? [] : [{ kind, ...named, facts, differences }]
}

function progressOf({ status, moved, toMove, ratePerSecond, failure }: MoveTask): JsonMembers {
  return presentMembers({ status, moved, toMove, ratePerSecond, failure })
}
