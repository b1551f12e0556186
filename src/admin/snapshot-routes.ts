import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { acceptedTypes } from './json-body.ts'
import { problem } from './problem.ts'
import type { LoadFailure, LoadFailureKind, Running } from './running.ts'

/** Largest document that is taken, in bytes. */
const maximumBytes = 1024 * 1024 * 1024

const statuses: Readonly<Record<LoadFailureKind, 400 | 409 | 503>> = {
  invalidSnapshot: 400,
  nameTaken: 409,
  noFixture: 409,
  storageUnavailable: 503,
}

/** `GET` gives the whole state as a document, `PUT` puts a document in its place or adds one to it. */
export function snapshotRoutes(running: () => Running): Hono {
  const app = new Hono()
  app.get('/', async (context) => {
    const times = context.req.query('times') ?? 'absolute'
    if (times !== 'absolute' && times !== 'relative')
      return problem(context, 400, 'invalidParameter', 'times must be absolute or relative', 'times')
    const pieces = await running().snapshot(times)
    const body = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>
    const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
    return context.body(body, 200, { 'Content-Type': 'application/json', 'Content-Length': `${length}` })
  })
  app.put('/', (context) => put(context, running()))
  return app
}

/** The answer to a load that was refused. */
export function loadRefused(context: Context, failure: LoadFailure): Response {
  const { kind, message, path, line } = failure
  return context.json({ error: kind, message, path, ...(line !== undefined && { line }) }, statuses[kind])
}

async function put(context: Context, running: Running): Promise<Response> {
  const merge = context.req.query('merge') ?? 'false'
  if (merge !== 'true' && merge !== 'false')
    return problem(context, 400, 'invalidParameter', 'merge must be true or false', 'merge')
  const type = context.req.header('content-type')
  const format = formatOf(type)
  if (format === undefined)
    return problem(
      context,
      415,
      'unsupportedMediaType',
      `send application/json or application/yaml, not ${type}`,
      'Content-Type',
    )
  const body = new BoundedBody(context)
  if (body.announcedTooMuch) return tooLarge(context)
  const outcome = await running.load({ bytes: body.chunks(), format }, merge === 'true').catch((error: unknown) => {
    if (body.ending === undefined) throw error
    return { backup: undefined, failure: undefined }
  })
  if (body.ending === 'tooLarge') return tooLarge(context)
  if (body.ending === 'brokenOff') return problem(context, 400, 'bodyBrokenOff', 'the body broke off', '')
  const { failure, backup } = outcome
  if (failure) return loadRefused(context, failure)
  return backup === undefined ? context.body(null, 204) : context.json({ backup })
}

/** Types of body that are read as YAML. Source of the first: RFC 9512. */
const yamlTypes = /^(?:application\/(?:x-)?yaml|text\/(?:x-|vnd\.)?yaml|application\/[\w.+-]*\+yaml)\s*(?:;|$)/i

/** Undefined: what twinmq does not read. */
function formatOf(type: string | undefined): 'json' | 'yaml' | undefined {
  if (type === undefined || acceptedTypes.test(type)) return 'json'
  return yamlTypes.test(type) ? 'yaml' : undefined
}

function tooLarge(context: Context): Response {
  context.header('Connection', 'close')
  return problem(context, 413, 'bodyTooLarge', `the body must not exceed ${maximumBytes} bytes`, '')
}

/** The body of a request, piece by piece, and how it ended if that was before its end. */
class BoundedBody {
  readonly #context: Context
  ending: 'tooLarge' | 'brokenOff' | undefined

  constructor(context: Context) {
    this.#context = context
  }

  get announcedTooMuch(): boolean {
    return Number(this.#context.req.header('content-length') ?? 0) > maximumBytes
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    let length = 0
    try {
      for await (const chunk of this.#context.req.raw.body ?? []) {
        length += chunk.byteLength
        if (length > maximumBytes) break
        yield chunk
      }
    } catch (error) {
      this.ending = 'brokenOff'
      throw error
    }
    if (length <= maximumBytes) return
    this.ending = 'tooLarge'
    throw new Error('the body is too large')
  }
}
