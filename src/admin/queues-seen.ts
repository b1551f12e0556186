import type { MessagesPeeked } from '../core/commands/command.ts'
import type { MessageAttribute, QueueAddress } from '../core/model.ts'
import { emptinessText, emptyReasonText } from './emptiness-text.ts'
import type { Emptiness, MessageCounts, MessageSeen } from './queue-view.ts'
import type { Running } from './running.ts'

/** A queue, as those see it that change nothing. */
type QueueSeen = {
  readonly queue: string
  readonly account: string
  readonly region: string
  readonly counts: MessageCounts
}
type MessagesDocument = QueueSeen & { readonly messages: readonly MessageSeen[]; readonly next?: string }
type EmptinessDocument = QueueSeen & Pick<Emptiness, 'reasons'> & { readonly message?: string }

/** A page of the messages of a queue, oldest first; undefined: there is no such queue. `after`: the sequence of the last one of the page before. */
export function messagesSeen(
  { broker }: Running,
  queue: QueueAddress,
  limit: number,
  after?: number,
): Promise<MessagesDocument | undefined> {
  return broker.run(
    { kind: 'peekMessages', queue, which: 'all', limit, ...(after !== undefined && { afterSequence: after }) },
    (result) => (result.ok ? messagesShown(result.value) : undefined),
  )
}

/** Counts of a queue, and why a receive from it comes back empty; without reasons a message is ready. Undefined: there is no such queue. */
export function emptinessSeen(running: Running, asked: QueueAddress): Promise<EmptinessDocument | undefined> {
  return running.broker.run({ kind: 'getQueue', queue: asked }, (result) => {
    if (!result.ok) return undefined
    const { address } = result.value.queue
    const reasons = running.whyEmpty(address)
    const message = emptinessText(address, reasons)
    return {
      queue: address.name,
      account: address.account,
      region: address.region,
      counts: result.value.counts,
      reasons: reasons.map((reason) => ({ kind: reason.kind, message: emptyReasonText(reason, address) })),
      ...(message !== undefined && { message }),
    }
  })
}

/** That there is no such queue, and where it may be. */
export function absenceText(running: Running, queue: QueueAddress): string {
  const { account, region, name } = queue
  const text = emptinessText(queue, running.whyEmpty(queue))
  return text ?? `there is no queue ${name} in account ${account}, region ${region}`
}

function messagesShown(peeked: MessagesPeeked): MessagesDocument {
  const { queue, counts } = peeked.description
  return {
    queue: queue.address.name,
    account: queue.address.account,
    region: queue.address.region,
    counts,
    messages: peeked.messages.map((one) => messageShown(one, peeked.expiresAfterMs)),
    ...(peeked.next !== undefined && { next: String(peeked.next) }),
  }
}

function messageShown(
  { message, state, lockedBy }: MessagesPeeked['messages'][number],
  expiresAfterMs: number | undefined,
): MessageSeen {
  const deduplicationId = message.extras?.deduplicationId
  return {
    messageId: uuid(message.id),
    sequence: message.sequence,
    state,
    ...(lockedBy && { lockedBy: uuid(lockedBy.id) }),
    body: message.body,
    ...(message.attributes && { attributes: attributesShown(message.attributes) }),
    ...(message.groupId !== undefined && { groupId: message.groupId }),
    ...(deduplicationId !== undefined && { deduplicationId }),
    priority: message.priority,
    sentAt: instant(message.sentAtMs),
    visibleAt: instant(message.visibleAtMs),
    receiveCount: message.receiveCount,
    ...(message.firstReceivedAtMs > 0 && { firstReceivedAt: instant(message.firstReceivedAtMs) }),
    ...(expiresAfterMs !== undefined && { expiresAt: instant(message.sentAtMs + expiresAfterMs) }),
  }
}

function attributesShown(attributes: readonly MessageAttribute[]): NonNullable<MessageSeen['attributes']> {
  return Object.fromEntries(
    attributes.map(({ name, type, label, value }) => [
      name,
      { type: label === undefined ? type : `${type}.${label}`, value },
    ]),
  )
}

function uuid(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString()
}
