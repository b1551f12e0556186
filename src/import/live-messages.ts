import { relativeText } from '../document/instants.ts'
import type { DocumentMessage, QueueReference } from './imported.ts'
import type { LiveMessage, SqsEndpoint } from './sqs-endpoint.ts'

/** The context in which a received message becomes a message of the document. */
type MessageReading = {
  /** Time at the endpoint, epoch milliseconds. Times of the document are relative to it, so messages keep their age. */
  readonly nowMs: number
  /** Number of receives that the import itself made. */
  readonly ownReceives: number
  /** The default sender, which the document omits. */
  readonly account: string
  /** The queue with that ARN; undefined: it is not imported. */
  readonly queueWithArn: (arn: string) => QueueReference | undefined
}

/** Long enough to see the last message before the first one returns. */
const holdSeconds = 600

/**
 * Messages that can be received, each once. They stay hidden meanwhile, so that each receive returns others, and are given
 * back at the end. A source that does not accept them back shows them again after their timeout.
 */
export async function receivedMessages(endpoint: SqsEndpoint, url: string): Promise<readonly LiveMessage[]> {
  const found = new Map<string, LiveMessage>()
  try {
    for (;;) {
      const messages = await endpoint.receive(url, holdSeconds)
      const fresh = messages.filter(({ id }) => !found.has(id))
      if (fresh.length === 0) return [...found.values()]
      for (const message of fresh) found.set(message.id, message)
    }
  } finally {
    for (const { receiptHandle } of found.values()) await endpoint.giveBack(url, receiptHandle).catch(() => {})
  }
}

/** The messages of a document in the order of their sends. */
export function documentMessages(
  messages: readonly LiveMessage[],
  reading: MessageReading,
): readonly DocumentMessage[] {
  const inOrder = [...messages].sort(
    (a, b) => number(a, 'SentTimestamp') - number(b, 'SentTimestamp') || bySequence(a, b),
  )
  return inOrder.map((message) => documentMessage(message, reading))
}

function documentMessage(message: LiveMessage, reading: MessageReading): DocumentMessage {
  const { nowMs, ownReceives, account, queueWithArn } = reading
  const { body, system, attributes } = message
  const id = message.id.replaceAll('-', '').toLowerCase()
  const receives = Math.max(0, number(message, 'ApproximateReceiveCount') - ownReceives)
  const sender = system.get('SenderId')
  const source = system.get('DeadLetterQueueSourceArn')
  return given({
    body,
    attributes: attributes.length === 0 ? undefined : attributesOf(attributes),
    id: /^[0-9a-f]{32}$/.test(id) ? id : undefined,
    sender: sender === account || sender === '' ? undefined : sender,
    groupId: system.get('MessageGroupId'),
    deduplicationId: system.get('MessageDeduplicationId'),
    sent: ago(number(message, 'SentTimestamp'), nowMs),
    receives: receives === 0 ? undefined : receives,
    firstReceivedAt: receives === 0 ? undefined : ago(number(message, 'ApproximateFirstReceiveTimestamp'), nowMs),
    deadLetterSource: source === undefined ? undefined : queueWithArn(source),
    traceHeader: system.get('AWSTraceHeader'),
  })
}

function attributesOf(attributes: LiveMessage['attributes']): NonNullable<DocumentMessage['attributes']> {
  return Object.fromEntries(attributes.map(({ name, type, value }) => [name, { type, value }]))
}

type Possible<T> = { readonly [K in keyof T]: T[K] | undefined }

/** The message without undefined members. */
function given({ body, ...rest }: Possible<DocumentMessage> & { readonly body: string }): DocumentMessage {
  return { body, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) }
}

function number({ system }: LiveMessage, name: string): number {
  return Number(system.get(name) ?? 0) || 0
}

/** Sequence numbers of FIFO queues are too long for a number. The longer one is higher. */
function bySequence(a: LiveMessage, b: LiveMessage): number {
  const [one, other] = [a.system.get('SequenceNumber') ?? '', b.system.get('SequenceNumber') ?? '']
  return one.length - other.length || (one < other ? -1 : Number(one > other))
}

/** The Date header has whole seconds, so an event of the current second seems to be later than it. */
function ago(atMs: number, nowMs: number): string | undefined {
  return atMs > 0 ? relativeText(Math.min(atMs, nowMs), nowMs) : undefined
}
