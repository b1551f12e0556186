import type { RefusalTable } from '../adapter.ts'
import { errors, invalidArgument, type MnsError, outOfRange } from './errors.ts'
import { limits } from './limits.ts'

/**
 * How MNS words each refusal. A receipt of this form that no longer holds a message is MessageNotExist, whatever the
 * reason; ReceiptHandleError is for one that was never issued. Source: MNS API, DeleteMessage and error codes.
 */
export const refusals: RefusalTable<MnsError> = {
  queueNotFound: () => errors.queueNotExist,
  queueAlreadyExists: () => errors.queueAlreadyExist,
  queueDeletedRecently: () => errors.queueDeletedRecently,
  purgeInProgress: () => errors.internal,
  encryptionConflict: () => invalidArgument('The encryption settings of the queue exclude each other.'),
  messageTooLong: ({ limitBytes }) => outOfRange('MessageBody', { ...limits.body, high: limitBytes }),
  receiptHandleInvalid: () => errors.receiptHandle,
  receiptOfAnotherQueue: () => errors.messageNotExist,
  receiptExpired: () => errors.messageNotExist,
  messageNotFound: () => errors.messageNotExist,
  visibilityCeilingExceeded: () => outOfRange('VisibilityTimeout', limits.visibilityTimeout),
  inFlightLimitReached: () => errors.tooManyRequests,
  storageUnavailable: () => errors.internal,
}
