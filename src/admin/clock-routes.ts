import type { Context } from 'hono'
import { Hono } from 'hono'
import type { ClockConflict } from '../broker/clock-control.ts'
import { jsonCheck } from '../compiled/json-check.ts'
import { durationProblem, latestMs, parseDuration, parseInstant } from '../text/time.ts'
import { jsonBody } from './json-body.ts'
import { problem } from './problem.ts'
import type { Running } from './running.ts'

type ClockOrder = {
  mode?: 'manual' | 'system'
  set?: string | number
  advance?: string | number
  next?: true
}

const checkOrder = jsonCheck({
  type: 'object',
  properties: {
    mode: { enum: ['manual', 'system'] },
    set: { type: ['string', 'number'] },
    advance: { type: ['string', 'number'] },
    next: { const: true },
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
})

const conflicts: Readonly<Record<ClockConflict, string>> = {
  clockIsSystem:
    'the clock runs by itself; freeze it first (twinmq clock freeze, or {"mode":"manual"} here), or start with --clock manual',
  messagesExist: 'the clock goes back only while no message exists; purge the queues or POST /_twinmq/reset first',
}

/** `GET` shows the clock, `POST` sets or moves it: `mode`, `set`, `advance` or `next`. */
export function clockRoutes(running: () => Running): Hono {
  const app = new Hono()
  app.get('/', (context) => shown(context, running()))
  app.post('/', async (context) => {
    const body = await jsonBody(context, checkOrder)
    if (body instanceof Response) return body
    const moved = await obey(running(), body.value as ClockOrder)
    if (moved === undefined) return shown(context, running())
    if ('conflict' in moved) return problem(context, 409, moved.conflict, conflicts[moved.conflict], '')
    return problem(context, 400, 'invalidBody', moved.message, moved.path)
  })
  return app
}

const theEnd = 'the clock ends with the year 2199'

type NotMoved = { conflict: ClockConflict } | { message: string; path: string }

async function obey({ clock }: Running, order: ClockOrder): Promise<NotMoved | undefined> {
  if (order.mode !== undefined) return conflict(await (order.mode === 'manual' ? clock.freeze() : clock.useSystem()))
  if (order.next) {
    const { nextDueMs } = clock.read()
    if (nextDueMs !== undefined && nextDueMs > latestMs) return { message: theEnd, path: '/next' }
    return conflict(await clock.next())
  }
  if (order.advance !== undefined) {
    const { advance } = order
    const durationMs = typeof advance === 'string' ? parseDuration(advance) : undefined
    if (durationMs === undefined) return { message: durationProblem(advance), path: '/advance' }
    if (clock.read().nowMs + durationMs > latestMs) return { message: theEnd, path: '/advance' }
    return conflict(await clock.advance(durationMs))
  }
  const instantMs = parseInstant(order.set!)
  if (instantMs === undefined)
    return { message: 'not an instant of the years 1970 to 2199, as ISO 8601 text or epoch milliseconds', path: '/set' }
  return conflict(await clock.set(instantMs))
}

function conflict(kind: ClockConflict | undefined): NotMoved | undefined {
  return kind && { conflict: kind }
}

function shown(context: Context, { clock }: Running): Response {
  const { mode, nowMs, nextDueMs } = clock.read()
  const nextDue = nextDueMs === undefined ? null : new Date(nextDueMs).toISOString()
  return context.json({ mode, now: new Date(nowMs).toISOString(), nowMs, nextDue })
}
