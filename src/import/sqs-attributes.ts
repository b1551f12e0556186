import type { AttributeValue, Notify } from './imported.ts'

/** Reads the text of an attribute; undefined: it is the default. */
type Row = (text: string) => AttributeValue | undefined

/**
 * Attributes of a queue that can be set, except those that name other queues. Source: SQS API Reference, CreateQueue;
 * the default of MaximumMessageSize changed in August 2025.
 */
const rows: ReadonlyMap<string, Row> = new Map([
  ['VisibilityTimeout', number(30)],
  ['DelaySeconds', number(0)],
  ['MessageRetentionPeriod', number(345_600)],
  ['MaximumMessageSize', number(262_144, 1_048_576)],
  ['ReceiveMessageWaitTimeSeconds', number(0)],
  ['FifoQueue', truth(false)],
  ['ContentBasedDeduplication', truth(false)],
  ['DeduplicationScope', word('queue')],
  ['FifoThroughputLimit', word('perQueue')],
  ['KmsMasterKeyId', word('')],
  ['KmsDataKeyReusePeriodSeconds', number(300)],
  ['SqsManagedSseEnabled', truth(true)],
  ['Policy', word('')],
])

/** Attributes that are read-only or read elsewhere. */
const others =
  /^(?:QueueArn|CreatedTimestamp|LastModifiedTimestamp|ApproximateNumberOf\w+|RedrivePolicy|RedriveAllowPolicy)$/

/** Attributes of a queue from the texts that SQS gives, without defaults. */
export function attributesOf(
  texts: ReadonlyMap<string, string>,
  queue: string,
  notify: Notify,
): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {}
  for (const [name, text] of texts) {
    const row = rows.get(name)
    const value = row?.(text)
    if (value !== undefined) attributes[name] = value
    if (row === undefined && !others.test(name)) notify(`queue "${queue}": ${name} is left out: it is unknown`)
  }
  return attributes
}

function number(...usual: readonly number[]): Row {
  return (text) => (text === '' || usual.includes(Number(text)) ? undefined : Number(text))
}

function truth(usual: boolean): Row {
  return (text) => {
    const value = text.toLowerCase() === 'true'
    return value === usual ? undefined : value
  }
}

function word(usual: string): Row {
  return (text) => (text === usual ? undefined : text)
}
