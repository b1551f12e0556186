/**
 * Rule: A topic is found by account, region and name, or in the shared namespace by its name alone; made again, it must have the same settings.
 * Source: MNS API, CreateTopic.
 */

import type { CreateTopic, ListTopics } from '../commands/topic-command.ts'
import { queueKey, type State } from '../model.ts'
import type { Topic, TopicAddress } from '../topic.ts'

/** The topic at an address. */
export function topicAt(state: State, address: TopicAddress): Topic | undefined {
  return state.topics.byKey.get(queueKey(state.namespace, address))
}

/** Whether a topic differs from the one that is to be made. */
export function differs({ settings }: Topic, { defaults, mustMatch }: CreateTopic): boolean {
  const has = { ...defaults, ...settings }
  return has.maximumMessageBytes !== mustMatch.maximumMessageBytes || has.loggingEnabled !== mustMatch.loggingEnabled
}

/** Whether a list of topics holds this one. */
export function isListed({ namespace }: State, { address }: Topic, { account, region, prefix }: ListTopics): boolean {
  if (!address.name.startsWith(prefix)) return false
  return namespace === 'shared' || (address.account === account && address.region === region)
}
