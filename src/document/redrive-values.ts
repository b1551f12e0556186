import type { QueueAddress, Redrive, RedriveAllow } from '../core/model.ts'
import { eitherOf, type Fragment, itemsOf, objectOf, textOf, wordOf } from './fragments.ts'
import { type Draft, listText } from './members.ts'
import { readArn, readReference, referenceSchema, referenceText } from './queue-references.ts'
import { listOf, oneOf, type ReadInto, type Reading, readMembers, ValidationError } from './values.ts'
import { asGiven, truth, truthSchema, wholeNumber, wholeNumberSchema } from './written-values.ts'

/** A redrive while it is read; the members of its names are those of either cloud. */
type RedriveDraft = Draft<Redrive> & { off?: boolean }

/** JSON text of a redrive. */
export function redriveText({ deadLetterQueue, maxReceives }: Redrive, owner: QueueAddress): string {
  return `{ "deadLetterQueue": ${referenceText(deadLetterQueue, owner)}, "maxReceiveCount": ${maxReceives} }`
}

/** The redrive of the queue at `owner`, as an object or its JSON text; undefined: it is switched off. Throws `ValidationError`. */
export function readRedrive(value: unknown, owner: QueueAddress, reading: Reading): Redrive | undefined {
  const target = (queue: unknown): QueueAddress => readReference(queue, owner, reading)
  const readers = new Map<string, ReadInto<RedriveDraft>>([
    ['deadLetterQueue', once('deadLetterQueue', target)],
    ['deadLetterTargetArn', once('deadLetterQueue', readArn)],
    ['DeadLetterTargetQueue', once('deadLetterQueue', target)],
    ['maxReceiveCount', once('maxReceives', receives)],
    ['MaxReceiveCount', once('maxReceives', receives)],
    ['Enabled', once('off', (enabled) => !truth(enabled))],
  ])
  const draft: RedriveDraft = {}
  readMembers(readers, draft, asGiven(value), reading)
  const { deadLetterQueue, maxReceives } = draft
  if (draft.off) return undefined
  if (deadLetterQueue === undefined || maxReceives === undefined)
    throw new ValidationError('members "deadLetterQueue" and "maxReceiveCount" are expected')
  return { deadLetterQueue, maxReceives }
}

const receivesLow = 1
const receivesHigh = 1_000
const receivesSchema = wholeNumberSchema(receivesLow, receivesHigh)

/** What a redrive may be. */
export function redriveSchema(description: string): Fragment {
  return eitherOf(description, redriveObject, { type: 'string' })
}

const redriveObject = objectOf(
  {
    deadLetterQueue: referenceSchema,
    deadLetterTargetArn: textOf('ARN of the dead-letter queue, as SQS has it.'),
    DeadLetterTargetQueue: referenceSchema,
    maxReceiveCount: { ...receivesSchema, description: 'Receives after which a message is moved.' },
    MaxReceiveCount: { ...receivesSchema, description: 'As maxReceiveCount, under the name of MNS.' },
    Enabled: { ...truthSchema, description: 'False: there is no redrive. A name of MNS.' },
  },
  [],
)

/** JSON text of which queues may name this one as their dead-letter queue. */
export function redriveAllowText({ permission, sources }: RedriveAllow, owner: QueueAddress): string {
  const names = listText(sources.map((source) => referenceText(source, owner)))
  return `{ "redrivePermission": "${permission}"${sources.length > 0 ? `, "sourceQueues": ${names}` : ''} }`
}

/** As an object or its JSON text. Throws `ValidationError`. */
export function readRedriveAllow(value: unknown, owner: QueueAddress, reading: Reading): RedriveAllow {
  const queues = (names: unknown) => sources(names, (name) => readReference(name, owner, reading))
  const readers = new Map<string, ReadInto<Draft<RedriveAllow>>>([
    ['redrivePermission', once('permission', (word) => oneOf(word, ...permissions))],
    ['sourceQueues', once('sources', queues)],
    ['sourceQueueArns', once('sources', (arns) => sources(arns, readArn))],
  ])
  const draft: Draft<RedriveAllow> = {}
  readMembers(readers, draft, asGiven(value), reading)
  if (draft.permission === undefined) throw new ValidationError('a member "redrivePermission" is expected')
  return { permission: draft.permission, sources: draft.sources ?? [] }
}

const permissions = ['allowAll', 'denyAll', 'byQueue'] as const
const mostSources = 10

function sources(value: unknown, read: (item: unknown) => QueueAddress): QueueAddress[] {
  const queues = listOf(value, read)
  if (queues.length > mostSources) throw new ValidationError(`at most ${mostSources} queues are expected`)
  return queues
}

/** What a redrive permission may be. */
export function redriveAllowSchema(description: string): Fragment {
  return eitherOf(description, redriveAllowObject, { type: 'string' })
}

const redriveAllowObject = objectOf(
  {
    redrivePermission: wordOf(permissions, 'Without this attribute: allowAll.'),
    sourceQueues: { ...itemsOf(referenceSchema, 'With byQueue: the queues.'), maxItems: mostSources },
    sourceQueueArns: {
      ...itemsOf({ type: 'string' }, 'With byQueue: the ARNs of the queues, as SQS has them.'),
      maxItems: mostSources,
    },
  },
  ['redrivePermission'],
)

/** Source: SQS API Reference, SetQueueAttributes, RedrivePolicy. */
function receives(value: unknown): number {
  return wholeNumber(value, receivesLow, receivesHigh)
}

/** A reader of what may be said by several names, but once. */
function once<D, K extends keyof D>(place: K, decode: (value: unknown) => D[K]): ReadInto<D> {
  return (draft, value) => {
    if (draft[place] !== undefined) throw new ValidationError('another name already sets this')
    draft[place] = decode(value)
  }
}
