import type { QueueSettings } from '../model.ts'

/** Whether settings ask for a KMS key and for SQS-managed encryption at once. Source: SQS API Reference, SetQueueAttributes. */
export function encryptionConflicts(settings: QueueSettings): boolean {
  return settings.kmsMasterKeyId !== undefined && settings.managedEncryption === true
}
