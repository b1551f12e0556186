/**
 * Rule: A queue cannot be purged again for 60 seconds, if AWS's waits are on.
 * Source: SQS API Reference, PurgeQueue, PurgeQueueInProgress.
 */

import type { Queue } from '../state.ts'
import type { Turn } from '../turn.ts'

const purgeWaitMs = 60_000

/** Whether a queue was purged too recently to be purged again. */
export function mustWaitToPurge({ rules, nowMs }: Turn, { purgedAtMs }: Queue): boolean {
  return rules.purgeCoolDown && purgedAtMs > 0 && nowMs < purgedAtMs + purgeWaitMs
}
