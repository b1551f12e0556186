import type { QueueAddress } from '../../core/model.ts'
import type { Queue, State } from '../../core/state.ts'
import { settingsText } from '../attributes.ts'
import {
  type Change,
  differencesOf,
  type JsonMembers,
  jsonMembers,
  kindOf,
  type Pair,
  pairsOf,
  presentMembers,
} from './change.ts'
import { type Moments, messageChanges, sentLaterMs } from './compare-messages.ts'
import { topicChanges } from './compare-topics.ts'
import type { Side } from './match-messages.ts'

/** One side of a comparison. */
export type Compared = {
  readonly state: State
  /** Ids of messages that no document gave, so they tell nothing. */
  readonly madeIds: ReadonlySet<string>
  /** When it was saved, epoch milliseconds; absent: it does not say, as one that people wrote. */
  readonly savedAtMs?: number | undefined
  /** Some of its times were relative, so a load moves them. */
  readonly timesMoved?: boolean
}

/** What leads from one state to another. */
type Comparison = {
  readonly changes: readonly Change[]
  /** For which it is told, on the time of the second; epoch milliseconds. */
  readonly nowMs: number
}

/**
 * What leads from one state to another: changes, then what was added, then what is gone. States of messages are told
 * for the later of the instants at which both were saved, so what time alone did is no change; `nowMs`: for two that
 * do not say it. Relative times move with each load, so times that lie as far apart as most do are then alike.
 */
export function compareStates(from: Compared, to: Compared, nowMs: number): Comparison {
  const queues = pairsOf(from.state.queues, to.state.queues)
  const shiftMs = commonShiftMs(from, to, queues)
  const sides = (queue: Queue, other: Queue) => sidesOf(queue, other, from, to, shiftMs)
  const moments = momentsOf(from, to, shiftMs, nowMs)
  const changes = [
    ...withMoves(queues.flatMap((pair) => queueChange(pair, sides, moments))),
    ...topicChanges(from.state, to.state, shiftMs),
  ]
  const ordered = ['changed', 'added', 'gone'].flatMap((kind) => changes.filter((change) => change.kind === kind))
  return { changes: ordered, nowMs: moments.nowMs }
}

function momentsOf(from: Compared, to: Compared, shiftMs: number, nowMs: number): Moments {
  const fromMs = from.savedAtMs === undefined ? undefined : from.savedAtMs + shiftMs
  const known = [fromMs, to.savedAtMs].filter((instantMs) => instantMs !== undefined)
  return { nowMs: known.length > 0 ? Math.max(...known) : nowMs, fromMs, toMs: to.savedAtMs }
}

function sidesOf(before: Queue, after: Queue, from: Compared, to: Compared, shiftMs: number): readonly [Side, Side] {
  return [
    { queue: before, madeIds: from.madeIds, shiftMs },
    { queue: after, madeIds: to.madeIds, shiftMs: 0 },
  ]
}

/** What to add to the times of the first, milliseconds: the most frequent distance, and rather none. */
function commonShiftMs(from: Compared, to: Compared, queues: readonly Pair<Queue>[]): number {
  const saved = from.savedAtMs !== undefined || to.savedAtMs !== undefined
  if (!saved || !(from.timesMoved || to.timesMoved)) return 0
  const counts = new Map([[0, 0]])
  for (const { from: before, to: after } of queues) {
    if (!before || !after) continue
    for (const laterMs of sentLaterMs(...sidesOf(before, after, from, to, 0)))
      counts.set(laterMs, (counts.get(laterMs) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? 0
}

function queueChange(
  pair: Pair<Queue>,
  sides: (before: Queue, after: Queue) => readonly [Side, Side],
  moments: Moments,
): Change[] {
  const { from: before, to: after } = pair
  if (!before || !after) {
    const queue = after ?? before!
    const facts = { messages: queue.messages.size }
    return [{ kind: kindOf(pair), thing: 'queue', ...placeOf(queue.address), facts }]
  }
  const differences = differencesOf(queueMembers(before), queueMembers(after))
  const parts = messageChanges(...sides(before, after), moments)
  if (differences.length === 0 && parts.length === 0) return []
  return [{ kind: 'changed', thing: 'queue', ...placeOf(after.address), differences, parts }]
}

function placeOf({ name, account, region }: QueueAddress) {
  return { name, account, region }
}

/** What a queue was told. Its number and when it was made are nothing to compare. */
function queueMembers({ settings, address, tags }: Queue): JsonMembers {
  return {
    ...jsonMembers(settingsText(settings, address)),
    ...Object.fromEntries([...tags].map(([name, value]) => [`tag ${name}`, value])),
  }
}

/** A message that is gone from one queue and was added to another says so in both. */
function withMoves(queues: readonly Change[]): Change[] {
  const [goneFrom, addedTo] = [queuesByMessage(queues, 'gone'), queuesByMessage(queues, 'added')]
  const moved = (part: Change): Change => {
    const id = String(part.facts?.id)
    const movedTo = part.kind === 'gone' ? addedTo.get(id) : undefined
    const movedFrom = part.kind === 'added' ? goneFrom.get(id) : undefined
    return { ...part, facts: presentMembers({ ...part.facts, movedTo, movedFrom }) }
  }
  return queues.map((queue) =>
    queue.parts ? { ...queue, parts: queue.parts.map((part) => (part.facts ? moved(part) : part)) } : queue,
  )
}

/** Names of queues, by the ids of their messages of that kind. */
function queuesByMessage(queues: readonly Change[], kind: Change['kind']): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { name, parts = [] } of queues)
    for (const part of parts)
      if (part.kind === kind && part.facts?.id !== undefined) found.set(String(part.facts.id), name)
  return found
}
