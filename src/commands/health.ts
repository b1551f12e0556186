import { setTimeout as pause } from 'node:timers/promises'
import { secondsGiven } from './amounts.ts'
import { addressFlags, addressUsage, readWords, urlGiven } from './flags.ts'
import { holdingsText } from './holdings.ts'
import { say, sayJson } from './output.ts'
import { askOnlyRunning } from './running-twinmq.ts'
import { CommandFailure, exitCodes, type Subcommand } from './subcommand.ts'

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
export const health: Subcommand = {
  usage: `Usage: twinmq health [--url URL] [--wait DURATION] [--json]

Says in one line whether a running twinmq is ready: exit code 0 if it is, else 1.

${addressUsage}  --wait DURATION        try again until it is ready, for as long as that
  --json                 as the document of GET /_twinmq/health
  --help                 print this
`,
  async run(words) {
    const flags = { ...addressFlags, wait: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values } = readWords(words, flags, [])
    const waitSeconds = secondsGiven('--wait', values.wait) ?? 0
    const shown = await readyWithin(await urlGiven(values), waitSeconds * 1_000)
    if (values.json) sayJson(shown)
    else say(healthText(shown))
    return shown.status === 'ready' ? exitCodes.done : exitCodes.failed
  },
}

/** How it is once it is ready, or when the time is over. Rejects with `CommandFailure` if nobody answers then. */
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
