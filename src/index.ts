export { TwinmqError, type TwinmqErrorCode } from './library/errors.ts'
export type { TestTwinmqOptions, TwinmqOptions } from './library/options.ts'
export type { SnapshotDocument } from './library/snapshot-document.ts'
export { startTwinmq } from './library/start.ts'
export type {
  MnsSettings,
  PeekedMessage,
  QueueCounts,
  SqsSettings,
  TestTwinmq,
  Twinmq,
  TwinmqAccount,
  TwinmqClock,
  TwinmqDuration,
  TwinmqPlace,
  WhyEmpty,
} from './library/twinmq.ts'
