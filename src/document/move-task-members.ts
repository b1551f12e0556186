import type { MoveTask } from '../core/move-task.ts'
import { amountOf, countOf, idOf, instantOf, serialOf, wordOf } from './fragments.ts'
import { instant, latestMs } from './instants.ts'
import {
  type Draft,
  given,
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
import { addressSchema, addressText, readAddress } from './queue-references.ts'
import {
  amount,
  count,
  messageId,
  oneOf,
  type Reading,
  readMembers,
  serial,
  ValidationError,
  within,
} from './values.ts'

type TaskDraft = Draft<MoveTask>

const statuses = ['running', 'completed', 'cancelled', 'failed'] as const
const failures = ['queueNotFound', 'sourceUnknown'] as const

/** Source: SQS API Reference, StartMessageMoveTask. */
const lowestRate = 1
const highestRate = 500

const ofTask = membersOf<MoveTask, TaskDraft>()

/** Members of a move task. */
const taskMembers: Members<MoveTask, TaskDraft> = {
  id: ofTask('id', messageId, ({ id }) => JSON.stringify(id), idOf('Its handle.')),
  source: ofTask('source', readAddress, ({ source }) => addressText(source), addressSchema),
  sourceId: ofTask('sourceId', serial, ({ sourceId }) => `${sourceId}`, serialOf('Id of the source: it ends with it.')),
  destination: ofTask('destination', readAddress, ({ destination }) => given(destination, addressText), {
    ...addressSchema,
    description: 'Left out: each message goes back to the queue it came from.',
  }),
  ratePerSecond: ofTask(
    'ratePerSecond',
    rate,
    ({ ratePerSecond }) => given(ratePerSecond, String),
    countOf('Messages a second; left out: as fast as possible.', lowestRate, highestRate),
  ),
  started: ofTask(
    'startedAtMs',
    instant,
    ({ startedAtMs }, times) => times.instant(startedAtMs),
    instantOf('When it started.'),
  ),
  toMove: ofTask('toMove', amount, ({ toMove }) => `${toMove}`, amountOf('Messages in the source when it started.')),
  moved: ofTask('moved', amount, ({ moved }) => unless(0, moved, String), amountOf('Messages moved so far.')),
  status: ofTask(
    'status',
    (value) => oneOf(value, ...statuses),
    ({ status }) => JSON.stringify(status),
    wordOf(statuses, 'Its status.'),
  ),
  failure: ofTask(
    'failure',
    (value) => oneOf(value, ...failures),
    ({ failure }) => given(failure, JSON.stringify),
    wordOf(failures, 'Why it failed.'),
  ),
  next: ofTask(
    'nextAtMs',
    instant,
    ({ startedAtMs, nextAtMs }, times) => unless(startedAtMs, nextAtMs, times.instant),
    instantOf('When the next message is due; left out: at its start.'),
  ),
}

const taskRows = rowsOf(taskMembers)
const taskReaders = readersOf(taskMembers)

/** What a move task may be. */
export const moveTaskSchema = schemaOf(taskMembers, 'id', 'source', 'sourceId', 'started', 'status')

/** JSON text of a move task, on one line. */
export function moveTaskText(task: MoveTask, times: Times): string {
  return objectText(taskRows, task, times)
}

/** Throws `ValidationError`. */
export function readMoveTask(value: unknown, reading: Reading): MoveTask {
  const draft: TaskDraft = {}
  readMembers(taskReaders, draft, value, reading)
  const startedAtMs = needed(draft.startedAtMs, 'started')
  if (draft.status === 'running') within('moved', () => checkPace(startedAtMs, draft.moved, draft.ratePerSecond))
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

function rate(value: unknown): number {
  const read = count(value)
  if (read < lowestRate || read > highestRate)
    throw new ValidationError(`a number from ${lowestRate} to ${highestRate} is expected`)
  return read
}

/** Steps keep their distance from the start, so the number of those taken says when the next one is due. */
function checkPace(startedAtMs: number, moved = 0, ratePerSecond = Number.POSITIVE_INFINITY): void {
  if (startedAtMs + (moved * 1_000) / ratePerSecond > latestMs - roomMs)
    throw new ValidationError('fewer are expected: at this rate the next message would be moved after the year 2200')
}

/** A year, for what comes after. */
const roomMs = 31_536_000_000
