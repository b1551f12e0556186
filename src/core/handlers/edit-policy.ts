import type { Done } from '../commands/command.ts'
import type { AddPolicyStatement, RemovePolicyStatement } from '../commands/policy-command.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { labelOf, readPolicy, writePolicy } from '../rules/policy.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Queue } from '../state.ts'
import type { Turn } from '../turn.ts'

/** Carries out `AddPolicyStatement`. */
export function addPolicyStatement(turn: Turn, command: AddPolicyStatement): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const { label, statement, newPolicy, maximumStatements, maximumBytes } = command
  const { head, statements } = policyOf(queue) ?? { head: newPolicy, statements: [] }
  if (statements.some((one) => labelOf(one) === label)) return refuse({ kind: 'policyLabelExists', label })
  const count = statements.length + 1
  if (count > maximumStatements) return refuse({ kind: 'tooManyPolicyStatements', count, maximum: maximumStatements })
  const policy = writePolicy({ head, statements: [...statements, { Sid: label, ...statement }] })
  if (Buffer.byteLength(policy) > maximumBytes) return refuse({ kind: 'policyTooLong' })

  setPolicy(turn, queue, policy)
  return accept({})
}

/** Carries out `RemovePolicyStatement`. */
export function removePolicyStatement(turn: Turn, command: RemovePolicyStatement): Result<Done> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const { label } = command
  const policy = policyOf(queue)
  if (!policy) return refuse({ kind: 'policyLabelNotFound', label, hasPolicy: false })
  const { head, statements } = policy
  const kept = statements.filter((one) => labelOf(one) !== label)
  if (kept.length === statements.length) return refuse({ kind: 'policyLabelNotFound', label, hasPolicy: true })

  setPolicy(turn, queue, kept.length === 0 ? null : writePolicy({ head, statements: kept }))
  return accept({})
}

function policyOf({ settings: { policy } }: Queue) {
  return policy === undefined ? undefined : readPolicy(policy)
}

function setPolicy(turn: Turn, queue: Queue, policy: string | null): void {
  turn.emit({ kind: 'queueSettingsChanged', queue: queue.id, settings: { policy }, atMs: turn.nowMs })
}
