import type { State } from '../core/model.ts'
import type { MoveTask } from '../core/move-task.ts'
import { accountText, type NamedAccount, readAccount } from './account-members.ts'
import { type Draft, instantJson, listText, type Members, membersOf, objectText, readersOf, unless } from './members.ts'
import { moveTaskText, readMoveTask } from './move-task-members.ts'
import { count, instant, listOf, Misfit, readMembers, text } from './values.ts'

/** What the document holds: a state, and where the journal goes on from it. */
export type Snapshot = {
  readonly state: State
  /**
   * Sequence of the first entry that must be applied to the state. The state may hold some of what later entries did,
   * since entries are added while it is written; applying them again does no harm.
   */
  readonly journalFrom: number
}

/** The document but for its queues, topics and deliveries, as it is written. */
export type Head = { readonly snapshot: Snapshot; readonly savedAtMs: number }

/** The document as it is read. */
export type HeadDraft = {
  schema?: string
  version?: number
  savedAtMs?: number
  sequence?: number
  origin?: number
  changedAtMs?: number
  journalFrom?: number
  deleted?: readonly DeletedQueue[]
  moveTasks?: readonly MoveTask[]
  accounts?: readonly NamedAccount[]
}

/** `queue` is a key of `State.queues`. */
type DeletedQueue = { readonly queue: string; readonly atMs: number }

const ofHead = membersOf<Head, HeadDraft>()

/** Members of the document but for `queues`, `topics` and `deliveries`, which stand last, in this order. */
export const headMembers: Members<Head, HeadDraft> = {
  $schema: ofHead('schema', text, () => '"urn:twinmq:snapshot:1"'),
  twinmq: ofHead('version', version, () => '1'),
  savedAt: ofHead('savedAtMs', instant, (head) => instantJson(head.savedAtMs)),
  sequence: ofHead('sequence', count, ({ snapshot }) => `${snapshot.state.sequence}`),
  origin: ofHead('origin', count, ({ snapshot }) => unless(0, snapshot.state.origin, String)),
  changedAt: ofHead('changedAtMs', instant, ({ snapshot }) => unless(0, snapshot.state.changedAtMs, instantJson)),
  journalFrom: ofHead('journalFrom', count, ({ snapshot }) => `${snapshot.journalFrom}`),
  deletedQueues: ofHead('deleted', readDeletedQueues, ({ snapshot }) => deletedText(snapshot.state)),
  moveTasks: ofHead('moveTasks', readMoveTasks, ({ snapshot }) => moveTasksText(snapshot.state)),
  accounts: ofHead('accounts', readAccounts, ({ snapshot }) => accountsText(snapshot.state)),
}

function version(value: unknown): number {
  if (value !== 1) throw new Misfit('version 1 is expected; this file may come from a newer twinmq')
  return 1
}

const ofDeleted = membersOf<DeletedQueue, Draft<DeletedQueue>>()
const deletedMembers: Members<DeletedQueue, Draft<DeletedQueue>> = {
  queue: ofDeleted('queue', text, ({ queue }) => JSON.stringify(queue)),
  at: ofDeleted('atMs', instant, ({ atMs }) => instantJson(atMs)),
}
const deletedRows = Object.entries(deletedMembers)
const deletedReaders = readersOf(deletedMembers)

/** A list: its order is that of deletion, which an object would not keep for every name. */
function deletedText({ deletedAtMs }: State): string | undefined {
  if (deletedAtMs.size === 0) return undefined
  return listText([...deletedAtMs].map(([queue, atMs]) => objectText(deletedRows, { queue, atMs })))
}

function readDeletedQueues(value: unknown): DeletedQueue[] {
  return listOf(value, (item) => {
    const draft: Draft<DeletedQueue> = {}
    readMembers(deletedReaders, draft, item)
    return { queue: text(draft.queue), atMs: count(draft.atMs) }
  })
}

function moveTasksText({ moveTasks }: State): string | undefined {
  return moveTasks.size === 0 ? undefined : listText([...moveTasks.values()].map(moveTaskText))
}

function readMoveTasks(value: unknown): MoveTask[] {
  return listOf(value, readMoveTask)
}

function accountsText({ topics }: State): string | undefined {
  if (topics.accounts.size === 0) return undefined
  return listText([...topics.accounts].map(([account, settings]) => accountText({ account, ...settings })))
}

function readAccounts(value: unknown): NamedAccount[] {
  return listOf(value, readAccount)
}
