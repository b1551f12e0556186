/**
 * Rule: A send to a FIFO queue names a message group and a deduplication id, but no delay, and one bad entry fails a whole batch.
 * Source: SQS API Reference, SendMessage and SendMessageBatch.
 */

import type { Batch, SendMessage } from '../commands/command.ts'
import type { Refusal } from '../refusal.ts'
import type { Queue } from '../state.ts'
import { tooLong } from './message-size.ts'

/** Why a queue cannot take a message, whatever else it holds. */
export function sendProblem(queue: Queue, command: SendMessage): Refusal | undefined {
  const told = queue.settings.maximumMessageBytes
  const limits = { told, otherwise: command.defaultMaximumBytes, ceiling: command.ceilingBytes }
  return tooLong(command.bytes, limits) ?? namesProblem(queue, command)
}

function namesProblem({ settings }: Queue, command: SendMessage): Refusal | undefined {
  const { groupId, deduplicationId, delayMs = 0 } = command
  if (!settings.fifo)
    return deduplicationId === undefined ? undefined : { kind: 'deduplicationIdOnStandardQueue', deduplicationId }
  if (command.fallbackGroupId !== undefined) return undefined
  if (groupId === undefined) return { kind: 'messageGroupRequired' }
  if (deduplicationId === undefined && !settings.contentBasedDeduplication) return { kind: 'deduplicationIdRequired' }
  return delayMs > 0 ? { kind: 'delayOnFifoQueue', delayMs } : undefined
}

/** Why a whole batch fails. If the sender knows nothing of FIFO queues, each of its messages is refused alone, as on any queue. */
export function batchProblem(queue: Queue, { commands }: Batch): Refusal | undefined {
  if (!queue.settings.fifo) return undefined
  for (const entry of commands) {
    if (entry.kind !== 'sendMessage' || entry.fallbackGroupId !== undefined) continue
    const problem = sendProblem(queue, entry)
    if (problem) return problem
  }
  return undefined
}
