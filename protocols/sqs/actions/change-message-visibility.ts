import type { ChangeVisibility } from '../../../src/core/commands/command.ts'
import type { QueueAddress } from '../../../src/core/model.ts'
import { isWireError, missingParameter, type WireError } from '../../aws/errors.ts'
import { expected, integer, list, object, optional, type TypeOf, text } from '../../schema.ts'
import { action, queueOf, silentStep, stepToError } from '../action.ts'
import { type BatchForm, batchStep } from '../batch.ts'
import { rangeError, ranges } from '../limits.ts'
import { readReceipt } from '../receipts.ts'
import { invalidHandle } from '../refusals.ts'
import { failedEntries, queueUrl } from '../shapes.ts'

/** Hides a message from now on, or with 0 shows it at once. */
export const changeMessageVisibility = action({
  name: 'ChangeMessageVisibility',
  source: 'SQS API Reference, ChangeMessageVisibility',
  input: object({ QueueUrl: queueUrl, ReceiptHandle: text, VisibilityTimeout: integer }),
  decide(input, context) {
    const queue = queueOf(input, context)
    const command = commandFor(input.ReceiptHandle, input.VisibilityTimeout, queue)
    if (isWireError(command)) return stepToError(queue, command)
    return silentStep(command, { receiptHandle: input.ReceiptHandle })
  },
})

const batchEntry = object({
  Id: expected(text),
  ReceiptHandle: expected(text),
  VisibilityTimeout: optional(integer),
})

/** Changes the visibility of up to ten messages; each meets its own fate. */
export const changeMessageVisibilityBatch = action({
  name: 'ChangeMessageVisibilityBatch',
  source: 'SQS API Reference, ChangeMessageVisibilityBatch',
  input: object({ QueueUrl: queueUrl, Entries: list(batchEntry, 'ChangeMessageVisibilityBatchRequestEntry') }),
  output: object({
    Successful: optional(list(object({ Id: text }), 'ChangeMessageVisibilityBatchResultEntry')),
    Failed: optional(failedEntries),
  }),
  decide: (input, context) => batchStep(changeForm, input, context),
})

const changeForm: BatchForm<TypeOf<typeof batchEntry>> = {
  entryName: 'ChangeMessageVisibilityBatchRequestEntry',
  command({ ReceiptHandle: handle, VisibilityTimeout: timeout }, queue) {
    if (!handle) return missingParameter('ReceiptHandle')
    return timeout === undefined ? missingParameter('VisibilityTimeout') : commandFor(handle, timeout, queue)
  },
  succeeded: ({ Id }) => ({ Id }),
}

function commandFor(handle: string, timeout: number, queue: QueueAddress): ChangeVisibility | WireError {
  const wrong = rangeError('VisibilityTimeout', timeout, ranges.visibilityTimeout)
  if (wrong) return wrong
  const receipt = readReceipt(handle)
  if (!receipt) return invalidHandle({ receiptHandle: handle })
  return { kind: 'changeVisibility', queue, receipt, rule: 'reusable', timeoutMs: timeout * 1000 }
}
