import { queueSettings } from '../../src/core/settings/queue-settings.ts'

/** A range that MNS states, both ends included. The unit is the word that ends its error text. */
export type Range = { readonly low: number; readonly high: number; readonly unit?: 'seconds' | 'bytes' | 'characters' }

/** Ranges and sizes of MNS; those of a setting stand in its row. Sources: MNS API reference of the action named; MNS Limits. */
export const limits = {
  /** CreateQueue and SendMessage, DelaySeconds. */
  delay: secondsOf(queueSettings.delayMs.mns),
  /** CreateQueue, MaximumMessageSize; its high end is also what any message may have, properties included. */
  messageSize: { ...queueSettings.maximumMessageBytes.mns, unit: 'bytes' },
  /** CreateQueue and ChangeMessageVisibility, VisibilityTimeout. */
  visibilityTimeout: secondsOf(queueSettings.visibilityTimeoutMs.mns),
  /** CreateQueue, PollingWaitSeconds; ReceiveMessage, waitseconds. */
  pollingWait: secondsOf(queueSettings.receiveWaitMs.mns),
  /** SendMessage, MessageBody: the high end is the queue's own limit. */
  body: { low: 1, high: 65_536, unit: 'bytes' },
  /** SendMessage, Priority: 1 goes first. */
  priority: { low: 1, high: 16 },
  /** Entries of every batch action. */
  batch: { low: 1, high: 16 },
  /** BatchSendMessage: all entries together. */
  batchSize: { low: 1, high: 65_536, unit: 'bytes' },
  /** ListQueue, ListTopic and ListSubscriptionByTopic, x-mns-ret-number. */
  page: { low: 1, high: 1000 },
  /** PublishMessage, MessageTag; Subscribe, FilterTag. */
  tag: { low: 1, high: 16, unit: 'characters' },
  /** SetAccountAttributes, TraceEnabled: any number. */
  trace: { low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER },
  /** Our extension DlqPolicy, MaxReceiveCount: as in SQS, whose queues these are too. */
  receives: { low: 1, high: 1000 },
} as const satisfies Readonly<Record<string, Range>>

function secondsOf(setting: { readonly low: number; readonly high: number }): Range {
  return { low: setting.low, high: setting.high, unit: 'seconds' }
}

/** Longest queue name, in characters. Source: MNS API, CreateQueue; its error text speaks of 256. */
export const maximumQueueName = 120

/** Longest topic name, in characters. Source: MNS API, CreateTopic; its error text speaks of 256. */
export const maximumTopicName = 120

/** Longest name of a subscription, in characters. Source: MNS Limits; its error text speaks of 256. */
export const maximumSubscriptionName = 255

/** User properties of one message. Source: MNS, message properties. */
export const propertyLimits = { count: 50, nameCharacters: 256, valueCharacters: 4096 } as const

/** Whether the value lies in the range. */
export function within(range: Range, value: number): boolean {
  return value >= range.low && value <= range.high
}
