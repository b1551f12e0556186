import type { RefusalTable } from '../adapter.ts'
import { errors, invalidArgument, type MnsError, outOfRange } from './errors.ts'
import { limits } from './limits.ts'

function badRedrive(reason: string): MnsError {
  return invalidArgument(`The value of DlqPolicy is invalid: DeadLetterTargetQueue ${reason}.`)
}

/**
 * How MNS words each refusal. A receipt of this form that no longer holds a message is MessageNotExist, whatever the
 * reason; ReceiptHandleError is for one that was never issued. Source: MNS API, DeleteMessage and error codes.
 */
export const refusals: RefusalTable<MnsError> = {
  queueNotFound: () => errors.queueNotExist,
  queueAlreadyExists: () => errors.queueAlreadyExist,
  queueDeletedRecently: () => errors.queueDeletedRecently,
  encryptionConflict: () => invalidArgument('The encryption settings of the queue exclude each other.'),
  fifoSettingOnStandardQueue: () => invalidArgument('The QueueType of a queue cannot be changed.'),
  deadLetterQueueNotFound: () => badRedrive('does not exist'),
  deadLetterQueueOfOtherType: () => badRedrive('is of another type than the queue'),
  deadLetterQueueDenies: () => badRedrive('does not take messages of this queue'),
  topicNotFound: () => errors.topicNotExist,
  topicAlreadyExists: () => errors.topicAlreadyExist,
  subscriptionNotFound: () => errors.subscriptionNotExist,
  subscriptionAlreadyExists: () => errors.subscriptionAlreadyExist,
  queueSmallerThanTopic: ({ queue, queueBytes, topic, topicBytes }) =>
    invalidArgument(
      `The MaximumMessageSize of queue ${queue.name}, ${queueBytes} bytes, is below that of topic ${topic.name}, ${topicBytes} bytes.`,
    ),
  messageTooLong: ({ limitBytes }) => outOfRange('MessageBody', { ...limits.body, high: limitBytes }),
  receiptHandleInvalid: () => errors.receiptHandle,
  receiptOfAnotherQueue: () => errors.messageNotExist,
  receiptExpired: () => errors.messageNotExist,
  messageNotFound: () => errors.messageNotExist,
  visibilityCeilingExceeded: () => outOfRange('VisibilityTimeout', limits.visibilityTimeout),
  inFlightLimitReached: () => errors.tooManyRequests,
  storageUnavailable: () => errors.internal,

  // What no command of this API can meet: it neither purges nor asks for what makes FIFO queues differ, policies and
  // move tasks, and its sends name a group to fall back on.
  purgeInProgress: () => errors.internal,
  throughputNeedsGroupScope: () => errors.internal,
  messageGroupRequired: () => errors.internal,
  deduplicationIdRequired: () => errors.internal,
  deduplicationIdOnStandardQueue: () => errors.internal,
  delayOnFifoQueue: () => errors.internal,
  moveSourceNotFound: () => errors.internal,
  moveDestinationNotFound: () => errors.internal,
  moveDestinationIsSource: () => errors.internal,
  moveDestinationOfOtherType: () => errors.internal,
  notADeadLetterQueue: () => errors.internal,
  moveTaskRunning: () => errors.internal,
  moveTaskNotFound: () => errors.internal,
  moveTaskNotRunning: () => errors.internal,
  policyLabelExists: () => errors.internal,
  policyLabelNotFound: () => errors.internal,
  tooManyPolicyStatements: () => errors.internal,
  policyTooLong: () => errors.internal,
}
