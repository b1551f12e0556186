import type { Entry, Event, EventKind, EventOf } from '../core/events/event.ts'
import type { MessageExtras, MessageRecord } from '../core/model.ts'

/** About the most characters of one piece of text; a turn of the loop can hold more than fits into one. */
const pieceLength = 16 * 1024 * 1024

/** Lines of the journal, in pieces of several lines. The first member of a line is its sequence, whatever follows. */
export function entryLines(entries: readonly Entry[]): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const entry of entries) {
    piece += `{"sequence":${entry.sequence},"atMs":${entry.atMs},"events":[${eventsText(entry.events)}]}\n`
    if (piece.length < pieceLength) continue
    pieces.push(piece)
    piece = ''
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}

/** Adds to the first of some lines what only the first one written to a segment says. */
export function markedLines(lines: string, version: number, after: number): string {
  const comma = lines.indexOf(',')
  return `${lines.slice(0, comma)},"version":${version},"after":${after}${lines.slice(comma)}`
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
    `"senderId":${JSON.stringify(senderId)},"sentAtMs":${sentAtMs},"visibleAtMs":${visibleAtMs}`
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
