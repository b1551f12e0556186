import type { Message } from '../../core/model.ts'
import type { Change } from './change.ts'
import type { Matched, Side } from './match-messages.ts'

type Matches = Matched['pairs']

/**
 * Message groups of a FIFO queue whose messages stand in another order, of those that both sides have; none of a
 * standard queue, whose order is not kept. Told from the first to the last message that stands elsewhere. Source: SQS
 * Developer Guide, FIFO delivery logic.
 */
export function orderChanges(pairs: Matches, from: Side, to: Side): Change[] {
  if (!from.queue.settings.fifo || !to.queue.settings.fifo) return []
  return [...pairsByGroup(pairs)].flatMap(([groupId, ofGroup]) => orderChange(groupId, ofGroup, from, to))
}

function pairsByGroup(pairs: Matches): ReadonlyMap<string, Matches[number][]> {
  const groups = new Map<string, Matches[number][]>()
  for (const pair of pairs) {
    const [{ groupId }, after] = pair
    if (groupId === undefined || groupId !== after.groupId) continue
    const group = groups.get(groupId)
    if (group) group.push(pair)
    else groups.set(groupId, [pair])
  }
  return groups
}

function orderChange(groupId: string, pairs: Matches, from: Side, to: Side): Change[] {
  const before = pairs.toSorted(([a], [b]) => a.sequence - b.sequence)
  const after = pairs.toSorted(([, a], [, b]) => a.sequence - b.sequence)
  const first = before.findIndex((pair, index) => pair !== after[index])
  if (first < 0) return []
  const end = before.findLastIndex((pair, index) => pair !== after[index]) + 1
  for (const nameOf of [bodyOf, contentOf, idOf]) {
    const named = (some: Matches) => some.slice(first, end).map((pair) => nameOf(pair, from, to))
    const [was, is] = [named(before), named(after)]
    if (was.every((name, index) => name === is[index])) continue
    return [{ kind: 'changed', thing: 'group', name: groupId, differences: [{ name: 'order', from: was, to: is }] }]
  }
  return []
}

type Naming = (pair: Matches[number], from: Side, to: Side) => string

const bodyOf: Naming = ([, { body }]) => body

/** For messages of one body. */
const contentOf: Naming = ([, { body, attributes = [] }]) => [body, ...attributes.map(attributeText)].join(' ')

/** For messages that are alike in what was sent; those that were given no id are one as good as the other. */
const idOf: Naming = ([before, after], from, to) => {
  if (!to.madeIds.has(after.id)) return after.id
  return from.madeIds.has(before.id) ? after.body : before.id
}

function attributeText({ name, value }: NonNullable<Message['attributes']>[number]): string {
  return `${name}=${value}`
}
