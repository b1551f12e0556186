/**
 * Rule: A receive waits for a message as long as it says, else as long as its queue says; one that collects waits until all it asks for are ready.
 * Source: SQS API Reference, ReceiveMessage, WaitTimeSeconds; MNS API, ReceiveMessage, waitseconds; LocalStack documentation, SQS.
 */

import type { ReceiveMessages } from '../commands/command.ts'
import { queueSettings } from '../settings/queue-settings.ts'
import type { Queue } from '../state.ts'

/** Milliseconds that a receive waits if it finds nothing. */
export function waitOf({ settings }: Queue, { waitMs }: ReceiveMessages): number {
  return waitMs ?? settings.receiveWaitMs ?? queueSettings.receiveWaitMs.default
}

/** Whether a receive that collects leaves what is there and waits for more. */
export function waitsForMore(queue: Queue, { collect, maximumMessages }: ReceiveMessages, waitMs: number): boolean {
  return collect === true && waitMs > 0 && !hasReady(queue, maximumMessages)
}

/** Whether that many can be handed out. Messages of a FIFO queue that are ready behind hidden ones of their group cannot. */
function hasReady({ settings, messages }: Queue, wanted: number): boolean {
  if (messages.counts.ready < wanted) return false
  return !settings.fifo || messages.peekReady(wanted).length === wanted
}
