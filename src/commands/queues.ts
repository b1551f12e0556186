import type { MessageCounts } from '../admin/queue-view.ts'
import { columnsText } from './columns.ts'
import { readWords } from './flags.ts'
import { placeGiven } from './named-queue.ts'
import { remark, sayJson } from './output.ts'
import { askRunning } from './running-twinmq.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

/** A queue in the answer of our own API. */
type ListedQueue = {
  readonly name: string
  readonly account: string
  readonly region: string
  readonly fifo: boolean
  readonly counts: MessageCounts
}

/** Lists queues with their counts. */
export const queues: Subcommand = {
  usage: `Usage: twinmq queues [--json] [options]

Lists every queue with its counts; with --account or --region those of that account or region.

  --json                 as the document of GET /_twinmq/queues
${queueUsage}`,
  async run(words) {
    const { values } = readWords(words, queueFlags, [])
    const { account, region } = placeGiven(values)
    const all = await atTarget(values, listed)
    const meant = all.filter(
      (queue) =>
        (account === undefined || queue.account === account) && (region === undefined || queue.region === region),
    )
    if (values.json) sayJson({ queues: meant })
    else if (meant.length > 0) process.stdout.write(tableOf(meant))
    else remark(all.length === 0 ? 'there are no queues' : `there are no queues there; ${all.length} are elsewhere`)
    return exitCodes.done
  },
}

async function listed(url: string): Promise<readonly ListedQueue[]> {
  return Object(await askRunning({ url, method: 'GET', path: '/queues' })).queues
}

function tableOf(queues: readonly ListedQueue[]): string {
  const head = ['NAME', 'READY', 'DELAYED', 'IN FLIGHT', 'TYPE', 'REGION', 'ACCOUNT']
  return columnsText(
    head,
    queues.map(({ name, counts, fifo, region, account }) => [
      name,
      counts.ready,
      counts.delayed,
      counts.inFlight,
      fifo ? 'FIFO' : 'standard',
      region,
      account,
    ]),
  )
}
