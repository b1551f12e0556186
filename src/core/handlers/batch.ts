import type { Batch, BatchReply } from '../commands/command.ts'
import type { Queue } from '../model.ts'
import { accept, type Refusal, type Result, refuse } from '../refusal.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'
import { changeVisibility } from './change-visibility.ts'
import { deleteMessage } from './delete-message.ts'
import { sendMessage, sendProblem } from './send-message.ts'

/** Carries out `Batch`. */
export function batch(turn: Turn, command: Batch): Result<BatchReply> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const problem = queue.settings.fifo && firstSendProblem(queue, command)
  if (problem) return refuse(problem)
  return accept(command.commands.map((entry) => run(turn, entry)))
}

/** A sender that knows nothing of FIFO queues has each of its messages meet its own fate, as on any queue. */
function firstSendProblem(queue: Queue, { commands }: Batch): Refusal | undefined {
  for (const entry of commands) {
    if (entry.kind !== 'sendMessage' || entry.fallbackGroupId !== undefined) continue
    const problem = sendProblem(queue, entry)
    if (problem) return problem
  }
  return undefined
}

function run(turn: Turn, entry: Batch['commands'][number]): BatchReply[number] {
  switch (entry.kind) {
    case 'sendMessage':
      return sendMessage(turn, entry)
    case 'deleteMessage':
      return deleteMessage(turn, entry)
    case 'changeVisibility':
      return changeVisibility(turn, entry)
  }
}
