import type { AdapterOptions, WireRequest, WireResponse } from '../../protocols/adapter.ts'
import { mnsAdapter } from '../../protocols/mns/adapter.ts'
import { notificationBody } from '../../protocols/mns/push.ts'
import type { AccessKey } from '../../protocols/signing/keys.ts'
import { sqsAdapter } from '../../protocols/sqs/adapter.ts'
import { stsAdapter } from '../../protocols/sts/adapter.ts'
import { Broker } from '../../src/broker/broker.ts'
import { ManualClock } from '../../src/broker/clock.ts'
import { ClockControl } from '../../src/broker/clock-control.ts'
import type { PushSender } from '../../src/broker/deliveries.ts'
import type { Namespace } from '../../src/core/model.ts'
import { randomId, SeededRandom } from '../../src/core/random.ts'
import { emptyState } from '../../src/core/state.ts'
import { silentLog } from '../../src/log.ts'
import { type Connection, Dispatcher } from '../../src/server/dispatch.ts'
import { MemoryStore } from '../../src/store/memory-store.ts'
import { WireRecorder } from './wire-recorder.ts'

/** What a test app is made with. */
export type TestAppOptions = {
  readonly nowMs?: number
  readonly seed?: number
  readonly strict?: boolean
  readonly namespace?: Namespace
  readonly publicUrl?: string
  /** Present: signatures are checked by these. */
  readonly keys?: readonly AccessKey[]
  /** What the machine's own clock says, to which signatures may also keep; as `nowMs` unless said otherwise. */
  readonly realNowMs?: number
  /** Absent: every push over HTTP is answered with 204. */
  readonly pushes?: PushSender
  /** What its answers are recorded as. Absent: the test that runs. */
  readonly recordedAs?: string
}

/** A request; by default a POST to `/`. */
export type TestRequest = {
  readonly method?: string
  readonly target?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Its answer. */
export type TestReply = { readonly status: number; readonly headers: Record<string, string>; readonly body: string }

/** Both APIs over one engine on a manual clock, without a socket in between. */
export type TestApp = {
  request(request: TestRequest): Promise<TestReply>
  /** As `request`, for a client that can go away: `leave` closes its connection. */
  open(request: TestRequest): { readonly reply: Promise<TestReply>; leave(): void }
  readonly clock: { nowMs(): number; advance(ms: number): Promise<void> }
  readonly broker: Broker
  /** Lines the adapters asked to have logged. */
  readonly warnings: readonly string[]
  /** The same of level info. */
  readonly remarks: readonly string[]
  close(): Promise<void>
}

const host = '127.0.0.1:4566'
const welcoming: PushSender = { send: async () => ({ status: 204 }) }

/** Starts both APIs in memory, at 2026-01-01T00:00:00Z unless told otherwise. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { nowMs = Date.UTC(2026, 0, 1), seed = 1, strict = false, namespace = 'isolated', publicUrl } = options
  const { pushes = welcoming } = options
  const store = new MemoryStore(namespace)
  const { state } = await store.load()
  const rules = { purgeCoolDown: strict, deleteCoolDown: strict, retention: true, notificationBody }
  const broker = new Broker({
    state: state ?? emptyState(namespace),
    store,
    clock: new ManualClock(nowMs),
    rules,
    pushes,
    seed,
  })
  const clock = new ClockControl(broker)
  const warnings: string[] = []
  const remarks: string[] = []
  const adapterOptions = adapterOptionsOf(options, () => broker.clock.nowMs(), { warnings, remarks })
  const dispatcher = new Dispatcher(
    [mnsAdapter(adapterOptions), stsAdapter(adapterOptions), sqsAdapter(adapterOptions)],
    silentLog,
  )
  dispatcher.open(broker)
  const recorder = new WireRecorder(options.recordedAs)

  const open: TestApp['open'] = (request) => {
    const wire = wireRequest(request, publicUrl)
    const connection = new TestConnection()
    dispatcher.dispatch(wire, connection)
    return { reply: recorder.record(wire, connection.reply), leave: () => connection.leave() }
  }
  return {
    open,
    request: (request) => open(request).reply,
    clock: {
      nowMs: () => broker.clock.nowMs(),
      async advance(ms) {
        await clock.advance(ms)
      },
    },
    broker,
    warnings,
    remarks,
    close: () => broker.stop(0),
  }
}

/** A connection without a socket, which a client can leave. */
class TestConnection implements Connection {
  closed = false
  #gone = (): void => {}
  answer: (response: WireResponse) => void = () => {}
  readonly reply = new Promise<WireResponse>((resolve) => {
    this.answer = resolve
  })

  onClose(gone: () => void): void {
    this.#gone = gone
  }

  leave(): void {
    this.closed = true
    this.#gone()
  }
}

function adapterOptionsOf(
  options: TestAppOptions,
  nowMs: () => number,
  { warnings, remarks }: { readonly warnings: string[]; readonly remarks: string[] },
): AdapterOptions {
  const { seed = 1, strict = false, namespace = 'isolated', keys, realNowMs = nowMs() } = options
  const requestIds = new SeededRandom(seed, Number.MAX_SAFE_INTEGER)
  return {
    defaultAccount: '000000000000',
    defaultRegion: 'us-east-1',
    namespace,
    strict,
    nowMs,
    nextRequestId: () => randomId(requestIds),
    warn: (line) => warnings.push(line),
    info: (line) => remarks.push(line),
    ...(keys && { authentication: { keys, realNowMs: () => realNowMs } }),
  }
}

function wireRequest(request: TestRequest, publicUrl: string | undefined): WireRequest {
  const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const headers: Record<string, string> = { host, ...Object.fromEntries(given) }
  const askedHost = headers.host!
  return {
    method: request.method ?? 'POST',
    target: request.target ?? '/',
    headers,
    body: Buffer.from(request.body ?? ''),
    scheme: 'http',
    host: askedHost,
    base: publicUrl ?? `http://${askedHost}`,
    ...(publicUrl !== undefined && { publicUrl }),
  }
}
