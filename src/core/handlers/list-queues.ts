import type { ListDeadLetterSources, ListQueues, QueuesListed } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import { pageOf } from '../rules/lists.ts'
import { noQueue, queueAt, sameQueue, settle } from '../rules/queues.ts'
import type { Queue } from '../state.ts'
import type { Turn } from '../turn.ts'

/** Carries out `ListQueues`. */
export function listQueues(turn: Turn, command: ListQueues): Result<QueuesListed> {
  return accept(page(turn, command, (queue) => listed(turn, queue, command)))
}

/** Carries out `ListDeadLetterSources`. */
export function listDeadLetterSources(turn: Turn, command: ListDeadLetterSources): Result<QueuesListed> {
  const target = queueAt(turn, command.queue)
  if (!target) return noQueue(turn.state, command.queue)
  return accept(
    page(turn, command, ({ settings: { redrive } }) =>
      redrive ? sameQueue(turn.state, redrive.deadLetterQueue, target.address) : false,
    ),
  )
}

type Page = { readonly limit: number; readonly after?: string }

/** One page of the queues that are chosen, by name. */
function page(turn: Turn, wanted: Page, chosen: (queue: Queue) => boolean): QueuesListed {
  const all = [...turn.state.queues]
    .filter(([, queue]) => chosen(queue))
    .map(([key, queue]) => [`${queue.address.name} ${key}`, queue] as const)
  const { items, next } = pageOf(all, wanted)
  for (const queue of items) settle(turn, queue)
  return {
    queues: items.map((queue) => ({ queue, counts: queue.messages.counts })),
    ...(next !== undefined && { next }),
  }
}

function listed(turn: Turn, queue: Queue, command: ListQueues): boolean {
  const { account, region, name } = queue.address
  if (!name.startsWith(command.prefix)) return false
  if (turn.state.namespace === 'shared') return true
  return (
    (command.account === undefined || account === command.account) &&
    (command.region === undefined || region === command.region)
  )
}
