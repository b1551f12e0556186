import type { Receipt } from '../../../src/core/model.ts'
import { action } from '../action.ts'
import { errors, isError, type MnsError } from '../errors.ts'
import { limits } from '../limits.ts'
import { printReceipt } from '../receipts.ts'
import type { MnsRequest } from '../request.ts'
import { queryNumber, receiptOf } from '../shapes.ts'
import { answerDocument } from '../xml-codec.ts'

const timeout = { item: 'visibilitytimeout', element: 'VisibilityTimeout', range: limits.visibilityTimeout }

const changedDocument = answerDocument('ChangeVisibility', {
  ReceiptHandle: '{{receiptHandle}}',
  NextVisibleTime: '{{nextVisibleTime}}',
})

/** What a change asks for; the time is counted from now. */
type Input = { readonly receipt: Receipt; readonly timeoutMs: number }

/** Hides a message for so long from now on; the receipt is spent and a new one takes its place. */
export const changeMessageVisibility = action<'changeVisibility', Input>({
  name: 'ChangeMessageVisibility',
  source: 'MNS API, ChangeMessageVisibility',
  input: readInput,
  command: ({ receipt, timeoutMs }, { queue }) => ({
    kind: 'changeVisibility',
    queue,
    receipt,
    rule: 'singleUse',
    timeoutMs,
  }),
  output: ({ queueId, message }) => {
    const { sequence, receiptNumber, priority, visibleAtMs } = message
    const receiptHandle = printReceipt({ queueId, sequence, receiptNumber }, priority)
    return { status: 200, body: changedDocument.fill({ receiptHandle, nextVisibleTime: String(visibleAtMs) }) }
  },
})

function readInput(request: MnsRequest): Input | MnsError {
  const receipt = receiptOf(request)
  if (receipt === errors.missingReceiptHandle) return receipt
  const seconds = queryNumber(request, timeout)
  if (isError(seconds)) return seconds
  if (seconds === undefined) return errors.missingVisibilityTimeout
  return isError(receipt) ? receipt : { receipt, timeoutMs: seconds * 1000 }
}
