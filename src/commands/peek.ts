import { countGiven } from './amounts.ts'
import { cellText, columnsText } from './columns.ts'
import { readWords } from './flags.ts'
import { type NamedQueue, namedQueue, placeGiven, shownName } from './named-queue.ts'
import { remark, say, sayJson } from './output.ts'
import { askRunning } from './running-twinmq.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

/** Messages of a queue, as our own API shows them. */
type Shown = { readonly messages: readonly ShownMessage[]; readonly next?: string }

type ShownMessage = {
  readonly messageId: string
  readonly state: 'ready' | 'delayed' | 'inFlight'
  readonly body: string
  readonly groupId?: string
  readonly sentAt: string
  readonly visibleAt: string
  readonly receiveCount: number
}

/** Most that one call of our own API gives. */
const largestPage = 10_000

/** Shows the messages of a queue without touching them. */
export const peek: Subcommand = {
  usage: `Usage: twinmq peek QUEUE [--max N] [--json] [options]

Shows the messages of a queue, oldest first, and changes nothing: neither receive counts nor visibility. When none of them
can be received now, it says why. QUEUE is a name, a URL or an ARN.

  --max N                how many (100)
  --json                 as the document of GET /_twinmq/messages
${queueUsage}`,
  async run(words) {
    const { values, positionals } = readWords(words, { ...queueFlags, max: { type: 'string' } }, ['QUEUE'])
    const limit = Math.min(countGiven('--max', values.max) ?? 100, largestPage)
    const place = placeGiven(values)
    return atTarget(values, async (url) => {
      const queue = await namedQueue(url, positionals[0]!, place)
      const { name, account, region } = queue
      const query = new URLSearchParams({ queue: name, account, region, limit: `${limit}` })
      const shown = Object(await askRunning({ url, method: 'GET', path: `/messages?${query}` })) as Shown
      if (values.json) sayJson(shown)
      else sayMessages(queue, shown)
      if (queue.whyEmpty !== undefined) remark(queue.whyEmpty)
      return exitCodes.done
    })
  },
}

function sayMessages(queue: NamedQueue, { messages, next }: Shown): void {
  const { ready, delayed, inFlight } = queue.counts
  say(`${shownName(queue)}: ${ready} ready, ${delayed} delayed, ${inFlight} in flight`)
  if (messages.length === 0) return
  const grouped = messages.some(({ groupId }) => groupId !== undefined)
  const head = ['MESSAGE ID', 'STATE', 'SENT', 'RECEIVED', ...(grouped ? ['GROUP'] : []), 'BODY']
  process.stdout.write(
    columnsText(
      head,
      messages.map((message) => [
        message.messageId,
        stateText(message),
        message.sentAt,
        message.receiveCount,
        ...(grouped ? [cellText(message.groupId ?? '', 24)] : []),
        cellText(message.body),
      ]),
    ),
  )
  if (next !== undefined) say('and more; --max N shows more of them')
}

function stateText({ state, visibleAt }: ShownMessage): string {
  if (state === 'ready') return 'ready'
  return `${state === 'inFlight' ? 'in flight' : 'delayed'} until ${visibleAt}`
}
