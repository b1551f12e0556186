import type { QueueAddress } from '../../src/core/model.ts'
import type { Refusal, RefusalKind } from '../../src/core/refusal.ts'
import type { RefusalTable } from '../adapter.ts'
import { attributeOf } from './attributes.ts'
import { invalidParameter, invalidValue, type WireError, wireError } from './errors.ts'
import { limits } from './limits.ts'

/** What the words of an error take from the request. */
export type Subject = {
  /** As it was given. */
  readonly receiptHandle?: string
  /** True for an entry of a batch, where AWS words some errors otherwise. */
  readonly inBatch?: true
}

/** A handle that no queue of SQS can have issued. Source: SQS API Reference, DeleteMessage. */
export const invalidHandle = ({ receiptHandle = '' }: Subject): WireError =>
  wireError('ReceiptHandleIsInvalid', `The input receipt handle "${receiptHandle}" is not a valid receipt handle.`)

const invalidReceipt =
  (reason: string) =>
  ({ receiptHandle = '' }: Subject): WireError =>
    invalidValue('ReceiptHandle', receiptHandle, reason)

/** How SQS words each refusal. Sources: SQS API Reference, errors of each action. */
const refusals: RefusalTable<(subject: Subject) => WireError> = {
  queueNotFound: (refusal) => () => queueNotFound(refusal.queue, refusal.elsewhere),
  queueAlreadyExists: (refusal) => () =>
    wireError(
      'QueueNameExists',
      `A queue already exists with the same name and a different value for attribute ${attributeOf(refusal.setting)}`,
    ),
  queueDeletedRecently: () => () =>
    wireError(
      'QueueDeletedRecently',
      'You must wait 60 seconds after deleting a queue before you can create another with the same name.',
    ),
  purgeInProgress: (refusal) => () =>
    wireError(
      'PurgeQueueInProgress',
      `Only one PurgeQueue operation on ${refusal.queue.name} is allowed every 60 seconds.`,
    ),
  encryptionConflict: () => () =>
    wireError(
      'InvalidAttributeName',
      'You can use one type of server-side encryption (SSE) at one time. You can either enable KMS SSE or SQS SSE.',
    ),
  messageTooLong: (refusal) => (subject) =>
    invalidParameter(
      `One or more parameters ${subject.inBatch ? 'cannot be validated' : 'are invalid'}. Reason: Message must be shorter than ${refusal.limitBytes} bytes.`,
    ),
  receiptHandleInvalid: () => invalidHandle,
  receiptOfAnotherQueue: () => invalidHandle,
  receiptExpired: () => invalidReceipt('The receipt handle has expired.'),
  messageNotFound: () => invalidReceipt('Message does not exist or is not available for visibility timeout change.'),
  visibilityCeilingExceeded: (refusal) => () =>
    invalidValue(
      'VisibilityTimeout',
      refusal.timeoutMs / 1000,
      'Total VisibilityTimeout for the message is beyond the limit [43200 seconds].',
    ),
  inFlightLimitReached: () => () =>
    wireError('OverLimit', `The queue has ${limits.inFlight} messages in flight, the maximum allowed.`),
  storageUnavailable: (refusal) => () =>
    wireError('ServiceUnavailable', `The change could not be written down: ${refusal.reason}`),
}

/** The error that tells of a refusal. */
export function refusalError(refusal: Refusal, subject: Subject): WireError {
  return wordingOf(refusal.kind, refusal)(subject)
}

function wordingOf<K extends RefusalKind>(
  kind: K,
  refusal: Extract<Refusal, { kind: K }>,
): (subject: Subject) => WireError {
  return refusals[kind](refusal)
}

/** A queue of that name in another region or account is what people look for, so the text says where it is. */
function queueNotFound(queue: QueueAddress, elsewhere: readonly QueueAddress[]): WireError {
  const places = elsewhere.map(({ account, region }) => `${region} (account ${account})`)
  const hint =
    places.length === 0
      ? ''
      : ` Looked in region ${queue.region} (account ${queue.account}); a queue of this name exists in region ${places.join(', ')}.`
  return wireError(
    'QueueDoesNotExist',
    `The specified queue does not exist.${hint}`,
    `The specified queue does not exist for this wsdl version.${hint}`,
  )
}
