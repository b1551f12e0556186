import type { Batch, BatchReply } from '../../src/core/commands/command.ts'
import type { QueueAddress } from '../../src/core/model.ts'
import type { Accepted } from '../../src/core/refusal.ts'
import { faultOf, isWireError, missingParameter, type WireError, wireError } from '../aws/errors.ts'
import { type Context, queueOf, type Step, step, stepToError } from './action.ts'
import { limits } from './limits.ts'
import { isFifoName } from './names.ts'
import { refusalError, type Subject } from './refusals.ts'

type EntryCommand = Batch['commands'][number]
type EntryReply = Extract<BatchReply[number], Accepted<unknown>>['value']
type Failure = { readonly Id: string; readonly SenderFault: boolean; readonly Code: string; readonly Message: string }

/** What entries of one batch action have of their own. */
export interface BatchForm<E, C extends EntryCommand = EntryCommand> {
  /** Name of an entry, as errors about the whole batch have it. */
  readonly entryName: string
  /** What is wrong with the entries taken together. */
  wholeError?(entries: readonly E[], queue: QueueAddress): WireError | undefined
  /** True: on a FIFO queue an entry that would fail alone fails them all. */
  readonly wholeOnFifoQueue?: true
  /** What an entry asks for, or why it fails alone. */
  command(entry: E, queue: QueueAddress, context: Context): C | WireError
  /** The result of an entry that was carried out. */
  succeeded(entry: E, command: C, reply: EntryReply): object
}

type Entry = { readonly Id?: string | undefined; readonly ReceiptHandle?: string | undefined }

/**
 * Runs the entries of a batch that can be run, in order, and tells the fate of each. A fault of the whole batch is told
 * before anything runs. Source: SQS API Reference, SendMessageBatch, DeleteMessageBatch, ChangeMessageVisibilityBatch.
 */
export function batchStep<E extends Entry, C extends EntryCommand>(
  form: BatchForm<E, C>,
  input: { readonly QueueUrl: string; readonly Entries: readonly E[] },
  context: Context,
  mostEntries: number = limits.batchEntries,
): Step {
  const queue = queueOf(input, context)
  const entries = input.Entries
  const wrong =
    countError(form.entryName, entries.length, mostEntries) ??
    idError(form.entryName, entries) ??
    form.wholeError?.(entries, queue)
  if (wrong) return stepToError(queue, wrong)

  const asked = entries.map((entry) => form.command(entry, queue, context))
  const fault = form.wholeOnFifoQueue && isFifoName(queue.name) ? asked.find(isWireError) : undefined
  if (fault) return stepToError(queue, fault)
  const commands = asked.filter((made): made is C => !isWireError(made))
  const output = (results: BatchReply): object => {
    const successful: object[] = []
    const failed: Failure[] = []
    let next = 0
    for (const [index, entry] of entries.entries()) {
      const made = asked[index]!
      if (isWireError(made)) {
        failed.push(failure(entry, made))
        continue
      }
      const result = results[next++]!
      if (result.ok) successful.push(form.succeeded(entry, made, result.value))
      else failed.push(failure(entry, refusalError(result.refusal, subjectOf(entry))))
    }
    const told: { Successful?: object[]; Failed?: Failure[] } = {}
    if (successful.length > 0) told.Successful = successful
    if (failed.length > 0) told.Failed = failed
    return told
  }
  return step<Batch>({ kind: 'batch', queue, commands }, output, { batch: 'whole' })
}

function subjectOf(entry: Entry): Subject {
  return { batch: 'entry', ...(entry.ReceiptHandle !== undefined && { receiptHandle: entry.ReceiptHandle }) }
}

function failure(entry: Entry, error: WireError): Failure {
  return { Id: entry.Id!, SenderFault: faultOf(error) === 'Sender', Code: error.code, Message: error.message }
}

function countError(entryName: string, count: number, most: number): WireError | undefined {
  if (count === 0) return wireError('EmptyBatchRequest', `There should be at least one ${entryName} in the request.`)
  if (count <= most) return undefined
  return wireError(
    'TooManyEntriesInBatchRequest',
    `Maximum number of entries per request are ${most}. You have sent ${count}.`,
  )
}

const idForm = /^[A-Za-z0-9_-]{1,80}$/

function idError(entryName: string, entries: readonly Entry[]): WireError | undefined {
  const nameless = entries.findIndex(({ Id }) => Id === undefined)
  if (nameless !== -1) return missingParameter(`${entryName}.${nameless + 1}.Id`)
  if (!entries.every(({ Id = '' }) => idForm.test(Id)))
    return wireError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    )
  const seen = new Set<string | undefined>()
  const repeated = entries.find(({ Id }) => seen.size === seen.add(Id).size)
  return repeated && wireError('BatchEntryIdsNotDistinct', `Id ${repeated.Id} repeated.`)
}
