/**
 * Rule: A topic is found by account, region and name, or in the shared namespace by its name alone; made again, it must have the same settings.
 * Source: MNS API, CreateTopic.
 */

import type { CreateTopic, ListTopics } from '../commands/topic-command.ts'
import { namesOf } from '../settings/setting.ts'
import { topicSettings } from '../settings/topic-settings.ts'
import { queueKey, type State } from '../state.ts'
import type { Topic, TopicAddress } from '../topic.ts'

/** The topic at an address. */
export function topicAt(state: State, address: TopicAddress): Topic | undefined {
  return state.topics.byKey.get(queueKey(state.namespace, address))
}

/** Whether a topic has other settings than a CreateTopic asks for. */
export function topicDiffers({ settings }: Topic, { mustMatch, defaults }: CreateTopic): boolean {
  return namesOf(topicSettings).some((name) => (settings[name] ?? defaults[name]) !== mustMatch[name])
}

/** Whether a list of topics holds this one. */
export function isListed({ namespace }: State, { address }: Topic, { account, region, prefix }: ListTopics): boolean {
  if (!address.name.startsWith(prefix)) return false
  return namespace === 'shared' || (address.account === account && address.region === region)
}
