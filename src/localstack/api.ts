import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hostname, platform } from 'node:os'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { guard } from '../admin/guard.ts'
import type { Running } from '../admin/running.ts'
import type { Log } from '../log.ts'
import { initRoutes } from './init-routes.ts'
import type { InitStages } from './init-state.ts'
import { NotedHealth } from './noted-health.ts'
import { pythonJson } from './python-json.ts'
import { type ServiceOptions, serviceStates } from './service-states.ts'

/** Paths of LocalStack's internal API are this and all below it. */
export const localstackPath = '/_localstack'

/** Which APIs have taken a call. */
interface CallsNoted {
  /** Their names: `sqs`. */
  readonly called: ReadonlySet<string>
  forgetCalls(): void
}

/** What LocalStack's internal API is made with. */
export type LocalstackOptions = ServiceOptions & {
  /** The running emulator; undefined while its state is loading. */
  readonly running: () => Running | undefined
  /** Version of this twinmq. */
  readonly version: string
  /** Names of hosts that are allowed beside local ones. */
  readonly allowedHosts: readonly string[]
  readonly calls: CallsNoted
  /** Present: random values repeat from run to run. */
  readonly seed?: number | undefined
  /** Absent: there are no scripts. */
  readonly initStages?: InitStages | undefined
  /** Ends this twinmq as a signal would. */
  readonly kill: () => void
  /** Does what a start anew would do to the state; gives the reason if that could not be done. */
  readonly restart: () => Promise<string | undefined>
  readonly log: Log
}

/** LocalStack's internal API: health, info, init and the reset of the state. Source: LocalStack documentation, internal endpoints. */
export function localstackApi(options: LocalstackOptions): Hono {
  const app = new Hono()
  app.use(logged(options.log))
  const onlyLocal = guard(options.allowedHosts)
  const health = healthRoutes(options, onlyLocal)
  app.route('/health', health)
  app.route(`${localstackPath}/health`, health)
  app.get(`${localstackPath}/info`, infoOf(options))
  app.route(`${localstackPath}/init`, initRoutes(options.initStages ?? noScripts(options.running)))
  app.use(`${localstackPath}/state/*`, onlyLocal)
  app.post(`${localstackPath}/state/reset`, (context) => reset(context, options))
  app.post(`${localstackPath}/state/sqs/reset`, (context) => reset(context, options))
  app.all(`${localstackPath}/state/reset`, (context) => wrongMethod(context, 'POST'))
  app.all(`${localstackPath}/state/sqs/reset`, (context) => wrongMethod(context, 'POST'))
  app.all(`${localstackPath}/info`, (context) => wrongMethod(context, 'GET'))
  app.notFound((context) =>
    told(context, 404, {
      error: `there is no ${context.req.path}; twinmq has health, info, init, state/reset and state/sqs/reset here`,
    }),
  )
  app.onError((error, context) => {
    options.log.error(`a fault in twinmq: ${error.stack ?? error.message}`)
    return told(context, 500, { error: 'twinmq failed to answer; its log says more' })
  })
  return app
}

function logged(log: Log): MiddlewareHandler {
  return async (context, next) => {
    const beganMs = performance.now()
    await next()
    log.request({
      api: 'localstack',
      action: `${context.req.method} ${context.req.path}`,
      queue: undefined,
      status: context.res.status,
      code: undefined,
      tookMs: performance.now() - beganMs,
    })
  }
}

/** Anyone may read; only local clients may change something. */
function healthRoutes(options: LocalstackOptions, onlyLocal: MiddlewareHandler): Hono {
  const noted = new NotedHealth()
  const app = new Hono()
  app.get('/', (context) => {
    const services = serviceStates(options, options.running() !== undefined, options.calls.called)
    return told(context, 200, noted.with({ services, edition: 'community', version: options.version }))
  })
  app.post('/', onlyLocal, async (context) => {
    const asked = await jsonObject(context)
    if (!asked) return context.text('invalid request', 400)
    const { action } = asked
    if (action === 'kill') options.kill()
    if (action === 'restart') options.calls.forgetCalls()
    const failure = action === 'restart' ? await options.restart() : undefined
    return failure === undefined ? context.text('ok') : told(context, 503, { error: failure })
  })
  app.put('/', onlyLocal, async (context) => {
    const asked = await jsonObject(context)
    if (!asked) return context.text('invalid request', 400)
    noted.note(asked)
    return told(context, 200, { status: 'OK' })
  })
  app.all('/', (context) => wrongMethod(context, 'GET, POST, PUT'))
  return app
}

function infoOf({ version, seed, running }: LocalstackOptions): (context: Context) => Response {
  const startedMs = performance.now()
  let session: string | undefined = seed === undefined ? randomUUID() : undefined
  return (context) => {
    const start = running()?.start
    const shown = session ?? hash('sha256', `session ${seed} ${start ?? 0}`).slice(0, 32)
    if (start !== undefined) session = shown
    return told(context, 200, {
      version,
      edition: 'community',
      is_license_activated: false,
      session_id: shown,
      machine_id: hash('sha256', hostname()).slice(0, 12),
      system: platform(),
      is_docker: existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
      server_time_utc: new Date(running()?.broker.clock.nowMs() ?? Date.now()).toISOString().slice(0, 19),
      uptime: Math.floor((performance.now() - startedMs) / 1000),
    })
  }
}

async function reset(context: Context, { running }: LocalstackOptions): Promise<Response> {
  const failure = running() ? await running()!.reset() : 'twinmq is loading its state; ask again in a moment'
  return failure === undefined ? told(context, 200, { status: 'OK' }) : told(context, 503, { error: failure })
}

/** Without scripts a stage is over once it is reached. */
function noScripts(running: () => Running | undefined): InitStages {
  return {
    completed: (stage) => stage === 'BOOT' || (stage !== 'SHUTDOWN' && running() !== undefined),
    scripts: () => [],
  }
}

/** Bodies here are small; anything but an object counts as no body. */
async function jsonObject(context: Context): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (Number(context.req.header('content-length') ?? 0) > maximumBytes) return undefined
  const value: unknown = await context.req.json().catch(() => undefined)
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return members.length > 0 ? Object.fromEntries(members) : undefined
}

const maximumBytes = 1024 * 1024

function wrongMethod(context: Context, allowed: string): Response {
  context.header('Allow', allowed)
  return told(context, 405, { error: `${context.req.path} takes ${allowed}` })
}

function told(context: Context, status: ContentfulStatusCode, value: object): Response {
  return context.body(pythonJson(value), status, { 'Content-Type': 'application/json' })
}
