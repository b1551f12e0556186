/**
 * The older codes of errors that carry another name in JSON: those of the Query protocol, which JSON answers repeat in a
 * header. Source: SQS API Reference, common errors.
 */
export const queryCodes = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  QueueNameExists: 'QueueAlreadyExists',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  PurgeQueueInProgress: 'AWS.SimpleQueueService.PurgeQueueInProgress',
  QueueDeletedRecently: 'AWS.SimpleQueueService.QueueDeletedRecently',
}
