import { namesOf, type SettingRows } from './setting.ts'

const sqsAttributes = 'SQS API Reference, SetQueueAttributes'
const both = `${sqsAttributes}; MNS API, SetQueueAttributes`
const openApi = 'Mns-Open API, CreateQueue'

/**
 * Every setting of a queue, in the order in which two queues are compared. Everything that reads, writes, checks or
 * compares settings goes by these rows, so a new setting is a new row.
 */
export const queueSettings = {
  delayMs: {
    kind: 'duration',
    about: 'Delay of a message whose sender sets none.',
    source: both,
    default: 0,
    sqs: { name: 'DelaySeconds', low: 0, high: 900 },
    mns: { name: 'DelaySeconds', low: 0, high: 604_800 },
  },
  maximumMessageBytes: {
    kind: 'bytes',
    about: 'Largest message, in bytes:',
    source: `${both}; the earlier SQS default held until August 2025`,
    default: 65_536,
    sqs: { name: 'MaximumMessageSize', low: 1_024, high: 1_048_576, default: 1_048_576, formerDefaults: [262_144] },
    mns: { name: 'MaximumMessageSize', low: 1_024, high: 65_536 },
  },
  retentionMs: {
    kind: 'duration',
    about: 'How long a message is kept.',
    source: `${both}; seven days in MNS today, fifteen in old documents`,
    default: 345_600_000,
    sqs: { name: 'MessageRetentionPeriod', low: 60, shortLow: 1, high: 1_209_600 },
    mns: { name: 'MessageRetentionPeriod', low: 60, high: 604_800 },
  },
  receiveWaitMs: {
    kind: 'duration',
    about: 'How long a receive waits for a message.',
    source: both,
    default: 0,
    sqs: { name: 'ReceiveMessageWaitTimeSeconds', low: 0, high: 20 },
    mns: { name: 'PollingWaitSeconds', low: 0, high: 30 },
  },
  visibilityTimeoutMs: {
    kind: 'duration',
    about: 'How long a received message stays hidden.',
    source: both,
    default: 30_000,
    sqs: { name: 'VisibilityTimeout', low: 0, high: 43_200 },
    mns: { name: 'VisibilityTimeout', low: 1, high: 43_200 },
  },
  loggingEnabled: {
    kind: 'flag',
    about: 'MNS: stored, without effect.',
    source: 'MNS API, SetQueueAttributes',
    default: false,
    mns: { name: 'LoggingEnabled' },
  },
  kmsMasterKeyId: {
    kind: 'text',
    about: 'SQS: stored, without effect.',
    source: sqsAttributes,
    sqs: { name: 'KmsMasterKeyId' },
  },
  kmsDataKeyReuseMs: {
    kind: 'duration',
    about: 'SQS: stored, without effect.',
    source: sqsAttributes,
    default: 300_000,
    beside: 'kmsMasterKeyId',
    sqs: { name: 'KmsDataKeyReusePeriodSeconds', low: 60, high: 86_400 },
  },
  managedEncryption: {
    kind: 'flag',
    about: 'SQS: stored, without effect.',
    source: sqsAttributes,
    default: true,
    sqs: { name: 'SqsManagedSseEnabled' },
  },
  policy: {
    kind: 'policy',
    about: 'SQS: who may do what, as JSON text or an object; stored, without effect.',
    source: sqsAttributes,
    sqs: { name: 'Policy' },
  },
  fifo: {
    kind: 'queueType',
    about:
      'Whether this is a FIFO queue; one whose name ends in .fifo always is. QueueType, of MNS: "fifo" or "normal".',
    source: `${sqsAttributes}; ${openApi}`,
    sqs: { name: 'FifoQueue' },
    mns: { name: 'QueueType' },
  },
  contentBasedDeduplication: {
    kind: 'flag',
    about: 'FIFO queues: if a sender sets no deduplication id, the SHA-256 of the body is used.',
    source: sqsAttributes,
    fifoOnly: true,
    default: false,
    sqs: { name: 'ContentBasedDeduplication' },
  },
  deduplicationScope: {
    kind: 'choice',
    about: 'FIFO queues: where a deduplication id counts. The value at creation stays in force.',
    source: sqsAttributes,
    fifoOnly: true,
    default: 'queue',
    choices: { queue: 'queue', messageGroup: 'messageGroup' },
    sqs: { name: 'DeduplicationScope' },
  },
  fifoThroughputLimit: {
    kind: 'choice',
    about: 'FIFO queues: stored, without effect.',
    source: sqsAttributes,
    fifoOnly: true,
    default: 'perQueue',
    choices: { perQueue: 'perQueue', perMessageGroupId: 'perMessageGroupId' },
    sqs: { name: 'FifoThroughputLimit' },
  },
  redrive: {
    kind: 'redrive',
    about: 'The dead-letter queue, and after how many receives a message moves there: an object, or its JSON text.',
    source: `${sqsAttributes}; ${openApi}`,
    sqs: { name: 'RedrivePolicy' },
    mns: { name: 'DlqPolicy' },
  },
  redriveAllow: {
    kind: 'redriveAllow',
    about: 'Which queues may name this one as their dead-letter queue: an object, or its JSON text.',
    source: sqsAttributes,
    sqs: { name: 'RedriveAllowPolicy' },
  },
} as const satisfies SettingRows

/** The names of all settings of a queue. */
export const queueSettingNames = namesOf(queueSettings)

/** The names of the settings that only FIFO queues have, in the order of their checks. */
export const fifoOnlySettings = queueSettingNames.filter((name) => 'fifoOnly' in queueSettings[name])
