/**
 * Rule: On a standard queue, messages of other groups go before those of a group with at least 30 messages, and more than a tenth of all, in flight.
 * Source: SQS Developer Guide, fair queues.
 */

/** A group is noisy while it has at least this many messages in flight … */
const noisyInFlight = 30
/** … and more than this share of all that the queue has in flight. */
const noisyShare = 0.1

/** Whether a group is noisy. `inFlight`: its messages in flight; `all`: those of the whole queue. */
export function isNoisy(inFlight: number, all: number): boolean {
  return inFlight >= noisyInFlight && inFlight > all * noisyShare
}
