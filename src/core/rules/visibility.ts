import type { Message } from '../model.ts'

/** Longest time a message can be in flight, milliseconds. Source: SQS Developer Guide, visibility timeout. */
const visibilityCeilingMs = 43_200_000

/**
 * Whether a message would be in flight for more than 12 hours, counted from the receive that handed it out. SQS only:
 * MNS counts each change from now. Source: SQS Developer Guide, visibility timeout.
 */
export function exceedsCeiling(message: Message, timeoutMs: number, nowMs: number): boolean {
  return nowMs - message.receivedAtMs + timeoutMs > visibilityCeilingMs
}
