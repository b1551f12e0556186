import { invalidValue, type WireError } from '../aws/errors.ts'

/** A range that SQS states, both ends included, with the sentence that ends its error text. */
type Range = { readonly low: number; readonly high: number; readonly reason: string }

/** Ranges of parameters, in the unit of the parameter. Sources: SQS API Reference, the action named. */
export const ranges = {
  /** SendMessage, DelaySeconds. */
  delaySeconds: { low: 0, high: 900, reason: 'DelaySeconds must be >= 0 and <= 900.' },
  /** ReceiveMessage, MaxNumberOfMessages. */
  maxNumberOfMessages: { low: 1, high: 10, reason: 'Must be between 1 and 10, if provided.' },
  /** ReceiveMessage, WaitTimeSeconds. */
  waitTimeSeconds: { low: 0, high: 20, reason: 'Must be >= 0 and <= 20, if provided.' },
  /** ReceiveMessage, VisibilityTimeout. */
  receiveVisibilityTimeout: { low: 0, high: 43_200, reason: 'Must be >= 0 and <= 43200, if provided.' },
  /** ChangeMessageVisibility, VisibilityTimeout. */
  visibilityTimeout: { low: 0, high: 43_200, reason: 'VisibilityTimeout must be an integer between 0 and 43200.' },
} as const satisfies Readonly<Record<string, Range>>

/** Sizes and counts: bytes, characters or pieces. Sources: SQS Developer Guide, message quotas and queue quotas. */
export const limits = {
  /** Largest message, and all entries of a SendMessageBatch together, in bytes. */
  messageBytes: 1_048_576,
  /** Entries of a batch. */
  batchEntries: 10,
  /** Characters of a queue name, the suffix of a FIFO queue included. */
  queueName: 80,
  /** Attributes that a sender may put on one message. */
  messageAttributes: 10,
  /** Bytes of the name, and of the type, of a message attribute. */
  messageAttributeName: 256,
  /** Digits of a message attribute of type Number. */
  numberDigits: 38,
  /** Messages in flight at once, on a queue of either type; FIFO queues had 20,000 until November 2024. */
  inFlight: 120_000,
  /** Receives after which a message goes to a dead-letter queue. */
  receives: 1000,
  /** Queues that a RedriveAllowPolicy may name. */
  redriveSources: 10,
  /** Tags in one call. */
  tags: 50,
  /** Characters of a tag's key. */
  tagKey: 128,
  /** Characters of a tag's value. */
  tagValue: 256,
  /** Queues on one page of ListQueues and ListDeadLetterSourceQueues. */
  listedQueues: 1000,
} as const

/** What is wrong with the value of a parameter; undefined for one in range or not given. */
export function rangeError(parameter: string, value: number | undefined, range: Range): WireError | undefined {
  if (value === undefined || (value >= range.low && value <= range.high)) return undefined
  return invalidValue(parameter, value, range.reason)
}

const idForm = /^[!-~]{1,128}$/

/** What is wrong with an id that a sender or receiver chose: groups, duplicates and attempts go by such; undefined for a good one or none. */
export function idError(parameter: string, id: string | undefined): WireError | undefined {
  if (id === undefined || idForm.test(id)) return undefined
  return invalidValue(
    parameter,
    id,
    `${parameter} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
  )
}
