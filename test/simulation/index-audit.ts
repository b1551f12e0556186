import type { Message } from '../../src/core/model.ts'
import type { Queue, State } from '../../src/core/state.ts'
import type { BookedMessage, BookedQueue, Ledger, Report } from './ledger.ts'

/** A queue of up to this many messages is looked at whole after each step that touches it. */
const smallQueue = 12

/** Holds a queue against the books: how many there are, and if it is small or `whole`, each of them and all indexes. */
export function auditQueue(queue: Queue, booked: BookedQueue, whole: boolean, report: Report): void {
  const { size } = queue.messages
  if (size !== booked.messages.size)
    report('a queue holds what was put in and not taken out', `${booked.key}: ${size}, not ${booked.messages.size}`)
  else if (whole || size <= smallQueue) auditMessages(queue, booked, report)
}

function auditMessages(queue: Queue, booked: BookedQueue, report: Report): void {
  const { messages } = queue
  const told = (rule: string, message: Message) => report(rule, `${booked.key}/${message.sequence}`)
  const counts = { ready: 0, delayed: 0, inFlight: 0 }
  const ready = new Set<Message>()
  let nextVisibleAtMs: number | undefined
  let earliestMs: number | undefined
  let older: Message | undefined
  for (let message = messages.oldest; message; message = message.newer) {
    if (messages.find(message.sequence) !== message) told('a message is found by its sequence', message)
    if (message.older !== older) told('messages stand in order of arrival', message)
    if (!agrees(message, booked.messages.get(message.sequence))) told('a message is as its events say', message)
    const state = messages.stateOf(message)
    counts[state] += 1
    if (message.place === 'gone') told('a message is in one state', message)
    if (state === 'ready') ready.add(message)
    else if (nextVisibleAtMs === undefined || message.visibleAtMs < nextVisibleAtMs)
      nextVisibleAtMs = message.visibleAtMs
    if (earliestMs === undefined || message.sentAtMs < earliestMs) earliestMs = message.sentAtMs
    older = message
  }
  const same = (rule: string, a: unknown, b: unknown) =>
    JSON.stringify(a) === JSON.stringify(b) || report(rule, `${booked.key}: ${JSON.stringify(a)}, ${JSON.stringify(b)}`)
  same('counts equal contents', messages.counts, counts)
  same('the next hidden message is known', messages.nextVisibleAtMs, nextVisibleAtMs)
  same('the earliest message is known', messages.earliest?.sentAtMs, earliestMs)
  auditReady(queue, booked, ready, report)
}

function auditReady(queue: Queue, booked: BookedQueue, ready: ReadonlySet<Message>, report: Report): void {
  const served = queue.messages.peekReady(ready.size + 1)
  const distinct = new Set(served)
  const expected = queue.settings.fifo ? [...ready].filter((message) => isFree(message, booked)) : [...ready]
  if (
    distinct.size === served.length &&
    served.length === expected.length &&
    expected.every((each) => distinct.has(each))
  )
    return
  const sequences = (messages: Iterable<Message>) => [...messages].map(({ sequence }) => sequence).join()
  report('what is ready is served once', `${booked.key}: ${sequences(served)} of ${sequences(expected)}`)
}

/** Whether no earlier message of its group is hidden. */
function isFree(message: Message, booked: BookedQueue): boolean {
  for (let older = message.groupOlder; older; older = older.groupOlder) if (older.place === 'hidden') return false
  const group = [...(booked.groups.get(message.groupId ?? '') ?? [])].map(({ sequence }) => sequence)
  return group.includes(message.sequence)
}

function agrees(message: Message, booked: BookedMessage | undefined): boolean {
  return (
    booked !== undefined &&
    message.id === booked.id &&
    message.visibleAtMs === booked.visibleAtMs &&
    message.receivedAtMs === booked.receivedAtMs &&
    message.receiptNumber === booked.receiptNumber &&
    message.receiveCount === booked.receiveCount
  )
}

/** Nothing is made or lost over the whole state. Messages are counted one by one, as their times have them. */
export function auditWhole(state: State, ledger: Ledger, nowMs: number, report: Report): void {
  const found = { ready: 0, delayed: 0, inFlight: 0 }
  for (const queue of state.queuesById.values()) {
    const booked = ledger.byId.get(queue.id)
    if (booked) auditQueue(queue, booked, true, report)
    else report('a queue that was deleted is gone', `${queue.address.name}`)
    for (let message = queue.messages.oldest; message; message = message.newer) {
      const hidden = message.visibleAtMs > nowMs
      found[hidden ? (message.receivedAtMs > 0 ? 'inFlight' : 'delayed') : 'ready'] += 1
    }
  }
  if (state.queuesById.size !== ledger.byId.size)
    report('a queue that was made is there', `${state.queuesById.size}, not ${ledger.byId.size}`)
  const { accepted, pushed, ...gone } = ledger.tallies
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)
  if (accepted + pushed !== sum(found) + sum(gone))
    report('nothing is made or lost', JSON.stringify({ accepted, pushed, ...found, ...gone }))
}
