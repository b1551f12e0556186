import type { MoveTask } from '../core/move-task.ts'
import type { State } from '../core/state.ts'
import { accountSchema, accountText, type NamedAccount, readAccount } from './account-members.ts'
import { type Fragment, instantOf, itemsOf, serialOf, textOf } from './fragments.ts'
import { instant, pastInstant } from './instants.ts'
import {
  type Draft,
  instantJson,
  listText,
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
import { moveTaskSchema, moveTaskText, readMoveTask } from './move-task-members.ts'
import { listOf, type Reading, readMembers, serial, text, ValidationError } from './values.ts'

/** What the document holds: a state, and where the journal goes on from it. */
export type Snapshot = {
  readonly state: State
  /**
   * Sequence of the first entry that must be applied to the state. The state may hold some of what later entries did,
   * since entries are added while it is written; applying them again does no harm.
   */
  readonly journalFrom: number
}

/** The document as it is written, without its queues, topics and deliveries. */
export type Head = {
  readonly snapshot: Snapshot
  readonly savedAtMs: number
  /** How instants are written; absent: as they are. */
  readonly times?: 'absolute' | 'relative'
  /** It is a copy without a journal, so it omits `journalFrom`. */
  readonly copy?: true
  /** Present for a data file, which is sealed: the SHA-256 of all bytes of the chunks so far, as hexadecimal digits. Called once, at the end. */
  readonly digest?: () => string
}

/** The document as it is read. */
export type HeadDraft = {
  schema?: string
  version?: number
  savedAtMs?: number
  sealed?: boolean
  sequence?: number
  origin?: number
  starts?: number
  changedAtMs?: number
  journalFrom?: number
  deleted?: readonly DeletedQueue[]
  moveTasks?: readonly MoveTask[]
  accounts?: readonly NamedAccount[]
}

/** `queue` is a key of `State.queues`. */
type DeletedQueue = { readonly queue: string; readonly atMs: number }

const ofDeleted = membersOf<DeletedQueue, Draft<DeletedQueue>>()
const deletedMembers: Members<DeletedQueue, Draft<DeletedQueue>> = {
  queue: ofDeleted('queue', text, ({ queue }) => JSON.stringify(queue), textOf('Account, region and name: "a/r/n".')),
  at: ofDeleted('atMs', instant, ({ atMs }, times) => times.instant(atMs), instantOf('When it was deleted.')),
}
const deletedRows = rowsOf(deletedMembers)
const deletedReaders = readersOf(deletedMembers)

const versionSchema: Fragment = { const: 1, description: 'Version of this format; left out: 1.' }
const savedAtSchema = instantOf('Present in what twinmq wrote: when it was.')
const sealedSchema: Fragment = { const: true, description: 'Present in a data file, which has a digest at its end.' }
const changedAtSchema = instantOf('When the state last changed.')

const ofHead = membersOf<Head, HeadDraft>()

/** Members of the document, except `queues`, `topics`, `deliveries` and `digest`, which come last in this order. */
export const headMembers: Members<Head, HeadDraft> = {
  $schema: ofHead('schema', text, () => '"urn:twinmq:snapshot:1"', textOf('Any text, such as a path to this schema.')),
  twinmq: ofHead('version', version, () => '1', versionSchema),
  /** The one instant that is never written relative to itself. */
  savedAt: ofHead('savedAtMs', instant, (head) => instantJson(head.savedAtMs), savedAtSchema),
  sealed: ofHead('sealed', sealed, ({ digest }) => (digest ? 'true' : undefined), sealedSchema),
  sequence: ofHead(
    'sequence',
    serial,
    ({ snapshot }) => `${snapshot.state.sequence}`,
    serialOf('Number of the last command.'),
  ),
  origin: ofHead(
    'origin',
    serial,
    ({ snapshot }) => unless(0, snapshot.state.origin, String),
    serialOf('Number of the command from which those for ids are counted.'),
  ),
  starts: ofHead(
    'starts',
    serial,
    ({ snapshot }) => unless(0, snapshot.state.starts, String),
    serialOf('How often a run with a seed took this state up; ids of requests go by it.'),
  ),
  changedAt: ofHead(
    'changedAtMs',
    (value, reading) => pastInstant(value, reading, 'the state cannot have changed yet'),
    ({ snapshot }, times) => unless(0, snapshot.state.changedAtMs, times.instant),
    changedAtSchema,
  ),
  journalFrom: ofHead(
    'journalFrom',
    serial,
    ({ snapshot, copy }) => (copy ? undefined : `${snapshot.journalFrom}`),
    serialOf('Where the journal beside this file goes on.'),
  ),
  deletedQueues: ofHead(
    'deleted',
    (value, reading) => listOf(value, (item) => readDeleted(item, reading)),
    ({ snapshot }, times) => deletedText(snapshot.state, times),
    itemsOf(schemaOf(deletedMembers, 'queue', 'at'), 'Names of queues that were deleted a short while ago.'),
  ),
  moveTasks: ofHead(
    'moveTasks',
    (value, reading) => listOf(value, (item) => readMoveTask(item, reading)),
    ({ snapshot }, times) => moveTasksText(snapshot.state, times),
    itemsOf(moveTaskSchema, 'Tasks that move messages out of dead-letter queues.'),
  ),
  accounts: ofHead(
    'accounts',
    (value, reading) => listOf(value, (item) => readAccount(item, reading)),
    ({ snapshot }, times) => accountsText(snapshot.state, times),
    itemsOf(accountSchema, 'What accounts of MNS were told.'),
  ),
}

/** What a data file says of itself, and nothing else does. Throws `ValidationError`. */
function sealed(value: unknown): boolean {
  if (value === true) return true
  throw new ValidationError('true is expected, or no such member')
}

/** The digest at the end of a data file. */
export const digestSchema: Fragment = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: 'Last member of a data file: SHA-256 of all bytes before its line.',
}

/** Throws `ValidationError`. */
export function digest(value: unknown): string {
  const said = text(value)
  if (!/^[0-9a-f]{64}$/.test(said)) throw new ValidationError('64 lower-case hexadecimal digits are expected')
  return said
}

/** The version of a document. Throws `ValidationError` for another than ours. */
export function version(value: unknown): number {
  if (value === 1) return 1
  const newer = typeof value === 'number' && value > 1
  throw new ValidationError(
    newer ? `version 1 is expected; version ${value} comes from a newer twinmq` : 'version 1 is expected',
  )
}

/** A list: its order is that of deletion, which an object would not keep for every name. */
function deletedText({ deletedAtMs }: State, times: Times): string | undefined {
  if (deletedAtMs.size === 0) return undefined
  return listText([...deletedAtMs].map(([queue, atMs]) => objectText(deletedRows, { queue, atMs }, times)))
}

function readDeleted(value: unknown, reading: Reading): DeletedQueue {
  const draft: Draft<DeletedQueue> = {}
  readMembers(deletedReaders, draft, value, reading)
  return { queue: needed(draft.queue, 'queue'), atMs: needed(draft.atMs, 'at') }
}

function moveTasksText({ moveTasks }: State, times: Times): string | undefined {
  return moveTasks.size === 0 ? undefined : listText([...moveTasks.values()].map((task) => moveTaskText(task, times)))
}

function accountsText({ topics }: State, times: Times): string | undefined {
  if (topics.accounts.size === 0) return undefined
  return listText([...topics.accounts].map(([account, settings]) => accountText({ account, ...settings }, times)))
}
