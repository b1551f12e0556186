import { setTimeout as pause } from 'node:timers/promises'
import { secondsGiven } from './amounts.ts'
import { subcommand } from './command-line.ts'
import { addressFlags, urlGiven } from './flags.ts'
import { holdingsText } from './holdings.ts'
import { say, sayJson } from './output.ts'
import { askOnlyRunning } from './running-twinmq.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** What `GET /_twinmq/health` answers. */
type Health = {
  readonly status: string
  readonly version: string
  readonly clock: string
  readonly dataFile: string | null
  readonly queues: number
  readonly messages: number
  readonly reason?: string
}

/** Real time between two tries, milliseconds. */
const tryEveryMs = 100

/** Says whether a twinmq is ready. */
export const health = subcommand({
  summary: 'check whether a twinmq is ready',
  words: [],
  flags: {
    wait: { value: 'DURATION', help: 'how long to wait until it is ready' },
    json: { help: 'print the document of GET /_twinmq/health' },
  },
  shared: addressFlags,
  about:
    'Says in one line whether a running twinmq is ready. Init scripts may still run then; /_localstack/init/ready reports them.',
  exits: {
    [exitCodes.done]: 'ready',
    [exitCodes.failed]: 'not ready, or not reachable',
    [exitCodes.badOption]: 'wrong usage',
  },
  examples: ['twinmq health --wait 30s'],
  async run({ values }) {
    const waitSeconds = secondsGiven('--wait', values.wait) ?? 0
    const shown = await readyWithin(await urlGiven(values), waitSeconds * 1_000)
    if (values.json) sayJson(shown)
    else say(healthText(shown))
    return shown.status === 'ready' ? exitCodes.done : exitCodes.failed
  },
})

/** The health when twinmq is ready or the time is up. Rejects with `CommandFailure` if no twinmq answers by then. */
async function readyWithin(url: string, waitMs: number): Promise<Health> {
  const endMs = performance.now() + waitMs
  for (;;) {
    const leftMs = endMs - performance.now()
    try {
      const shown: Health = Object(await askOnlyRunning({ url, method: 'GET', path: '/health', alsoStatus: 503 }))
      if (shown.status === 'ready' || leftMs <= 0) return shown
    } catch (error) {
      if (!(error instanceof CommandFailure) || leftMs <= 0) throw error
    }
    await pause(Math.min(tryEveryMs, leftMs))
  }
}

function healthText(shown: Health): string {
  const place = shown.dataFile === null ? 'in memory' : `in ${shown.dataFile}`
  const clock = shown.clock === 'manual' ? ', clock stands still' : ''
  const reason = shown.reason === undefined ? '' : `: ${shown.reason}`
  return `${shown.status}${reason}; twinmq ${shown.version}, ${holdingsText(shown)} ${place}${clock}`
}
