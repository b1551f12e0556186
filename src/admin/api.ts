import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Log } from '../log.ts'
import { clockRoutes } from './clock-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { guard } from './guard.ts'
import { problem } from './problem.ts'
import { queueRoutes } from './queue-routes.ts'
import type { Running } from './running.ts'
import { loadRefused, snapshotRoutes } from './snapshot-routes.ts'

/** Paths of our own API are this and all below it. */
export const adminPath = '/_twinmq'

/** Where the certificate of pushes is, below `adminPath`. */
export const certificatePath = '/mns/certificate.pem'

/** What each path takes. */
const methods: Readonly<Record<string, string>> = {
  '/health': 'GET',
  '/reset': 'POST',
  '/snapshot': 'GET, PUT',
  '/clock': 'GET, POST',
  '/queues': 'GET',
  '/messages': 'GET',
  '/why-empty': 'GET',
  '/deliveries': 'GET',
  [certificatePath]: 'GET',
}

/** What our own API is made with. */
export type AdminOptions = {
  /** The running emulator; undefined while its state is loading. */
  readonly running: () => Running | undefined
  readonly version: string
  readonly durability: 'memory' | 'process' | 'disk'
  /** Absolute path; null: in memory. */
  readonly dataFile: string | null
  /** Names of hosts that are allowed beside local ones. */
  readonly allowedHosts: readonly string[]
  readonly log: Log
  /** The X.509 certificate, PEM, by which receivers check what topics push to them. */
  readonly certificate: () => Promise<string>
}

/** Our own API, JSON in and out: health, reset, snapshot, clock, queues, messages, deliveries; and the certificate of pushes. */
export function adminApi(options: AdminOptions): Hono {
  const startedMs = performance.now()
  const app = new Hono().basePath(adminPath)
  app.use(async (context, next) => {
    const beganMs = performance.now()
    await next()
    const { clock } = options.running()?.broker ?? {}
    if (clock?.mode === 'manual') context.header('Date', new Date(clock.nowMs()).toUTCString())
    options.log.request({
      api: 'twinmq',
      action: `${context.req.method} ${context.req.path}`,
      queue: context.req.query('queue'),
      status: context.res.status,
      code: undefined,
      tookMs: performance.now() - beganMs,
    })
  })
  app.get('/health', (context) => health(context, options, performance.now() - startedMs))
  app.get(certificatePath, async (context) =>
    context.body(await options.certificate(), 200, { 'Content-Type': 'application/x-pem-file' }),
  )
  app.use(guard(options.allowedHosts))
  app.use(async (context, next) => {
    if (options.running()) return next()
    return problem(context, 503, 'notReady', 'twinmq is loading its state; ask again in a moment', '')
  })
  const running = (): Running => options.running()!
  app.post('/reset', async (context) => {
    const to = context.req.query('to')
    if (to !== undefined) return resetTo(context, running(), to)
    const failure = await running().reset()
    return failure === undefined ? context.body(null, 204) : problem(context, 503, 'storageUnavailable', failure, '')
  })
  app.route('/clock', clockRoutes(running))
  app.route('/snapshot', snapshotRoutes(running))
  app.route('/', queueRoutes(running))
  app.route('/', deliveryRoutes(running))
  for (const [path, allowed] of Object.entries(methods)) app.all(path, (context) => wrongMethod(context, allowed))
  app.notFound((context) =>
    problem(
      context,
      404,
      'notFound',
      `there is no ${context.req.path}; twinmq has health, reset, snapshot, clock, queues, messages, why-empty and deliveries here`,
      '',
    ),
  )
  app.onError((error, context) => {
    options.log.error(`a fault in twinmq: ${error.stack ?? error.message}`)
    return problem(context, 500, 'internal', 'twinmq failed to answer; its log says more', '')
  })
  return app as unknown as Hono
}

function wrongMethod(context: Context, allowed: string): Response {
  context.header('Allow', allowed)
  return problem(context, 405, 'methodNotAllowed', `${context.req.path} takes ${allowed}`, '')
}

async function resetTo(context: Context, running: Running, to: string): Promise<Response> {
  if (to !== 'fixture') return problem(context, 400, 'invalidParameter', 'to must be fixture', 'to')
  const failure = await running.resetToFixture()
  return failure === undefined ? context.body(null, 204) : loadRefused(context, failure)
}

function health(context: Context, options: AdminOptions, uptimeMs: number): Response {
  const running = options.running()
  const state = running?.broker.health ?? { status: 'loading' }
  return context.json(
    {
      status: state.status,
      version: options.version,
      uptimeMs: Math.round(uptimeMs),
      clock: running?.broker.clock.mode ?? 'system',
      durability: options.durability,
      dataFile: options.dataFile,
      ...(running?.broker.totals ?? { queues: 0, messages: 0 }),
      ...('reason' in state && { reason: state.reason }),
    },
    state.status === 'ready' ? 200 : 503,
  )
}
