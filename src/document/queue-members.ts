import type { NamedText, QueueAddress, QueueSettings } from '../core/model.ts'
import { fifoOnlySettings } from '../core/settings/queue-settings.ts'
import type { Queue, QueueRecord } from '../core/state.ts'
import { nameOfSetting, readSettings, settingsSchema, settingsText } from './attributes.ts'
import { type Fragment, flagOf, instantOf, serialOf, textOf } from './fragments.ts'
import { accountId, checkTags, regionName } from './hand-written.ts'
import { instant } from './instants.ts'
import { type Draft, fragmentsOf, type Members, membersOf, needed, readersOf, unless } from './members.ts'
import { namedTexts, namedTextsOf, readNamedTexts } from './named-values.ts'
import type { DocumentReading } from './reading.ts'
import { flag, type Reading, readMembers, serial, text, ValidationError, within } from './values.ts'

/** A queue while it is read. Short names of other queues in its attributes can be resolved only once its own place is known. */
type QueueDraft = Draft<Omit<QueueRecord, 'settings'>> & Draft<QueueAddress> & { attributes?: unknown }

const ofQueue = membersOf<Queue, QueueDraft>()

/** Members of a queue, except its lists, which come last. */
export const queueMembers: Members<Queue, QueueDraft> = {
  name: ofQueue('name', text, (queue) => JSON.stringify(queue.address.name), textOf('The only required member.')),
  account: ofQueue(
    'account',
    accountId,
    (queue) => JSON.stringify(queue.address.account),
    textOf('Account id, 12 to 16 digits; left out: the default.'),
  ),
  region: ofQueue(
    'region',
    regionName,
    (queue) => JSON.stringify(queue.address.region),
    textOf('Region, such as "us-east-1"; left out: the default.'),
  ),
  id: ofQueue('id', serial, (queue) => `${queue.id}`, serialOf('Number of the command that created it.')),
  created: ofQueue(
    'createdAtMs',
    instant,
    (queue, times) => times.instant(queue.createdAtMs),
    instantOf('When it was created; left out: now.'),
  ),
  modified: ofQueue(
    'modifiedAtMs',
    instant,
    (queue, times) => unless(queue.createdAtMs, queue.modifiedAtMs, times.instant),
    instantOf('When its settings last changed; left out: as created.'),
  ),
  purged: ofQueue(
    'purgedAtMs',
    instant,
    (queue, times) => unless(0, queue.purgedAtMs, times.instant),
    instantOf('When it was last purged; left out: never.'),
  ),
  lastSequence: ofQueue(
    'lastSequence',
    serial,
    (queue) => unless(0, queue.lastSequence, String),
    serialOf('Highest sequence of a message; left out: that of the newest one.'),
  ),
  attributes: ofQueue(
    'attributes',
    (value) => value,
    (queue) => settingsText(queue.settings, queue.address),
    settingsSchema,
  ),
  deduplicatesByGroup: ofQueue(
    'deduplicatesByGroup',
    flag,
    (queue) => unless(byGroup(queue.settings), queue.deduplicatesByGroup, String),
    flagOf('Whether a deduplication id counts within its group only; left out: as DeduplicationScope says.'),
  ),
  tags: ofQueue(
    'tags',
    readTags,
    (queue) => (queue.tags.size > 0 ? namedTexts(tagsOf(queue)) : undefined),
    namedTextsOf('Tags by name.'),
  ),
}

/** What reads each member of a queue, by name. */
export const queueReaders = readersOf(queueMembers)

/** Schema of each member of a queue, except its lists. */
export const queueFragments: { readonly [name: string]: Fragment } = fragmentsOf(queueMembers)

/** Names of both clouds. Sources: SQS API Reference, CreateQueue; MNS API, CreateQueue. */
const nameForm = /^[A-Za-z0-9_-]{1,120}(?:\.fifo)?$/

/** A queue without its lists, under the id that `idOf` gives it. Throws `ValidationError`. */
export function readQueue(
  value: unknown,
  idOf: (named: number | undefined) => number,
  reading: DocumentReading,
): QueueRecord {
  const draft: QueueDraft = {}
  readMembers(queueReaders, draft, value, reading)
  const { defaults } = reading.context
  const { name: given, account = defaults.account, region = defaults.region, attributes } = draft
  const name = needed(given, 'name')
  if (reading.byHand && !nameForm.test(name)) within('name', notName)
  const address = { account, region, name }
  const settings = within('attributes', () => settingsOf(attributes, address, reading))
  const createdAtMs = draft.createdAtMs ?? reading.presentMs()
  return {
    id: within('id', () => idOf(draft.id)),
    address,
    settings,
    tags: draft.tags ?? [],
    createdAtMs,
    modifiedAtMs: draft.modifiedAtMs ?? createdAtMs,
    purgedAtMs: draft.purgedAtMs ?? 0,
    lastSequence: draft.lastSequence ?? 0,
    deduplicatesByGroup: draft.deduplicatesByGroup ?? byGroup(settings),
  }
}

function notName(): never {
  throw new ValidationError('1 to 120 letters, digits, "-" and "_" are expected, and ".fifo" after them on FIFO queues')
}

/** A queue whose name says that it is a FIFO queue is one. */
function settingsOf(attributes: unknown, address: QueueAddress, reading: DocumentReading): QueueSettings {
  const settings = attributes === undefined ? {} : readSettings(attributes, address, reading)
  if (!reading.byHand) return settings
  // A key takes the place of the encryption that SQS manages, as when a queue is created with one.
  if (settings.kmsMasterKeyId) settings.managedEncryption ??= false
  if (settings.fifo) return settings
  if (!address.name.endsWith('.fifo')) {
    refuseFifoSettings(attributes, settings)
    return settings
  }
  const said = attributes === undefined ? undefined : nameOfSetting(attributes, 'fifo')
  if (said !== undefined)
    within(said, () => {
      throw new ValidationError('a queue whose name ends in ".fifo" is a FIFO queue')
    })
  return { ...settings, fifo: true }
}

function readTags(value: unknown, reading: Reading): NamedText[] {
  const tags = readNamedTexts(value, reading)
  if (reading.byHand) checkTags(tags)
  return tags
}

/** Source: SQS API Reference, SetQueueAttributes. */
function refuseFifoSettings(attributes: unknown, settings: QueueSettings): void {
  for (const setting of fifoOnlySettings)
    if (settings[setting] !== undefined)
      within(nameOfSetting(attributes, setting) ?? '', () => {
        throw new ValidationError('only FIFO queues have this, and this queue is not one')
      })
}

function byGroup({ deduplicationScope }: QueueSettings): boolean {
  return deduplicationScope === 'messageGroup'
}

function tagsOf(queue: Queue): NamedText[] {
  return [...queue.tags].map(([name, value]) => ({ name, value }))
}
