import type { MoveTask } from '../core/move-task.ts'
import {
  type Draft,
  given,
  instantJson,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  unless,
} from './members.ts'
import { addressText, readAddress } from './queue-references.ts'
import { count, instant, messageId, oneOf, readMembers } from './values.ts'

type TaskDraft = Draft<MoveTask>

const ofTask = membersOf<MoveTask, TaskDraft>()

/** Members of a move task. */
const taskMembers: Members<MoveTask, TaskDraft> = {
  id: ofTask('id', messageId, ({ id }) => JSON.stringify(id)),
  source: ofTask('source', readAddress, ({ source }) => addressText(source)),
  sourceId: ofTask('sourceId', count, ({ sourceId }) => `${sourceId}`),
  /** Absent: each message goes back to the queue it came from. */
  destination: ofTask('destination', readAddress, ({ destination }) => given(destination, addressText)),
  /** Absent: as fast as possible. */
  ratePerSecond: ofTask('ratePerSecond', count, ({ ratePerSecond }) => given(ratePerSecond, String)),
  started: ofTask('startedAtMs', instant, ({ startedAtMs }) => instantJson(startedAtMs)),
  toMove: ofTask('toMove', count, ({ toMove }) => `${toMove}`),
  moved: ofTask('moved', count, ({ moved }) => unless(0, moved, String)),
  status: ofTask(
    'status',
    (value) => oneOf(value, 'running', 'completed', 'cancelled', 'failed'),
    ({ status }) => JSON.stringify(status),
  ),
  failure: ofTask(
    'failure',
    (value) => oneOf(value, 'queueNotFound', 'sourceUnknown'),
    ({ failure }) => given(failure, JSON.stringify),
  ),
  /** Absent: at its start. */
  next: ofTask('nextAtMs', instant, ({ startedAtMs, nextAtMs }) => unless(startedAtMs, nextAtMs, instantJson)),
}

const taskRows = Object.entries(taskMembers)
const taskReaders = readersOf(taskMembers)

/** JSON text of a move task, on one line. */
export function moveTaskText(task: MoveTask): string {
  return objectText(taskRows, task)
}

/** Throws `Misfit`. */
export function readMoveTask(value: unknown): MoveTask {
  const draft: TaskDraft = {}
  readMembers(taskReaders, draft, value)
  const startedAtMs = needed(draft.startedAtMs, 'started')
  return {
    id: needed(draft.id, 'id'),
    source: needed(draft.source, 'source'),
    sourceId: needed(draft.sourceId, 'sourceId'),
    destination: draft.destination,
    ratePerSecond: draft.ratePerSecond,
    startedAtMs,
    toMove: draft.toMove ?? 0,
    moved: draft.moved ?? 0,
    status: needed(draft.status, 'status'),
    nextAtMs: draft.nextAtMs ?? startedAtMs,
    failure: draft.failure,
  }
}
