import type { Entry, Event, EventKind, EventOf } from '../core/events/event.ts'
import type { MessageExtras, MessageRecord } from '../core/model.ts'

/**
 * Versions of the lines of a journal. Those of version 2 end in a checksum; each segment that this program begins or goes on
 * with says so in the first line that it writes there.
 */
export const lineVersions = { plain: 1, sealed: 2 } as const

/** The line of each entry, which lacks its end: see `sealLines`. Its first member is its sequence, whatever follows. */
export function entryLines(entries: readonly Entry[]): string[] {
  return entries.map(
    ({ sequence, atMs, events }) => `${lineStart(sequence)},"atMs":${atMs},"events":[${eventsText(events)}]`,
  )
}

/** How the line of that entry begins. */
export function lineStart(sequence: number): string {
  return `{"sequence":${sequence}`
}

/** Adds to a line what only the first one written to a segment says. */
export function markedLine(line: string, after: number): string {
  const comma = line.indexOf(',')
  return `${line.slice(0, comma)},"version":${lineVersions.sealed},"after":${after}${line.slice(comma)}`
}

function eventsText(events: readonly Event[]): string {
  if (events.length === 1) return eventText(events[0]!)
  return events.map(eventText).join(',')
}

function eventText(event: Event): string {
  const write = frequent[event.kind]
  return write === undefined ? JSON.stringify(event) : write(event as never)
}

/** Events of the everyday calls, written several times faster than by JSON.stringify, which is left with the text of users. */
const frequent: { readonly [K in EventKind]?: (event: EventOf<K>) => string } = {
  messageSent: (event) =>
    `{"kind":"messageSent","queue":${event.queue},"message":${messageText(event.message)}${keyText(event)}}`,
  messageMoved: (event) =>
    `{"kind":"messageMoved","queue":${event.queue},"sequence":${event.sequence},"to":${event.to},` +
    `"message":${messageText(event.message)}}`,
  messageReceived: (event) =>
    `{"kind":"messageReceived","queue":${event.queue},"sequence":${event.sequence},"delivery":${event.delivery},` +
    `"receiveCount":${event.receiveCount},"atMs":${event.atMs},"firstReceivedAtMs":${event.firstReceivedAtMs},` +
    `"visibleAtMs":${event.visibleAtMs}}`,
  visibilityChanged: (event) =>
    `{"kind":"visibilityChanged","queue":${event.queue},"sequence":${event.sequence},"delivery":${event.delivery},` +
    `"visibleAtMs":${event.visibleAtMs}}`,
  messageDeleted: (event) => `{"kind":"messageDeleted","queue":${event.queue},"sequence":${event.sequence}}`,
}

function keyText({ deduplicationKey }: EventOf<'messageSent'>): string {
  return deduplicationKey === undefined ? '' : `,"deduplicationKey":${JSON.stringify(deduplicationKey)}`
}

function messageText(message: MessageRecord): string {
  const { id, sequence, body, senderId, attributes, groupId, extras, priority, sentAtMs, visibleAtMs } = message
  const { receivedAtMs, firstReceivedAtMs, receiveCount, delivery } = message
  let text =
    `{"id":"${id}","sequence":${sequence},"body":${JSON.stringify(body)},` +
    `"senderId":${senderText(senderId)},"sentAtMs":${sentAtMs},"visibleAtMs":${visibleAtMs}`
  if (attributes !== undefined) text += `,"attributes":${JSON.stringify(attributes)}`
  if (groupId !== undefined) text += `,"groupId":${JSON.stringify(groupId)}`
  if (extras !== undefined) text += `,"extras":${extrasText(extras)}`
  if (priority !== undefined) text += `,"priority":${priority}`
  if (receivedAtMs !== undefined) text += `,"receivedAtMs":${receivedAtMs}`
  if (firstReceivedAtMs !== undefined) text += `,"firstReceivedAtMs":${firstReceivedAtMs}`
  if (receiveCount !== undefined) text += `,"receiveCount":${receiveCount}`
  if (delivery !== undefined) text += `,"delivery":${delivery}`
  return `${text}}`
}

let lastSender = ''
let lastSenderText = '""'

/** One sender after the other is the same account. */
function senderText(senderId: string): string {
  if (senderId === lastSender) return lastSenderText
  lastSender = senderId
  lastSenderText = JSON.stringify(senderId)
  return lastSenderText
}

/** Every message of a FIFO queue has a deduplication id, and most have nothing else. */
function extrasText(extras: MessageExtras): string {
  const { traceHeader, systemProperties, deduplicationId, deadLetterSource, receivesElsewhere } = extras
  const alone =
    traceHeader === undefined &&
    systemProperties === undefined &&
    deadLetterSource === undefined &&
    receivesElsewhere === undefined
  if (!alone || deduplicationId === undefined) return JSON.stringify(extras)
  return `{"deduplicationId":${JSON.stringify(deduplicationId)}}`
}
