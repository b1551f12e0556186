import type { Batch, BatchReply } from '../commands/command.ts'
import { accept, type Result, refuse } from '../refusal.ts'
import { batchProblem } from '../rules/fifo-sends.ts'
import { noQueue, queueAt } from '../rules/queues.ts'
import type { Turn } from '../turn.ts'
import { changeVisibility } from './change-visibility.ts'
import { deleteMessage } from './delete-message.ts'
import { sendMessage } from './send-message.ts'

/** Carries out `Batch`. */
export function batch(turn: Turn, command: Batch): Result<BatchReply> {
  const queue = queueAt(turn, command.queue)
  if (!queue) return noQueue(turn.state, command.queue)
  const problem = batchProblem(queue, command)
  if (problem) return refuse(problem)
  return accept(command.commands.map((entry) => run(turn, entry)))
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
