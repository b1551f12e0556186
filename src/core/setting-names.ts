import type { QueueSettings } from './model.ts'

/** Every setting there is. */
export const settingNames = [
  'delayMs',
  'maximumMessageBytes',
  'retentionMs',
  'receiveWaitMs',
  'visibilityTimeoutMs',
  'loggingEnabled',
  'kmsMasterKeyId',
  'kmsDataKeyReuseMs',
  'managedEncryption',
  'policy',
  'fifo',
  'contentBasedDeduplication',
  'deduplicationScope',
  'fifoThroughputLimit',
  'redrive',
  'redriveAllow',
] as const satisfies readonly (keyof QueueSettings)[]
