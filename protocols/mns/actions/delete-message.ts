import type { DeleteMessage } from '../../../src/core/commands/command.ts'
import type { Receipt } from '../../../src/core/model.ts'
import { action, isReplaced, tellReplaced, wireError } from '../action.ts'
import { errors, type MnsError, outOfRange, schemaViolation } from '../errors.ts'
import { limits, within } from '../limits.ts'
import { readReceipt } from '../receipts.ts'
import type { MnsRequest } from '../request.ts'
import { noContent } from '../responses.ts'
import { receiptOf } from '../shapes.ts'
import { answerDocument, childrenNamed, contentOf, part } from '../xml-codec.ts'

const failuresDocument = answerDocument('Errors', { '#text': '{{{entries}}}' })
const failedPart = part('Error', {
  ErrorCode: '{{code}}',
  ErrorMessage: '{{message}}',
  ReceiptHandle: '{{receiptHandle}}',
})

/** Deletes the message that a receipt holds. */
export const deleteMessage = action<'deleteMessage', Receipt>({
  name: 'DeleteMessage',
  source: 'MNS API, DeleteMessage',
  input: receiptOf,
  command: (receipt, { queue }) => ({ kind: 'deleteMessage', queue, receipt, rule: 'singleUse' }),
  output: () => noContent,
})

/** One handle of a batch as it came, and the receipt behind it if it is of our form. */
type Entry = { readonly handle: string; readonly receipt: Receipt | undefined }

/** Deletes up to 16 messages; handles that fail do not hold back the others. */
export const batchDeleteMessage = action<'batch', readonly Entry[]>({
  name: 'BatchDeleteMessage',
  source: 'MNS API, BatchDeleteMessage',
  input: readEntries,
  command: (entries, { queue }) => {
    const commands: DeleteMessage[] = []
    for (const { receipt } of entries) {
      if (receipt) commands.push({ kind: 'deleteMessage', queue, receipt, rule: 'singleUse' })
    }
    return { kind: 'batch', queue, commands }
  },
  output: (results, request, entries, context) => {
    if (results.some((result) => !result.ok && isReplaced(result.refusal)))
      tellReplaced('BatchDeleteMessage', request, context)
    const failures: string[] = []
    let next = 0
    for (const { handle, receipt } of entries) {
      const result = receipt && results[next++]!
      if (!result) failures.push(failure(errors.receiptHandle, handle))
      else if (!result.ok) failures.push(failure(wireError(result.refusal), handle))
    }
    if (failures.length === 0) return noContent
    return { status: 404, body: failuresDocument.fill({ entries: contentOf(failures) }) }
  },
})

/** An empty handle fails the call as a whole: its error entry would hold an empty element, which Python cannot read. */
function readEntries({ document }: MnsRequest): readonly Entry[] | MnsError {
  const handles = childrenNamed(document, 'ReceiptHandle')
  if (!within(limits.batch, handles.length)) return outOfRange('ReceiptHandles', limits.batch)
  if (handles.some(({ children }) => children.length > 0)) return errors.malformedXml
  if (handles.some(({ text }) => text === '')) return schemaViolation('ReceiptHandle')
  return handles.map(({ text }) => ({ handle: text, receipt: readReceipt(text) }))
}

function failure({ code, message }: MnsError, receiptHandle: string): string {
  return failedPart.fill({ code, message, receiptHandle })
}
