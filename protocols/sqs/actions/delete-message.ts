import type { DeleteMessage } from '../../../src/core/commands/command.ts'
import type { QueueAddress } from '../../../src/core/model.ts'
import { isWireError, missingParameter, type WireError } from '../../aws/errors.ts'
import { list, object, optional, type TypeOf, text } from '../../schema.ts'
import { action, queueOf, silentStep, stepToError } from '../action.ts'
import { type BatchForm, batchStep } from '../batch.ts'
import { mostDeletes } from '../overrides.ts'
import { readReceipt } from '../receipts.ts'
import { invalidHandle } from '../refusals.ts'
import { failedEntries, queueUrl } from '../shapes.ts'

/** Deletes a message by a receipt handle. */
export const deleteMessage = action({
  name: 'DeleteMessage',
  source: 'SQS API Reference, DeleteMessage',
  input: object({ QueueUrl: queueUrl, ReceiptHandle: text }),
  decide(input, context) {
    const queue = queueOf(input, context)
    const command = commandFor(input.ReceiptHandle, queue)
    if (isWireError(command)) return stepToError(queue, command)
    return silentStep(command, { receiptHandle: input.ReceiptHandle })
  },
})

const batchEntry = object({ Id: optional(text), ReceiptHandle: optional(text) })

/** Deletes up to ten messages; each meets its own fate. */
export const deleteMessageBatch = action({
  name: 'DeleteMessageBatch',
  source: 'SQS API Reference, DeleteMessageBatch',
  input: object({ QueueUrl: queueUrl, Entries: list(batchEntry, 'DeleteMessageBatchRequestEntry') }),
  output: object({
    Successful: optional(list(object({ Id: text }), 'DeleteMessageBatchResultEntry')),
    Failed: optional(failedEntries),
  }),
  decide(input, context) {
    const most = mostDeletes(context)
    return typeof most === 'number'
      ? batchStep(deleteForm, input, context, most)
      : stepToError(queueOf(input, context), most)
  },
})

const deleteForm: BatchForm<TypeOf<typeof batchEntry>> = {
  entryName: 'DeleteMessageBatchRequestEntry',
  command: ({ ReceiptHandle: handle }, queue) =>
    handle ? commandFor(handle, queue) : missingParameter('ReceiptHandle'),
  succeeded: ({ Id }) => ({ Id }),
}

function commandFor(handle: string, queue: QueueAddress): DeleteMessage | WireError {
  const receipt = readReceipt(handle)
  if (!receipt) return invalidHandle({ receiptHandle: handle })
  return { kind: 'deleteMessage', queue, receipt, rule: 'reusable' }
}
