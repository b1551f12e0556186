// The way of a request without HTTP: wire request in, wire answer out, in one process. Argument: the data file; without it
// the state is in memory. Answers `{ operation, protocol, blocks }` with the nanoseconds that a request took.
import { openSync, writeSync } from 'node:fs'
import type { AdapterOptions, WireRequest, WireResponse } from '../protocols/adapter.ts'
import { mnsAdapter } from '../protocols/mns/adapter.ts'
import { notificationBody } from '../protocols/mns/push.ts'
import { sqsAdapter } from '../protocols/sqs/adapter.ts'
import { stsAdapter } from '../protocols/sts/adapter.ts'
import { Broker } from '../src/broker/broker.ts'
import { SystemClock } from '../src/broker/clock.ts'
import { RunIds } from '../src/broker/random.ts'
import { emptyState } from '../src/core/state.ts'
import { lineLog } from '../src/log.ts'
import { Dispatcher } from '../src/server/dispatch.ts'
import { FileStore } from '../src/store/file-store.ts'
import { MemoryStore } from '../src/store/memory-store.ts'
import { planFor, type Step } from './plans.mjs'

/** Requests that come in one turn of the event loop, as from so many connections. */
const together = 64
const host = '127.0.0.1:4566'
const queue = { name: 'bench', url: `http://${host}/000000000000/bench`, port: 4566, bare: false }

const ids = new RunIds(undefined)
const options: AdapterOptions = {
  defaultAccount: '000000000000',
  defaultRegion: 'us-east-1',
  namespace: 'isolated',
  strict: false,
  nowMs: Date.now,
  nextRequestId: () => ids.answers.next(),
  warn: () => {},
}

/** At the default level, into a file, as the command does it. */
const logFile = openSync('/dev/null', 'a')
const log = lineLog('info', 'text', (text) => writeSync(logFile, text))

const file = process.argv[2]
const store = file === undefined ? new MemoryStore('isolated') : fileStore(file)
const { state = emptyState('isolated') } = await store.load()
const broker = new Broker({
  state,
  store,
  clock: new SystemClock(),
  rules: { purgeCoolDown: false, deleteCoolDown: false, retention: true, notificationBody },
  pushes: { send: async () => ({ status: 204 }) },
})
const dispatcher = new Dispatcher([mnsAdapter(options), stsAdapter(options), sqsAdapter(options)], log)
dispatcher.open(broker)

function fileStore(path: string): FileStore {
  return new FileStore({ file: path, durability: 'process', namespace: 'isolated', nowMs: Date.now })
}

/** The request that the bytes of HTTP stand for. */
function wireRequest(bytes: Buffer | string): WireRequest {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const [line = '', ...lines] = text.slice(0, end).split('\r\n')
  const [method = '', target = ''] = line.split(' ')
  const headers = lines.map((each) => {
    const colon = each.indexOf(':')
    return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()]
  })
  const body = Buffer.from(text.slice(end + 4), 'latin1')
  return { method, target, headers: Object.fromEntries(headers), body, scheme: 'http', base: `http://${host}`, host }
}

/** Sends requests in one turn of the loop, and resolves to their answers. */
function exchange(requests: readonly WireRequest[]): Promise<readonly WireResponse[]> {
  return new Promise((resolve) => {
    const answers: WireResponse[] = []
    const answer = (response: WireResponse): void => {
      answers.push(response)
      if (answers.length === requests.length) resolve(answers)
    }
    for (const request of requests) dispatcher.dispatch(request, { closed: false, onClose() {}, answer })
  })
}

/** Runs a plan once on each connection. Gives the processor time that its requests took, nanoseconds. */
async function runPlan(plan: readonly Step[], turn: number): Promise<number> {
  let handles: readonly (string | undefined)[] = []
  let ns = 0
  for (const step of plan) {
    const requests = Array.from({ length: together }, (_, at) => wireRequest(step.request(turn + at, handles[at])))
    const start = process.cpuUsage()
    const answers = await exchange(requests)
    const { user, system } = process.cpuUsage(start)
    ns += (user + system) * 1_000
    const failed = answers.find(({ status }) => status >= 300)
    if (failed) throw new Error(`answered ${failed.status}: ${failed.body}`)
    handles = answers.map(({ body }) => step.handleIn?.(Buffer.from(body)))
  }
  return ns
}

type Job = { readonly operation: string; readonly protocol: string; readonly blocks: number }

/** Nanoseconds that a request of the plan took on an emptied queue. */
async function costOf({ operation, protocol, blocks }: Job): Promise<number> {
  await broker.reset()
  const settings = { queue: { account: '000000000000', region: 'us-east-1', name: queue.name }, settings: {}, tags: [] }
  await broker.run({ kind: 'createQueue', ...settings, mustMatch: {}, defaults: {} }, () => {})
  const plan = planFor(operation, protocol, queue)
  let ns = 0
  for (let block = 0; block < blocks; block++) ns += await runPlan(plan, block * together)
  return ns / (blocks * together * plan.length)
}

process.on('message', (job: Job) => {
  costOf(job).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
