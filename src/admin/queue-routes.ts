import type { Context } from 'hono'
import { Hono } from 'hono'
import type { MessagesPeeked, QueueDescription } from '../core/command.ts'
import type { Message, MessageAttribute, MessageState, QueueAddress } from '../core/model.ts'
import { emptinessText, emptyReasonText } from './emptiness-text.ts'
import { problem } from './problem.ts'
import type { Running } from './running.ts'

const uuidParts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
const defaultPage = 100
const largestPage = 10_000

/** `GET /queues`: every queue with its counts. `GET /messages`: every message of one queue, untouched. `GET /why-empty`: why a receive from it comes back empty. */
export function queueRoutes(running: () => Running): Hono {
  const app = new Hono()
  app.get('/queues', async (context) => {
    const queues = await running().broker.run(
      { kind: 'listQueues', prefix: '', limit: Number.MAX_SAFE_INTEGER },
      (result) => (result.ok ? result.value.queues.map(queueShown) : []),
    )
    return context.json({ queues })
  })
  app.get('/messages', (context) => messages(context, running()))
  app.get('/why-empty', (context) => whyEmpty(context, running()))
  return app
}

async function messages(context: Context, running: Running): Promise<Response> {
  const queue = queueAsked(context, running)
  if (queue instanceof Response) return queue
  const limit = pageSize(context.req.query('limit'))
  if (limit === undefined) return problem(context, 400, 'invalidParameter', `limit is 1 to ${largestPage}`, 'limit')
  const after = context.req.query('after')
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    return problem(context, 400, 'invalidParameter', 'after takes the `next` of the page before', 'after')
  const shown = await running.broker.run(
    { kind: 'peekMessages', queue, which: 'all', limit, ...(after !== undefined && { afterSequence: Number(after) }) },
    (result) => (result.ok ? messagesShown(result.value) : undefined),
  )
  return shown ? context.json(shown) : queueNotFound(context, running, queue)
}

/** `message` says all reasons in one line; it is absent when a message is ready. */
async function whyEmpty(context: Context, running: Running): Promise<Response> {
  const queue = queueAsked(context, running)
  if (queue instanceof Response) return queue
  const shown = await running.broker.run({ kind: 'getQueue', queue }, (result) => {
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
  return shown ? context.json(shown) : queueNotFound(context, running, queue)
}

/** The queue that a request names, or the answer that says that it names none. */
function queueAsked(context: Context, { defaults }: Running): QueueAddress | Response {
  const name = context.req.query('queue')
  if (!name) return problem(context, 400, 'missingParameter', 'say which queue: ?queue=NAME', 'queue')
  const { account = defaults.account, region = defaults.region } = context.req.query()
  return { account, region, name }
}

function queueNotFound(context: Context, running: Running, queue: QueueAddress): Response {
  const { account, region, name } = queue
  const text = emptinessText(queue, running.whyEmpty(queue))
  const message = text ?? `there is no queue ${name} in account ${account}, region ${region}`
  return problem(context, 404, 'queueNotFound', message, 'queue')
}

function pageSize(text: string | undefined): number | undefined {
  if (text === undefined) return defaultPage
  const size = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return size >= 1 && size <= largestPage ? size : undefined
}

function queueShown({ queue, counts }: QueueDescription): object {
  const { name, account, region } = queue.address
  return { name, account, region, fifo: queue.settings.fifo === true, counts }
}

function messagesShown(peeked: MessagesPeeked): object {
  const { queue, counts } = peeked.description
  return {
    queue: queue.address.name,
    account: queue.address.account,
    region: queue.address.region,
    counts,
    messages: peeked.messages.map(({ message, state }) => messageShown(message, state, peeked.expiresAfterMs)),
    ...(peeked.next !== undefined && { next: String(peeked.next) }),
  }
}

function messageShown(message: Message, state: MessageState, expiresAfterMs: number | undefined): object {
  const deduplicationId = message.extras?.deduplicationId
  return {
    messageId: message.id.replace(uuidParts, '$1-$2-$3-$4-$5'),
    sequence: message.sequence,
    state,
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

function attributesShown(attributes: readonly MessageAttribute[]): object {
  return Object.fromEntries(
    attributes.map(({ name, type, label, value }) => [
      name,
      { type: label === undefined ? type : `${type}.${label}`, value },
    ]),
  )
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString()
}
