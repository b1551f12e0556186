import type { Message, Queue } from '../core/model.ts'
import { type Head, headMembers, messageMembers, queueMembers } from './document.ts'
import { layout } from './document-layout.ts'

/** Most lines, and about most characters, that are written at one go; the loop is free between two goes. */
const chunkLines = 256
const chunkLength = 65_536

const headRows = Object.entries(headMembers)
const queueRows = Object.entries(queueMembers)
const messageRows = Object.entries(messageMembers)

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
  yield chunk
}

function* documentLines(head: Head): Generator<string> {
  const { state } = head.snapshot
  /* Taken now: a queue made later is in the journal, and one deleted later must be here for its deletion to be replayed. */
  const queues = [...state.queues.values()]
  yield `${layout.start}\n${membersText(headRows, head, layout.member)}${layout.queues}`
  let comma = ''
  for (const queue of queues) {
    const { lastSequence } = queue
    yield `${comma}\n${layout.queue}\n${membersText(queueRows, queue, layout.queueMember)}${layout.messages}`
    if (state.queuesById.get(queue.id) === queue) yield* messageLines(queue, lastSequence)
    yield `\n${layout.messagesEnd}\n${layout.queueEnd}`
    comma = ','
  }
  yield `\n${layout.queuesEnd}\n${layout.end}\n`
}

function* messageLines(queue: Queue, lastSequence: number): Generator<string> {
  const { account } = queue.address
  let comma = ''
  for (let message = queue.messages.oldest; message && message.sequence <= lastSequence; message = message.newer) {
    if (message.place === 'gone') continue
    yield `${comma}\n${layout.message}${messageText(message, account)}`
    comma = ','
  }
}

function messageText(message: Message, account: string): string {
  const held = { message, account }
  let text = ''
  for (const [name, member] of messageRows) {
    const value = member.write(held)
    if (value !== undefined) text += `${text === '' ? '{ ' : ', '}"${name}": ${value}`
  }
  return `${text} }`
}

function membersText<S>(
  rows: readonly (readonly [name: string, member: { readonly write: (source: S) => string | undefined }])[],
  source: S,
  beginning: string,
): string {
  let text = ''
  for (const [name, member] of rows) {
    const value = member.write(source)
    if (value !== undefined) text += `${beginning}${name}": ${value},\n`
  }
  return text
}
