import type { MessagesPeeked, PeekMessages } from '../commands/command.ts'
import type { Message } from '../model.ts'
import { accept, type Result } from '../refusal.ts'
import { groupLocks } from '../rules/group-locks.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import { retentionOf } from '../rules/retention.ts'
import type { Queue } from '../state.ts'
import type { Turn } from '../turn.ts'

/** Carries out `PeekMessages`. */
export function peekMessages(turn: Turn, command: PeekMessages): Result<MessagesPeeked> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const { limit, which } = command
  const found = which === 'ready' ? queue.messages.peekReady(limit) : following(queue, command.afterSequence, limit + 1)
  const more = which === 'all' && found.length > limit
  return accept({
    description: { queue, counts: queue.messages.counts },
    messages: shown(queue, found.slice(0, limit), which),
    ...(turn.rules.retention && { expiresAfterMs: retentionOf(queue) }),
    ...(more && { next: found[limit - 1]!.sequence }),
  })
}

function shown(
  { messages }: Queue,
  found: readonly Message[],
  which: PeekMessages['which'],
): MessagesPeeked['messages'] {
  const lockOf = which === 'all' ? groupLocks() : () => undefined
  return found.map((message) => {
    const state = messages.stateOf(message)
    const lockedBy = state === 'ready' ? lockOf(message) : undefined
    return { message, state, ...(lockedBy && { lockedBy }) }
  })
}

function following(queue: Queue, afterSequence: number | undefined, limit: number): Message[] {
  const found: Message[] = []
  let message = afterSequence === undefined ? queue.messages.oldest : firstAfter(queue, afterSequence)
  for (; message && found.length < limit; message = message.newer) found.push(message)
  return found
}

function firstAfter(queue: Queue, sequence: number): Message | undefined {
  const known = queue.messages.find(sequence)
  if (known) return known.newer
  let message = queue.messages.oldest
  while (message && message.sequence <= sequence) message = message.newer
  return message
}
