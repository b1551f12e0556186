import type { MessageSeen } from '../admin/queue-view.ts'
import { spanText } from '../document/compare/age-text.ts'
import type { Meaning } from '../text/colours.ts'
import { countGiven } from './amounts.ts'
import { cellText, columnsText } from './columns.ts'
import { readWords } from './flags.ts'
import { type NamedQueue, namedQueue, placeGiven, shownName } from './named-queue.ts'
import { remark, say, sayJson } from './output.ts'
import { askRunning } from './running-twinmq.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

/** Messages of a queue, as our own API shows them. */
type Shown = { readonly messages: readonly MessageSeen[]; readonly next?: string }

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
      const shown: Shown = Object(await askRunning({ url, method: 'GET', path: `/messages?${query}` }))
      if (values.json) sayJson(shown)
      else sayMessages(queue, shown, await nowMsAt(url))
      if (queue.whyEmpty !== undefined) remark(queue.whyEmpty)
      return exitCodes.done
    })
  },
}

/** The clock of the twinmq counts, which may stand still. */
async function nowMsAt(url: string): Promise<number> {
  return Number(Object(await askRunning({ url, method: 'GET', path: '/clock' })).nowMs)
}

function sayMessages(queue: NamedQueue, { messages, next }: Shown, nowMs: number): void {
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
        stateText(message, nowMs),
        message.sentAt,
        message.receiveCount,
        ...(grouped ? [cellText(message.groupId ?? '', 24)] : []),
        cellText(message.body),
      ]),
      (column, cell) => (column === 'STATE' ? meaningOf(String(cell)) : undefined),
    ),
  )
  if (next !== undefined) say('and more; --max N shows more of them')
}

function meaningOf(state: string): Meaning {
  if (state === 'ready') return 'good'
  return state.startsWith('in flight') ? 'waiting' : 'held'
}

/** What keeps a message from being received, and for how long. */
function stateText({ state, lockedBy, groupId = '', visibleAt }: MessageSeen, nowMs: number): string {
  if (state === 'ready') return lockedBy === undefined ? 'ready' : `ready, behind ${cellText(groupId, 24)}`
  const leftMs = Date.parse(visibleAt) - nowMs
  const wait = leftMs > 0 ? `in ${spanText(leftMs < 1_000 ? leftMs : Math.ceil(leftMs / 1_000) * 1_000)}` : 'now'
  return `${state === 'inFlight' ? 'in flight, back' : 'delayed, ready'} ${wait} (${visibleAt})`
}
