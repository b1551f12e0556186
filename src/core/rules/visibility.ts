/**
 * Rule: A received message is hidden until its visibility timeout ends; SQS allows 12 hours from the receive.
 * Source: SQS Developer Guide, visibility timeout; MNS API, ChangeMessageVisibility.
 */

import type { Message } from '../model.ts'
import { queueSettings } from '../settings/queue-settings.ts'
import type { Queue } from '../state.ts'

/** Longest time that a message can be in flight, milliseconds. */
const visibilityCeilingMs = 43_200_000

/**
 * Whether a message would be in flight for more than 12 hours, counted from the receive that handed it out. SQS only:
 * MNS counts each change from now.
 */
export function exceedsCeiling(message: Message, timeoutMs: number, nowMs: number): boolean {
  return nowMs - message.receivedAtMs + timeoutMs > visibilityCeilingMs
}

/** Milliseconds for which a queue hides a received message if the receive names no timeout. */
export function visibilityTimeoutOf({ settings }: Queue): number {
  return settings.visibilityTimeoutMs ?? queueSettings.visibilityTimeoutMs.default
}
