/**
 * Rule: The dead-letter queue that a redrive policy names must exist, be of the type of the source, and let the source in.
 * Source: SQS API Reference, SetQueueAttributes, RedrivePolicy and RedriveAllowPolicy.
 */

import type { QueueAddress, Redrive } from '../model.ts'
import type { Refusal } from '../refusal.ts'
import { queueKey, type State } from '../state.ts'
import { sameQueue } from './queues.ts'

/** Why a queue cannot have a redrive policy. */
export function redriveProblem(
  state: State,
  source: QueueAddress,
  fifo: boolean,
  redrive: Redrive,
): Refusal | undefined {
  const target = state.queues.get(queueKey(state.namespace, redrive.deadLetterQueue))
  if (!target) return { kind: 'deadLetterQueueNotFound', redrive }
  if ((target.settings.fifo === true) !== fifo) return { kind: 'deadLetterQueueOfOtherType', redrive }
  const allow = target.settings.redriveAllow
  const allowed =
    allow === undefined ||
    allow.permission === 'allowAll' ||
    (allow.permission === 'byQueue' && allow.sources.some((address) => sameQueue(state, address, source)))
  return allowed ? undefined : { kind: 'deadLetterQueueDenies', redrive }
}
