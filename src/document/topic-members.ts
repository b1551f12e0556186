import { eachSetting, nameOn } from '../core/settings/setting.ts'
import { topicSettings } from '../core/settings/topic-settings.ts'
import type { Subscription, Topic, TopicAddress, TopicRecord, TopicSettings } from '../core/topic.ts'
import { instantOf, itemsOf, serialOf, textOf } from './fragments.ts'
import { accountId, regionName } from './hand-written.ts'
import { instant } from './instants.ts'
import {
  type Draft,
  given,
  listText,
  type Member,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  rowsOf,
  schemaOf,
  type Times,
  unless,
} from './members.ts'
import type { DocumentReading } from './reading.ts'
import { wholeBytes, wholeBytesSchema } from './setting-values.ts'
import { readSubscription, subscriptionSchema, subscriptionText } from './subscription-members.ts'
import { list, type Reading, readMembers, serial, text, ValidationError, within } from './values.ts'
import { truth, truthSchema } from './written-values.ts'

/** A topic while it is read. Its references to queues can be resolved only once its own place is known. */
type TopicDraft = Draft<Omit<TopicRecord, 'subscriptions'>> & Draft<TopicAddress> & { subscriptions?: unknown }

const ofSettings = membersOf<TopicSettings, TopicSettings>()

/** The settings of a topic, under the names of MNS. Source: MNS API, SetTopicAttributes. */
const settingMembers: Members<TopicSettings, TopicSettings> = Object.fromEntries(
  eachSetting<typeof topicSettings, readonly [string, Member<TopicSettings, TopicSettings>]>(topicSettings, {
    bytes: (name, row) => [
      nameOn('mns', row)!,
      ofSettings(
        name,
        (value) => wholeBytes(value, row),
        (settings) => given(settings[name], String),
        wholeBytesSchema(row),
      ),
    ],
    flag: (name, row) => [
      nameOn('mns', row)!,
      ofSettings(name, truth, (settings) => given(settings[name], String), { ...truthSchema, description: row.about }),
    ],
  }).values(),
)
const settingRows = rowsOf(settingMembers)
const settingReaders = readersOf(settingMembers)

function settingsText(settings: TopicSettings, times: Times): string | undefined {
  const told = Object.values(settings).some((value) => value !== undefined)
  return told ? objectText(settingRows, settings, times) : undefined
}

function readSettings(value: unknown, reading: Reading): TopicSettings {
  const settings: TopicSettings = {}
  readMembers(settingReaders, settings, value, reading)
  return settings
}

const ofTopic = membersOf<Topic, TopicDraft>()

/** Members of a topic. */
const topicMembers: Members<Topic, TopicDraft> = {
  name: ofTopic('name', text, ({ address }) => JSON.stringify(address.name), textOf('The only required member.')),
  account: ofTopic(
    'account',
    accountId,
    ({ address }) => JSON.stringify(address.account),
    textOf('Account id, 12 to 16 digits; left out: the default.'),
  ),
  region: ofTopic(
    'region',
    regionName,
    ({ address }) => JSON.stringify(address.region),
    textOf('Region, such as "cn-hangzhou"; left out: the default.'),
  ),
  id: ofTopic('id', serial, ({ id }) => `${id}`, serialOf('Number of the command that created it.')),
  created: ofTopic(
    'createdAtMs',
    instant,
    ({ createdAtMs }, times) => times.instant(createdAtMs),
    instantOf('When it was created; left out: now.'),
  ),
  modified: ofTopic(
    'modifiedAtMs',
    instant,
    ({ createdAtMs, modifiedAtMs }, times) => unless(createdAtMs, modifiedAtMs, times.instant),
    instantOf('When its settings last changed; left out: as created.'),
  ),
  attributes: ofTopic('settings', readSettings, ({ settings }, times) => settingsText(settings, times), {
    ...schemaOf(settingMembers),
    description: 'Settings of the topic, by the names of MNS.',
  }),
  subscriptions: ofTopic(
    'subscriptions',
    (value) => value,
    (topic, times) => subscriptionsText(topic, times),
    itemsOf(subscriptionSchema, 'Its subscriptions.'),
  ),
}
const topicRows = rowsOf(topicMembers)
const topicReaders = readersOf(topicMembers)

/** What a topic may be. */
export const topicSchema = schemaOf(topicMembers, 'name')

function subscriptionsText(topic: Topic, times: Times): string | undefined {
  if (topic.subscriptions.size === 0) return undefined
  return listText([...topic.subscriptions.values()].map((subscription) => subscriptionText(subscription, topic, times)))
}

/** JSON text of a topic, on one line. */
export function topicText(topic: Topic, times: Times): string {
  return objectText(topicRows, topic, times)
}

/** Names that MNS allows. Source: MNS API, CreateTopic. */
const nameForm = /^[A-Za-z0-9][A-Za-z0-9-]{0,119}$/

/** A topic under the id that `idOf` gives it. Throws `ValidationError`. */
export function readTopic(
  value: unknown,
  idOf: (named: number | undefined) => number,
  reading: DocumentReading,
): TopicRecord {
  const draft: TopicDraft = {}
  readMembers(topicReaders, draft, value, reading)
  const { defaults } = reading.context
  const { account = defaults.account, region = defaults.region, subscriptions = [] } = draft
  const name = needed(draft.name, 'name')
  if (reading.byHand && !nameForm.test(name)) within('name', notName)
  const address = { account, region, name }
  const createdAtMs = draft.createdAtMs ?? reading.presentMs()
  return {
    id: within('id', () => idOf(draft.id)),
    address,
    settings: draft.settings ?? {},
    subscriptions: within('subscriptions', () => subscriptionsOf(subscriptions, address, createdAtMs, reading)),
    createdAtMs,
    modifiedAtMs: draft.modifiedAtMs ?? createdAtMs,
  }
}

function notName(): never {
  throw new ValidationError('1 to 120 letters, digits and "-" are expected, and no "-" at the start')
}

function subscriptionsOf(
  value: unknown,
  topic: TopicAddress,
  createdAtMs: number,
  reading: DocumentReading,
): Subscription[] {
  const found = new Map<string, Subscription>()
  for (const [index, item] of list(value).entries()) {
    within(index, () => {
      const subscription = readSubscription(item, topic, createdAtMs, reading)
      if (found.has(subscription.name)) throw new ValidationError(`subscription ${subscription.name} already exists`)
      found.set(subscription.name, subscription)
    })
  }
  return [...found.values()]
}
