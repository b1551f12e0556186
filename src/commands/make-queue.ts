import { type NamedQueue, namedQueue, type QueueName, queueThere } from './named-queue.ts'
import { callSqs } from './sqs-call.ts'

/** A queue that is there now. */
type Made = {
  readonly queue: NamedQueue
  /** False: it was there before. */
  readonly created: boolean
  /** Its URL, as SQS answered. */
  readonly url: string
}

const advice = {
  QueueNameExists: 'twinmq delete removes it, the AWS CLI changes it with: sqs set-queue-attributes',
}

/** What the names of FIFO queues end in. Source: SQS API Reference, CreateQueue. */
const fifoEnd = '.fifo'

/** Whether the name of a queue is that of a FIFO queue. */
export function isFifoName(name: string): boolean {
  return name.endsWith(fifoEnd)
}

/** The name as one of a FIFO queue. */
export function asFifo<N extends { readonly name: string }>(queue: N): N {
  return isFifoName(queue.name) ? queue : { ...queue, name: queue.name + fifoEnd }
}

/** Makes a queue, of the kind that its name says, unless it is there with these attributes. Rejects with `CommandFailure`. */
export async function makeQueue(
  url: string,
  wanted: QueueName,
  attributes: Readonly<Record<string, string>> = {},
): Promise<Made> {
  const before = await queueThere(url, wanted)
  const kind = isFifoName(wanted.name) && { FifoQueue: 'true' }
  const input = { QueueName: wanted.name, Attributes: { ...kind, ...attributes } }
  const { QueueUrl: queueUrl } = await callSqs(url, 'CreateQueue', input, before ?? wanted, advice)
  return {
    queue: before ?? (await namedQueue(url, wanted.name, wanted)),
    created: before === undefined,
    url: String(queueUrl),
  }
}
