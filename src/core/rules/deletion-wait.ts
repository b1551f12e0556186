/**
 * Rule: The name of a deleted queue cannot be used again for 60 seconds, if AWS's waits are on.
 * Source: SQS API Reference, CreateQueue, QueueDeletedRecently.
 */

const deletionWaitMs = 60_000

/** Whether a name was deleted too recently to be used again. `deletedAtMs`: epoch milliseconds; undefined: it never was. */
export function deletedRecently(deletedAtMs: number | undefined, nowMs: number): boolean {
  return deletedAtMs !== undefined && nowMs < deletedAtMs + deletionWaitMs
}

/** Forgets the names that can be used again. The map is in the order of deletion. */
export function forgetOldDeletions(deletedAtMs: Map<string, number>, nowMs: number): void {
  for (const [key, atMs] of deletedAtMs) {
    if (deletedRecently(atMs, nowMs)) return
    deletedAtMs.delete(key)
  }
}
