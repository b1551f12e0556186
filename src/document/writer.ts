import { deduplicationWindowMs } from '../core/rules/deduplication.ts'
import { receiveAttemptWindowMs } from '../core/rules/receive-attempt.ts'
import type { Queue, State } from '../core/state.ts'
import { deliveryText } from './delivery-members.ts'
import { type Head, headMembers } from './document.ts'
import { layout } from './layout.ts'
import { type MemberRows, rowsOf, type Times, timesOf } from './members.ts'
import { messageText } from './message-members.ts'
import { queueMembers } from './queue-members.ts'
import { receiveAttemptText, recentSendText } from './recent-members.ts'
import { topicText } from './topic-members.ts'

/** Most lines, and about most characters, that are written at one go; the loop is free between two goes. */
const chunkLines = 256
const chunkLength = 65_536

const headRows = rowsOf(headMembers)
const queueRows = rowsOf(queueMembers)

/**
 * Text of the document in chunks: valid JSON, a message a line. Work may go on between two chunks; what it changes is
 * in the journal from `journalFrom` on, and may be in the document or not. Messages are walked by their links, which
 * still lead on from one that was removed meanwhile; those that arrive meanwhile are left to the journal.
 */
export function* documentChunks(head: Head): Generator<string> {
  let chunk = ''
  let lines = 0
  for (const line of documentLines(head)) {
    chunk += line
    lines += 1
    if (lines < chunkLines && chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
    lines = 0
  }
  if (head.digest) {
    yield `${chunk},\n`
    chunk = `${layout.digest}"${head.digest()}"`
  }
  yield `${chunk}\n${layout.end}\n`
}

function* documentLines(head: Head): Generator<string> {
  const { state } = head.snapshot
  const times = timesOf(head.times ?? 'absolute', head.savedAtMs)
  /* Taken now: a queue made later is in the journal, and one deleted later must be here for its deletion to be replayed. */
  const queues = [...state.queues.values()]
  const topics = [...state.topics.byId.values()]
  const deliveries = [...state.topics.deliveries.values()]
  yield `${layout.start}\n${membersText(headRows, head, layout.member, times)}${layout.queues}`
  let comma = ''
  for (const queue of queues) {
    yield `${comma}\n${layout.queue}\n`
    yield* queueLines(queue, state, times)
    yield `\n${layout.queueEnd}`
    comma = ','
  }
  yield `\n${layout.queuesEnd}`
  yield* outerListLines(layout.topics, topics, (topic) => topicText(topic, times))
  yield* outerListLines(layout.deliveries, deliveries, (delivery) => deliveryText(delivery, times))
}

/**
 * What a queue gets while it is written is left to the journal, so that there is an end: messages by their sequence, the
 * other lists by how many they were. One that is replaced goes to the end of its list, and is in the journal as well.
 */
function* queueLines(queue: Queue, state: State, times: Times): Generator<string> {
  const { lastSequence, recentSends, receiveAttempts } = queue
  const counts = { sends: recentSends.size, attempts: receiveAttempts.size }
  yield membersText(queueRows, queue, layout.queueMember, times)
  if (state.queuesById.get(queue.id) === queue) {
    const sends = firstFew(
      recentSends,
      counts.sends,
      ({ sentAtMs }) => sentAtMs > state.changedAtMs - deduplicationWindowMs,
    )
    yield* listLines(layout.recentSends, sends, (key, send) => recentSendText(key, send, times))
    const attempts = firstFew(
      receiveAttempts,
      counts.attempts,
      ({ atMs }) => atMs > state.changedAtMs - receiveAttemptWindowMs,
    )
    yield* listLines(layout.receiveAttempts, attempts, (id, attempt) => receiveAttemptText(id, attempt, times))
  }
  yield layout.messages
  if (state.queuesById.get(queue.id) === queue) yield* messageLines(queue, lastSequence, times)
  yield `\n${layout.listEnd}`
}

function* firstFew<T>(
  entries: ReadonlyMap<string, T>,
  limit: number,
  matters: (entry: T) => boolean,
): Generator<readonly [string, T]> {
  let seen = 0
  for (const entry of entries) {
    seen += 1
    if (seen > limit) return
    if (matters(entry[1])) yield entry
  }
}

/** A list is left out if it is empty. */
function* listLines<T>(
  start: string,
  entries: Iterable<readonly [string, T]>,
  write: (key: string, entry: T) => string,
): Generator<string> {
  let before = start
  for (const [key, entry] of entries) {
    yield `${before}\n${layout.item}${write(key, entry)}`
    before = ','
  }
  if (before === ',') yield `\n${layout.listEnd},\n`
}

function* messageLines(queue: Queue, lastSequence: number, times: Times): Generator<string> {
  let comma = ''
  for (let message = queue.messages.oldest; message && message.sequence <= lastSequence; message = message.newer) {
    if (message.place === 'gone') continue
    yield `${comma}\n${layout.item}${messageText(message, queue, times)}`
    comma = ','
  }
}

/** A list that follows the queues; left out if it is empty. */
function* outerListLines<T>(start: string, items: readonly T[], write: (item: T) => string): Generator<string> {
  let before = `,\n${start}`
  for (const item of items) {
    yield `${before}\n${layout.partItem}${write(item)}`
    before = ','
  }
  if (before === ',') yield `\n${layout.partEnd}`
}

function membersText<S>(rows: MemberRows<S>, source: S, beginning: string, times: Times): string {
  let text = ''
  for (const [name, write] of rows) {
    const value = write(source, times)
    if (value !== undefined) text += `${beginning}${name}": ${value},\n`
  }
  return text
}
