import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { getRequestListener, HttpBindings } from '@hono/node-server'
import type { WireResponse } from '../../protocols/adapter.ts'
import { adminPath } from '../admin/api.ts'
import { localstackPath } from '../localstack/api.ts'
import type { CorsRules } from '../localstack/cors.ts'
import type { Connection, Dispatcher } from './dispatch.ts'
import { isHost, notePending, pathOf, readBody, unfinishedRequest, wireRequest } from './incoming.ts'
import { answerSocket, type RequestHandler } from './listen.ts'

type Fetching = { fetch(request: Request, env: HttpBindings): Response | Promise<Response> }

/** What the HTTP side is made with. */
type AppOptions = {
  readonly dispatcher: Dispatcher
  /** Our own API: a hono app, or a fetch function, for paths under /_twinmq. */
  readonly admin: Fetching
  /** LocalStack's internal API, for paths under /_localstack, and for /health. */
  readonly localstack: Fetching
  /** Judges requests of web pages. Our own API has rules of its own for them. */
  readonly cors: CorsRules
  /** Every answer has the header `x-localstack: true`. */
  readonly localstackHeader: boolean
  readonly publicUrl: string | undefined
  /** Address for requests that name no host: `127.0.0.1:4566`. */
  readonly ownHost: () => string
  /** Present under a manual clock: the time of the `Date` header, epoch milliseconds. */
  readonly manualNowMs: () => number | undefined
  /** True once twinmq is about to end: connections are closed after their answer. */
  readonly stopping: () => boolean
}

/** What the HTTP server calls: for each request, and for each connection that no request could be read from. */
type App = {
  readonly handle: RequestHandler
  readonly refuse: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/** How long a client that sent too much may go on sending before its connection is cut, milliseconds. */
const lingerMs = 1_000

/**
 * The HTTP side: hands a request to our own API or that of LocalStack by its path. It reads the body of any other
 * request first, whole and within its limit. Then the request goes to the dispatcher, and its answer straight back.
 */
export function createApp(options: AppOptions): App {
  const { dispatcher, publicUrl, ownHost } = options
  const apis = { twinmq: listenerOf(options.admin), localstack: listenerOf(options.localstack) }

  const handle: RequestHandler = (incoming, outgoing) => {
    if (options.stopping()) outgoing.shouldKeepAlive = false
    const api = internalApi(pathOf(incoming))
    const { origin, referer } = incoming.headers
    const ofPage = origin !== undefined || referer !== undefined
    if (ofPage && api !== 'twinmq' && !letsPass(incoming, outgoing, options)) return
    if (api !== undefined) {
      notePending(incoming)
      const { host } = incoming.headers
      if (host && (!isHost(host) || host.endsWith(':'))) {
        answerAndCut(incoming, outgoing, finished(badHost(), options))
        return
      }
      if (options.localstackHeader) outgoing.setHeader(localstackHeader, 'true')
      void apis[api](incoming, outgoing)
      return
    }
    readBody(incoming, (body) => {
      const wire = wireRequest(incoming, body ?? Buffer.alloc(0), publicUrl, ownHost)
      if (body === undefined)
        answerAndCut(incoming, outgoing, finished(dispatcher.failure(wire, 'bodyTooLarge'), options))
      else dispatcher.dispatch(wire, new HttpConnection(outgoing, options))
    })
  }
  return { handle, refuse: (error, socket) => refuseSocket(options, error, socket) }
}

/**
 * hono routes the APIs that have routes. Its adapter is loaded at their first request, since it loads fetch and all that
 * goes with it. The globals stay as they are: a program of the user may run in this process.
 */
function listenerOf(api: Fetching): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const listenerOptions = { overrideGlobalObjects: false, autoCleanupIncoming: false, hostname: 'localhost' }
  let loading: Promise<ReturnType<typeof getRequestListener>> | undefined
  return async (incoming, outgoing) => {
    loading ??= import('@hono/node-server').then((adapter) =>
      adapter.getRequestListener(api.fetch as never, listenerOptions),
    )
    const listener = await loading.catch(() => undefined)
    if (listener) return listener(incoming, outgoing)
    loading = undefined
    outgoing.writeHead(500, { 'Content-Type': 'application/json' }).end(filesGone)
  }
}

/** hono makes a URL of each request, which needs a host. */
function badHost(): WireResponse {
  const body = JSON.stringify({ error: 'badHost', message: 'the Host header is not a host', path: '' })
  return { status: 400, headers: { 'Content-Type': 'application/json' }, body }
}

/** A program that was replaced or removed while it ran: the clouds' requests need no file, these do. */
const filesGone = JSON.stringify({
  error: 'internal',
  message: 'the files of this twinmq were moved or removed; start it again',
  path: '',
})

/** The API of twinmq itself that a path belongs to; undefined: one of the clouds'. */
function internalApi(path: string): 'twinmq' | 'localstack' | undefined {
  if (isBelow(path, adminPath)) return 'twinmq'
  return isBelow(path, localstackPath) || path === '/health' ? 'localstack' : undefined
}

function isBelow(path: string, top: string): boolean {
  return path.startsWith(top) && (path.length === top.length || '/?'.includes(path[top.length]!))
}

/** Judges the request of a page; one that is not to be carried out is answered here. */
function letsPass(incoming: IncomingMessage, outgoing: ServerResponse, options: AppOptions): boolean {
  const { method = 'GET', headers } = incoming
  const verdict = options.cors({ method, headers, host: headers.host ?? '' })
  if (verdict.kind === 'refused') {
    const response = { status: 403, headers: { ...plainText }, body: `${verdict.reason}\n` }
    answerAndCut(incoming, outgoing, finished(response, options))
    return false
  }
  for (const [name, value] of Object.entries(verdict.headers)) outgoing.setHeader(name, value)
  if (verdict.kind === 'passed') return true
  const { status, headers: own } = finished({ status: 204, headers: {}, body: '' }, options)
  outgoing.writeHead(status, own).end()
  incoming.resume()
  return false
}

const localstackHeader = 'x-localstack'

/** Adds the headers of every answer: the date of a manual clock, and the mark that clients of LocalStack look for. */
function finished(response: WireResponse, { manualNowMs, localstackHeader: marked }: AppOptions): WireResponse {
  if (marked) response.headers[localstackHeader] = 'true'
  const nowMs = manualNowMs()
  if (nowMs !== undefined) response.headers.Date = new Date(nowMs).toUTCString()
  return response
}

/** The connection of a request. A class, since V8 keeps a literal with a getter, and all it holds, until a full collection. */
class HttpConnection implements Connection {
  readonly #outgoing: ServerResponse
  readonly #options: AppOptions

  constructor(outgoing: ServerResponse, options: AppOptions) {
    this.#outgoing = outgoing
    this.#options = options
  }

  get closed(): boolean {
    return this.#outgoing.destroyed || this.#outgoing.socket?.destroyed !== false
  }

  onClose(gone: () => void): void {
    this.#outgoing.once('close', gone)
  }

  answer(response: WireResponse): void {
    const outgoing = this.#outgoing
    const { status, headers, body } = finished(response, this.#options)
    if (status !== 204) headers['Content-Length'] = String(Buffer.byteLength(body))
    outgoing.writeHead(status, headers)
    outgoing.end(body)
  }
}

/** Answers a request that is not read to its end, and ends its connection without waiting for the rest. */
function answerAndCut(incoming: IncomingMessage, outgoing: ServerResponse, response: WireResponse): void {
  outgoing.writeHead(response.status, { ...response.headers, Connection: 'close' }).end(response.body)
  incoming.resume()
  const cut = setTimeout(() => incoming.socket.destroy(), lingerMs)
  incoming.socket.once('close', () => clearTimeout(cut))
}

function refuseSocket(options: AppOptions, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const incoming = unfinishedRequest(socket)
    if (incoming && internalApi(pathOf(incoming))) {
      answerSocket(socket, 408, { 'Content-Type': 'application/json' }, bodyTimeout)
    } else if (incoming) {
      const wire = wireRequest(incoming, Buffer.alloc(0), options.publicUrl, options.ownHost)
      const response = finished(options.dispatcher.failure(wire, 'bodyTimeout'), options)
      answerSocket(socket, response.status, response.headers, response.body)
    } else answerSocket(socket, 408, plainText, 'The head of the request did not come within 30 seconds.\n')
    return
  }
  if (error.code === 'HPE_HEADER_OVERFLOW')
    answerSocket(socket, 431, plainText, 'The head of the request is too large.\n')
  else answerSocket(socket, 400, plainText, `This is not an HTTP request that can be read: ${error.message}.\n`)
}

const bodyTimeout = JSON.stringify({
  error: 'bodyTimeout',
  message: 'the body did not come within 30 seconds',
  path: '',
})

const plainText = { 'Content-Type': 'text/plain; charset=utf-8' }
