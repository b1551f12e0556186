import type { ListQueues, QueuesListed } from '../command.ts'
import type { Queue } from '../model.ts'
import { accept, type Result } from '../refusal.ts'
import { settle } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'

/** Carries out `ListQueues`. */
export function listQueues(turn: Turn, command: ListQueues): Result<QueuesListed> {
  const after = command.after
  const matching = [...turn.state.queues]
    .filter(([, queue]) => listed(turn, queue, command))
    .map(([key, queue]) => ({ position: `${queue.address.name} ${key}`, queue }))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .filter(({ position }) => after === undefined || position > after)
  const page = matching.slice(0, command.limit)
  for (const { queue } of page) settle(turn, queue)
  const last = matching.length > page.length ? page.at(-1) : undefined
  return accept({
    queues: page.map(({ queue }) => ({ queue, counts: queue.messages.counts })),
    ...(last && { next: last.position }),
  })
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
