import type { ListDeadLetterSources, ListQueues, QueuesListed } from '../commands/command.ts'
import type { Queue } from '../model.ts'
import { accept, type Result } from '../refusal.ts'
import { noQueue, queueAt, settle } from '../rules/queues.ts'
import { sameQueue } from '../rules/redrive.ts'
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
function page(turn: Turn, { limit, after }: Page, chosen: (queue: Queue) => boolean): QueuesListed {
  const matching = [...turn.state.queues]
    .filter(([, queue]) => chosen(queue))
    .map(([key, queue]) => ({ position: `${queue.address.name} ${key}`, queue }))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .filter(({ position }) => after === undefined || position > after)
  const queues = matching.slice(0, limit)
  for (const { queue } of queues) settle(turn, queue)
  const last = matching.length > queues.length ? queues.at(-1) : undefined
  return {
    queues: queues.map(({ queue }) => ({ queue, counts: queue.messages.counts })),
    ...(last && { next: last.position }),
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
