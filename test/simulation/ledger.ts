import type { Event, EventKind, EventOf } from '../../src/core/events/event.ts'
import type { MessageRecord, Namespace, QueueAddress, QueueSettings } from '../../src/core/model.ts'
import { deduplicationWindowMs } from '../../src/core/rules/deduplication.ts'
import { queueKey } from '../../src/core/state.ts'

/** What the ledger knows of one message. */
export type BookedMessage = {
  readonly id: string
  readonly sequence: number
  readonly groupId: string | undefined
  readonly sentAtMs: number
  visibleAtMs: number
  receivedAtMs: number
  receiptNumber: number
  receiveCount: number
  /** Number of the command that received it last. */
  receivedBy: number
}

/** What the ledger knows of one queue. Messages are in order of arrival. */
export type BookedQueue = {
  readonly id: number
  readonly key: string
  settings: QueueSettings
  lastSequence: number
  readonly messages: Map<number, BookedMessage>
  /** FIFO queues: messages by group, in order of arrival. */
  readonly groups: Map<string, Set<BookedMessage>>
  readonly sends: Map<string, { readonly id: string; readonly sentAtMs: number }>
}

/** How many messages came and went, and how. */
type Tallies = Record<'accepted' | 'pushed' | 'deleted' | 'expired' | 'purged' | 'goneWithQueue' | 'reset', number>

/** What is told of an event that should not have been. */
export type Report = (rule: string, detail: string) => void

/** When and in which command an event came. */
type Moment = { readonly atMs: number; readonly command: number }

/** Milliseconds that a message is kept when its queue was told nothing. */
const defaultRetentionMs = 345_600_000

/** Books of every message, kept from events alone and in the simplest way, to hold the engine against. */
export class Ledger {
  readonly byKey = new Map<string, BookedQueue>()
  readonly byId = new Map<number, BookedQueue>()
  readonly tallies: Tallies = { accepted: 0, pushed: 0, deleted: 0, expired: 0, purged: 0, goneWithQueue: 0, reset: 0 }
  /** Messages that events say were sent. */
  sent = 0
  /** Queues that changed since this was last emptied. */
  readonly touched = new Set<number>()
  readonly #namespace: Namespace
  readonly #report: Report

  constructor(namespace: Namespace, report: Report) {
    this.#namespace = namespace
    this.#report = report
  }

  queueAt(address: QueueAddress): BookedQueue | undefined {
    return this.byKey.get(queueKey(this.#namespace, address))
  }

  /** Books that say the same. */
  copy(report: Report): Ledger {
    const copy = new Ledger(this.#namespace, report)
    Object.assign(copy.tallies, this.tallies)
    copy.sent = this.sent
    for (const queue of this.byId.values()) {
      const anew = newQueue(queue.id, queue.key, queue.settings, queue.lastSequence)
      for (const message of queue.messages.values()) book(anew, { ...message })
      for (const [key, send] of queue.sends) anew.sends.set(key, send)
      copy.byId.set(queue.id, anew)
      if (this.byKey.get(queue.key) === queue) copy.byKey.set(queue.key, anew)
    }
    return copy
  }

  apply(event: Event, moment: Moment): void {
    if ('queue' in event && typeof event.queue === 'number') this.touched.add(event.queue)
    const row = rows[event.kind] as Row | undefined
    row?.(this, event as never, moment)
  }

  tell(rule: string, detail: string): void {
    this.#report(rule, detail)
  }

  keyOf(address: QueueAddress): string {
    return queueKey(this.#namespace, address)
  }

  /** The message an event is about; told of if it is not there. */
  message(queue: number, sequence: number, doing: string): { queue: BookedQueue; message: BookedMessage } | undefined {
    const booked = this.byId.get(queue)
    const message = booked?.messages.get(sequence)
    if (booked && message) return { queue: booked, message }
    this.tell('a message that is gone does not come back', `${doing} ${queue}/${sequence}`)
    return undefined
  }
}

type Row = (ledger: Ledger, event: never, moment: Moment) => void

const rows: { readonly [K in EventKind]?: (ledger: Ledger, event: EventOf<K>, moment: Moment) => void } = {
  queueCreated(ledger, { queue, address, settings }) {
    const key = ledger.keyOf(address)
    const booked = newQueue(queue, key, settings, 0)
    ledger.byId.set(queue, booked)
    ledger.byKey.set(key, booked)
  },
  queueSettingsChanged(ledger, { queue, settings }) {
    const booked = ledger.byId.get(queue)
    if (!booked) return
    const merged = Object.entries({ ...booked.settings, ...settings }).filter(([, value]) => value !== null)
    booked.settings = Object.fromEntries(merged)
  },
  queueDeleted(ledger, { queue }) {
    const booked = ledger.byId.get(queue)
    if (!booked) return
    ledger.tallies.goneWithQueue += booked.messages.size
    ledger.byId.delete(queue)
    ledger.byKey.delete(booked.key)
  },
  queuePurged(ledger, { queue, throughSequence }) {
    const booked = ledger.byId.get(queue)
    if (!booked) return
    for (const message of [...booked.messages.values()]) {
      if (message.sequence > throughSequence) continue
      unbook(booked, message)
      ledger.tallies.purged += 1
    }
    booked.sends.clear()
  },
  messageSent(ledger, { queue, message, deduplicationKey }, { atMs }) {
    const booked = ledger.byId.get(queue)
    if (!booked) return ledger.tell('a message is sent to a queue that is there', `${queue}`)
    ledger.sent += 1
    arrive(ledger, booked, message)
    if (deduplicationKey === undefined) return
    const earlier = booked.sends.get(deduplicationKey)
    if (earlier && atMs < earlier.sentAtMs + deduplicationWindowMs)
      ledger.tell('a duplicate is not sent', `${booked.key}: ${deduplicationKey}`)
    booked.sends.set(deduplicationKey, { id: message.id, sentAtMs: atMs })
  },
  messageMoved(ledger, { queue, sequence, to, message }) {
    ledger.touched.add(to)
    const found = ledger.message(queue, sequence, 'moved')
    if (found) unbook(found.queue, found.message)
    const target = ledger.byId.get(to)
    if (target) arrive(ledger, target, message)
    else ledger.tell('a message is moved to a queue that is there', `${queue} to ${to}`)
  },
  messageReceived(ledger, event, moment) {
    const found = ledger.message(event.queue, event.sequence, 'received')
    if (!found) return
    checkReceive(ledger, found.queue, found.message, event, moment)
    const { delivery, receiveCount, atMs, visibleAtMs } = event
    Object.assign(found.message, {
      receiptNumber: delivery,
      receiveCount,
      visibleAtMs,
      receivedAtMs: atMs,
      receivedBy: moment.command,
    })
  },
  visibilityChanged(ledger, { queue, sequence, delivery, visibleAtMs }) {
    const found = ledger.message(queue, sequence, 'hidden')
    if (found) Object.assign(found.message, { receiptNumber: delivery, visibleAtMs })
  },
  messageDeleted(ledger, { queue, sequence }) {
    const found = ledger.message(queue, sequence, 'deleted')
    if (!found) return
    unbook(found.queue, found.message)
    ledger.tallies.deleted += 1
  },
  messagesExpired(ledger, { queue, ranges }, { atMs }) {
    for (const [first, last] of ranges) {
      for (let sequence = first; sequence <= last; sequence++) {
        const found = ledger.message(queue, sequence, 'expired')
        if (!found) continue
        if (!isExpired(found.queue, found.message, atMs))
          ledger.tell('a message does not expire early', `${found.queue.key}/${sequence}`)
        unbook(found.queue, found.message)
        ledger.tallies.expired += 1
      }
    }
  },
  stateReset(ledger) {
    for (const { messages } of ledger.byId.values()) ledger.tallies.reset += messages.size
    ledger.byId.clear()
    ledger.byKey.clear()
  },
}

/** Whether the retention of a message is over. */
export function isExpired({ settings }: BookedQueue, { sentAtMs }: BookedMessage, nowMs: number): boolean {
  return sentAtMs + (settings.retentionMs ?? defaultRetentionMs) <= nowMs
}

function checkReceive(
  ledger: Ledger,
  queue: BookedQueue,
  message: BookedMessage,
  event: EventOf<'messageReceived'>,
  { atMs, command }: Moment,
): void {
  const what = `${queue.key}/${message.sequence}`
  if (message.visibleAtMs > atMs) ledger.tell('a hidden message is not received', what)
  if (isExpired(queue, message, atMs)) ledger.tell('an expired message is not received', what)
  if (event.delivery !== message.receiptNumber + 1) ledger.tell('each receive has a receipt of its own', what)
  if (event.receiveCount !== message.receiveCount + 1) ledger.tell('each receive counts once', what)
  for (const older of queue.groups.get(message.groupId ?? '') ?? []) {
    if (older === message) return
    if (older.receivedBy !== command || older.receivedAtMs !== atMs)
      ledger.tell('no group has two owners, and its messages are received in order', `${what} after ${older.sequence}`)
  }
}

function newQueue(id: number, key: string, settings: QueueSettings, lastSequence: number): BookedQueue {
  return { id, key, settings, lastSequence, messages: new Map(), groups: new Map(), sends: new Map() }
}

function arrive(ledger: Ledger, queue: BookedQueue, record: MessageRecord): void {
  if (record.sequence !== queue.lastSequence + 1)
    ledger.tell('sequences rise by one', `${queue.key}: ${record.sequence} after ${queue.lastSequence}`)
  queue.lastSequence = record.sequence
  const { id, sequence, groupId, sentAtMs, visibleAtMs, receiveCount = 0 } = record
  const fresh = { receivedAtMs: 0, receiptNumber: 0, receivedBy: 0 }
  book(queue, { id, sequence, groupId, sentAtMs, visibleAtMs, receiveCount, ...fresh })
}

function book(queue: BookedQueue, message: BookedMessage): void {
  queue.messages.set(message.sequence, message)
  if (!queue.settings.fifo) return
  const group = queue.groups.get(message.groupId ?? '')
  if (group) group.add(message)
  else queue.groups.set(message.groupId ?? '', new Set([message]))
}

function unbook(queue: BookedQueue, message: BookedMessage): void {
  queue.messages.delete(message.sequence)
  const group = queue.groups.get(message.groupId ?? '')
  group?.delete(message)
  if (group?.size === 0) queue.groups.delete(message.groupId ?? '')
}
