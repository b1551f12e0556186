import type { QueueAddress } from '../../src/core/model.ts'
import type { Refusal, RefusalKind } from '../../src/core/refusal.ts'
import type { RefusalTable } from '../adapter.ts'
import { invalidParameter, invalidValue, missingParameter, type WireError, wireError } from '../aws/errors.ts'
import { attributeOf, fifoOnlyError } from './attributes.ts'
import { limits } from './limits.ts'
import { redrivePolicyError } from './redrive-policies.ts'

/** What the words of an error take from the request. */
export type Subject = {
  /** As it was given. */
  readonly receiptHandle?: string
  /** As it was given. */
  readonly redrivePolicy?: string | undefined
  /** Set for a batch, where AWS words some errors otherwise: about one entry of it, or about the whole. */
  readonly batch?: 'entry' | 'whole'
  /** URLs given out do not tell the region of their queue. */
  readonly regionOpen?: boolean
}

/** A handle that no queue of SQS can have issued. Source: SQS API Reference, DeleteMessage. */
export const invalidHandle = ({ receiptHandle = '' }: Subject): WireError =>
  wireError('ReceiptHandleIsInvalid', `The input receipt handle "${receiptHandle}" is not a valid receipt handle.`)

const invalidReceipt =
  (reason: string) =>
  ({ receiptHandle = '' }: Subject): WireError =>
    invalidValue('ReceiptHandle', receiptHandle, reason)

const badRedrive =
  (reason: string) =>
  () =>
  ({ redrivePolicy = '' }: Subject): WireError =>
    redrivePolicyError(redrivePolicy, reason)

const fixed = (error: WireError) => () => (): WireError => error

/** SQS has no topics. */
const unreachable = fixed(wireError('InternalFailure', 'An internal error has occurred.'))

const noSuchResource = (parameter: string) =>
  fixed(
    wireError(
      'ResourceNotFoundException',
      `The resource that you specified for the ${parameter} parameter doesn't exist.`,
    ),
  )

const wrongQueueType = 'The request include parameter that is not valid for this queue type'

/** How SQS words each refusal. Sources: SQS API Reference, errors of each action. */
const refusals: RefusalTable<(subject: Subject) => WireError> = {
  queueNotFound:
    (refusal) =>
    ({ regionOpen = false }) =>
      queueNotFound(refusal.queue, refusal.elsewhere, regionOpen),
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
  policyLabelExists:
    ({ label }) =>
    () =>
      invalidValue('Label', label, 'Already exists.'),
  policyLabelNotFound:
    ({ label, hasPolicy }) =>
    () =>
      invalidValue('Label', label, hasPolicy ? "can't find label on existing policy." : "can't find label."),
  policyTooLong: fixed(wireError('InvalidAttributeValue', 'Invalid value for the parameter Policy.')),
  tooManyPolicyStatements:
    ({ count, maximum }) =>
    () =>
      wireError('OverLimit', `${count} Statements were found, maximum allowed is ${maximum}.`),
  fifoSettingOnStandardQueue: (refusal) => () => fifoOnlyError(attributeOf(refusal.setting)),
  throughputNeedsGroupScope: fixed(
    wireError(
      'InvalidAttributeValue',
      'The perMessageGroupId value is allowed only when the value for DeduplicationScope is messageGroup',
    ),
  ),
  deadLetterQueueNotFound: badRedrive('Dead letter target does not exist.'),
  deadLetterQueueOfOtherType: badRedrive('Dead-letter queue must be same type of queue as the source.'),
  deadLetterQueueDenies: badRedrive('Queue does not have permission to redrive on the dead letter queue.'),
  messageGroupRequired: () => (subject) => {
    const error = missingParameter('MessageGroupId')
    return subject.batch ? invalidParameter(error.message) : error
  },
  deduplicationIdRequired: fixed(
    invalidParameter(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    ),
  ),
  deduplicationIdOnStandardQueue: (refusal) => (subject) =>
    subject.batch
      ? invalidParameter(wrongQueueType)
      : invalidValue('MessageDeduplicationId', refusal.deduplicationId, `${wrongQueueType}.`),
  delayOnFifoQueue: (refusal) => () => invalidValue('DelaySeconds', refusal.delayMs / 1000, `${wrongQueueType}.`),
  moveSourceNotFound: noSuchResource('SourceArn'),
  moveDestinationNotFound: noSuchResource('DestinationArn'),
  moveDestinationIsSource: fixed(invalidParameter('Source queue arn and destination queue arn cannot be the same.')),
  moveDestinationOfOtherType: fixed(
    invalidParameter('The source queue and destination queue must be of the same queue type.'),
  ),
  notADeadLetterQueue: fixed(invalidParameter('Source queue must be configured as a Dead Letter Queue.')),
  moveTaskRunning: fixed(
    invalidParameter(
      'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
    ),
  ),
  moveTaskNotFound: fixed(wireError('ResourceNotFoundException', 'Task does not exist.')),
  moveTaskNotRunning: fixed(invalidParameter('Only active tasks can be cancelled.')),
  messageTooLong: (refusal) => (subject) =>
    invalidParameter(
      `One or more parameters ${subject.batch === 'entry' ? 'cannot be validated' : 'are invalid'}. Reason: Message must be shorter than ${refusal.limitBytes} bytes.`,
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
  topicNotFound: unreachable,
  topicAlreadyExists: unreachable,
  subscriptionNotFound: unreachable,
  subscriptionAlreadyExists: unreachable,
  queueSmallerThanTopic: unreachable,
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

/** What makes URLs tell the region, so that a call cannot look in another one. */
const remedy =
  'Queue URLs do not name a region here: set the region of the client, or start twinmq with --sqs-endpoint-strategy dynamic.'

/** A queue of that name in another region or account is what people look for, so the text says where it is. */
function queueNotFound(queue: QueueAddress, elsewhere: readonly QueueAddress[], regionOpen: boolean): WireError {
  const places = elsewhere.map(({ account, region }) => `${region} (account ${account})`)
  const looked = `Looked in region ${queue.region} (account ${queue.account}); a queue of this name exists in region ${places.join(', ')}.`
  const inOtherRegion = elsewhere.some(({ region }) => region !== queue.region)
  const hint = [...(places.length > 0 ? [looked] : []), ...(regionOpen && inOtherRegion ? [remedy] : [])]
  const said = (text: string): string => [text, ...hint].join(' ')
  return wireError(
    'QueueDoesNotExist',
    said('The specified queue does not exist.'),
    said('The specified queue does not exist for this wsdl version.'),
  )
}
