import type { Message } from '../../core/model.ts'
import type { Queue } from '../../core/state.ts'

/** Messages of a queue on both sides: which are the same one, which has only the first side, which only the second. */
export type Matched = {
  readonly pairs: readonly (readonly [from: Message, to: Message])[]
  readonly gone: readonly Message[]
  readonly added: readonly Message[]
}

/** One side of a comparison of two queues. */
export type Side = {
  readonly queue: Queue
  /** Ids that no document gave, so they tell nothing. */
  readonly madeIds: ReadonlySet<string>
  /** What is added to its instants, milliseconds. */
  readonly shiftMs: number
}

/** By what a message is known on its side, and under which of those names the other side may know it. */
type Keys = {
  readonly own: (message: Message, side: Side) => string | undefined
  readonly others: (message: Message, side: Side) => readonly string[]
}

const byId: Keys = {
  own: ({ id }, { madeIds }) => (madeIds.has(id) ? undefined : id),
  others: ({ id }, { madeIds }) => (madeIds.has(id) ? [] : [id]),
}

/**
 * By id where both sides were given one; such messages are two if their ids differ, whatever they hold. The others by
 * body, attributes and group: first those that are alike in everything else too, so that what is left over is what
 * really came or went, then in their order; at last by body and group, as their attributes have changed.
 */
export function matchMessages(from: Side, to: Side): Matched {
  const pairs: (readonly [Message, Message])[] = []
  let gone = messagesOf(from.queue)
  let added = messagesOf(to.queue)
  for (const keys of passes()) {
    if (gone.length === 0 || added.length === 0) break
    const left = pairUp(gone, added, from, to, keys, pairs)
    gone = left.gone
    added = left.added
  }
  return { pairs, gone, added }
}

/** Whether the deduplication id is the made-up id of the message itself: nobody gave one, so it tells nothing. */
export function hasMadeDeduplicationId({ id, extras }: Message, { madeIds }: Side): boolean {
  return extras?.deduplicationId === id && madeIds.has(id)
}

function passes(): readonly Keys[] {
  return [byId, ...[wholeKey, almostWholeKey, contentKey, bodyKey].map(byContent)]
}

function messagesOf({ messages }: Queue): Message[] {
  const found: Message[] = []
  for (let message = messages.oldest; message; message = message.newer) found.push(message)
  return found
}

function byContent(keyOf: (message: Message, side: Side) => string): Keys {
  return {
    own: (message, side) => (side.madeIds.has(message.id) ? 'made' : 'given') + keyOf(message, side),
    others(message, side) {
      const key = keyOf(message, side)
      return side.madeIds.has(message.id) ? [`given${key}`, `made${key}`] : [`made${key}`]
    },
  }
}

function wholeKey(message: Message, side: Side): string {
  const { extras } = message
  return JSON.stringify([
    almostWholeKey(message, side),
    hasMadeDeduplicationId(message, side) ? null : (extras?.deduplicationId ?? null),
  ])
}

/** All but the deduplication id, which one side may not have been given. */
function almostWholeKey(message: Message, { shiftMs }: Side): string {
  const { sentAtMs, visibleAtMs, receiveCount, priority, extras } = message
  return JSON.stringify([
    contentKey(message),
    sentAtMs + shiftMs,
    visibleAtMs + shiftMs,
    receiveCount,
    priority,
    { ...extras, deduplicationId: undefined },
  ])
}

function contentKey({ body, attributes, groupId }: Message): string {
  return JSON.stringify([body, attributes ? inOrderOfNames(attributes) : [], groupId ?? null])
}

function bodyKey({ body, groupId }: Message): string {
  return JSON.stringify([body, groupId ?? null])
}

function inOrderOfNames(attributes: NonNullable<Message['attributes']>): Message['attributes'] {
  if (attributes.length < 2) return attributes
  return attributes.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function pairUp(
  gone: readonly Message[],
  added: readonly Message[],
  from: Side,
  to: Side,
  keys: Keys,
  pairs: (readonly [Message, Message])[],
): { gone: Message[]; added: Message[] } {
  const lines = linesByKey(gone, (message) => keys.own(message, from))
  const paired = new Set<Message>()
  const left = added.filter((message) => {
    const line = keys.others(message, to).map((key) => lines.get(key)).find((found) => found && found.next < found.messages.length) // biome-ignore format: one thought
    if (!line) return true
    const other = line.messages[line.next++]!
    paired.add(other)
    pairs.push([other, message])
    return false
  })
  return { gone: gone.filter((message) => !paired.has(message)), added: left }
}

/** Messages of one key, of which those before `next` are taken. */
type Line = { readonly messages: Message[]; next: number }

function linesByKey(messages: readonly Message[], keyOf: (message: Message) => string | undefined): Map<string, Line> {
  const lines = new Map<string, Line>()
  for (const message of messages) {
    const key = keyOf(message)
    if (key === undefined) continue
    const line = lines.get(key)
    if (line) line.messages.push(message)
    else lines.set(key, { messages: [message], next: 0 })
  }
  return lines
}
