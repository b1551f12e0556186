import type { Context } from 'hono'
import { Hono } from 'hono'
import type { QueueDescription } from '../core/commands/command.ts'
import type { QueueAddress } from '../core/model.ts'
import { problem } from './problem.ts'
import { absenceText, emptinessSeen, messagesSeen } from './queues-seen.ts'
import type { Running } from './running.ts'

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
  if (limit === undefined)
    return problem(context, 400, 'invalidParameter', `limit must be 1 to ${largestPage}`, 'limit')
  const after = context.req.query('after')
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    return problem(context, 400, 'invalidParameter', 'after must be the `next` of the previous page', 'after')
  const shown = await messagesSeen(running, queue, limit, after === undefined ? undefined : Number(after))
  return shown ? context.json(shown) : queueNotFound(context, running, queue)
}

/** `message` says all reasons in one line; it is absent when a message is ready. */
async function whyEmpty(context: Context, running: Running): Promise<Response> {
  const queue = queueAsked(context, running)
  if (queue instanceof Response) return queue
  const shown = await emptinessSeen(running, queue)
  return shown ? context.json(shown) : queueNotFound(context, running, queue)
}

/** The queue that a request names, or the answer to a request that names no queue. */
function queueAsked(context: Context, { defaults }: Running): QueueAddress | Response {
  const name = context.req.query('queue')
  if (!name) return problem(context, 400, 'missingParameter', 'name the queue: ?queue=NAME', 'queue')
  const { account = defaults.account, region = defaults.region } = context.req.query()
  return { account, region, name }
}

function queueNotFound(context: Context, running: Running, queue: QueueAddress): Response {
  return problem(context, 404, 'queueNotFound', absenceText(running, queue), 'queue')
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
