import type { Done, TagQueue, UntagQueue } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `TagQueue`. */
export function tagQueue(turn: Turn, command: TagQueue): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  if (command.tags.length > 0) turn.emit({ kind: 'queueTagged', queue: queue.id, tags: command.tags })
  return accept({})
}

/** Carries out `UntagQueue`. */
export function untagQueue(turn: Turn, command: UntagQueue): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const names = command.names.filter((name) => queue.tags.has(name))
  if (names.length > 0) turn.emit({ kind: 'queueUntagged', queue: queue.id, names })
  return accept({})
}
