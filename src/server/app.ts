import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { maximumBodyBytes, type WireRequest, type WireResponse } from '../../protocols/adapter.ts'
import { adminPath } from '../admin/api.ts'
import { localstackPath } from '../localstack/api.ts'
import type { CorsRules } from '../localstack/cors.ts'
import type { Connection, Dispatcher } from './dispatch.ts'
import { answerSocket, type RequestHandler } from './listen.ts'

/** A request whose body has been read whole, as the HTTP adapter and our handlers see it. */
type ReadRequest = IncomingMessage & { rawBody?: Buffer; wire?: WireRequest }
type Bindings = { incoming: ReadRequest; outgoing: ServerResponse }

type Fetching = { fetch(request: Request, env: HttpBindings): Response | Promise<Response> }

/** What the HTTP side is made with. */
type AppOptions = {
  readonly dispatcher: Dispatcher
  /** Our own API: a hono app, or a fetch function, for paths under /_twinmq. */
  readonly admin: Fetching
  /** LocalStack's internal API, for paths under /_localstack, and for /health. */
  readonly localstack: Fetching
  /** What is to be done with requests of web pages; those to our own API have rules of their own. */
  readonly cors: CorsRules
  /** Every answer bears `x-localstack: true`. */
  readonly localstackHeader: boolean
  readonly publicUrl: string | undefined
  /** Address for requests that name no host: `127.0.0.1:4566`. */
  readonly ownHost: () => string
  /** Present under a manual clock: what the `Date` header says, epoch milliseconds. */
  readonly manualNowMs: () => number | undefined
  /** True once twinmq is about to end: connections are not kept open for more. */
  readonly stopping: () => boolean
  /** Lets the HTTP adapter replace the global Response by its quicker one. */
  readonly replaceGlobals: boolean
}

/** What the HTTP server calls: for each request, and for each connection that no request could be read from. */
type App = {
  readonly handle: RequestHandler
  readonly refuse: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/** Hosts of which a URL can be made as they stand. */
const plainHost = /^[a-z0-9._-]+(?::[1-9]\d{0,3}|:[1-5]\d{4})?$/

/** An absolute-form target, which clients send that take us for a proxy. Source: RFC 9112, section 3.2.2. */
const absoluteForm = /^(https?):\/\/([^/?#]*)(.*)$/i

/** How long a client that sent too much may go on sending before its connection is cut, milliseconds. */
const lingerMs = 1_000

/**
 * The HTTP side: hands a request to our own API or that of LocalStack by its path. Of all others it reads the body first,
 * whole and within its limit, then hands it to the dispatcher behind one hono handler without middleware.
 */
export function createApp(options: AppOptions): App {
  const { dispatcher, replaceGlobals } = options
  const listenerOptions = { overrideGlobalObjects: replaceGlobals, autoCleanupIncoming: false, hostname: 'localhost' }
  const answer = replaceGlobals ? webResponse : writtenResponse
  const protocols = new Hono<{ Bindings: Bindings }>({ getPath: () => '/' })
  protocols.all('*', (context) => {
    const { incoming, outgoing } = context.env
    return dispatcher
      .dispatch(incoming.wire!, new HttpConnection(outgoing))
      .then((response) => answer(finished(response, options), outgoing))
  })
  const protocolListener = getRequestListener(protocols.fetch as never, listenerOptions)
  const adminListener = getRequestListener(options.admin.fetch as never, listenerOptions)
  const localstackListener = getRequestListener(options.localstack.fetch as never, listenerOptions)

  const handle: RequestHandler = (incoming, outgoing) => {
    if (options.stopping()) outgoing.shouldKeepAlive = false
    const api = internalApi(pathOf(incoming.url ?? ''))
    const { origin, referer } = incoming.headers
    const ofPage = origin !== undefined || referer !== undefined
    if (ofPage && api !== 'twinmq' && !letsPass(incoming, outgoing, options)) return
    if (api !== undefined) {
      ;(incoming.socket as PendingSocket)[pending] = incoming
      if (options.localstackHeader) outgoing.setHeader(localstackHeader, 'true')
      void (api === 'twinmq' ? adminListener : localstackListener)(incoming, outgoing)
      return
    }
    readBody(incoming, (body) => {
      const request: ReadRequest = incoming
      const wire = wireRequest(incoming, body ?? Buffer.alloc(0), options)
      if (body === undefined) {
        answerAndCut(incoming, outgoing, finished(dispatcher.failure(wire, 'bodyTooLarge'), options))
        return
      }
      request.rawBody = body
      request.wire = wire
      // The HTTP adapter makes a URL of these, which nothing here reads, and refuses what it cannot parse.
      incoming.url = '/'
      if (!plainHost.test(wire.host)) incoming.headers.host = 'localhost'
      void protocolListener(incoming, outgoing)
    })
  }
  return { handle, refuse: (error, socket) => refuseSocket(options, error, socket) }
}

/** Path and query of a request target in either form. */
function pathOf(target: string): string {
  if (target.charCodeAt(0) === slash) return target
  const rest = absoluteForm.exec(target)?.[3] ?? target
  return rest.startsWith('/') ? rest : `/${rest}`
}

const slash = 47

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

/** Gives the whole body, or undefined once it is larger than allowed. */
function readBody(incoming: IncomingMessage, read: (body: Buffer | undefined) => void): void {
  if (Number(incoming.headers['content-length'] ?? 0) > maximumBodyBytes) {
    read(undefined)
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer): void => {
    length += chunk.length
    chunks.push(chunk)
    if (length <= maximumBodyBytes) return
    incoming.off('data', onData).off('end', onEnd)
    read(undefined)
  }
  const onEnd = (): void => read(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
  incoming.on('data', onData).on('end', onEnd)
  ;(incoming.socket as PendingSocket)[pending] = incoming
}

/** Where a connection holds the request it is in the middle of, for an answer in the right form if the rest never comes. */
const pending = Symbol('pending')
type PendingSocket = Socket & { [pending]?: IncomingMessage }

function wireRequest(incoming: IncomingMessage, body: Buffer, options: AppOptions): WireRequest {
  const scheme = 'encrypted' in incoming.socket && (incoming.socket as TLSSocket).encrypted ? 'https' : 'http'
  const { publicUrl } = options
  let target = incoming.url ?? '/'
  let host = incoming.headers.host || options.ownHost()
  let base = `${scheme}://${host}`
  if (target.charCodeAt(0) !== slash) {
    const absolute = absoluteForm.exec(target)
    if (absolute) {
      host = absolute[2] || host
      base = `${absolute[1]!.toLowerCase()}://${host}`
      target = pathOf(target)
    }
  }
  if (publicUrl !== undefined) base = publicUrl
  const { method = 'GET', headers } = incoming
  const wire = { method, target, headers: plainHost.test(host) ? headers : { ...headers }, body, scheme, base, host }
  return publicUrl === undefined ? wire : { ...wire, publicUrl }
}

const localstackHeader = 'x-localstack'

/** Adds what every answer bears: under a manual clock the date of that, and the mark that clients of LocalStack look for. */
function finished(response: WireResponse, { manualNowMs, localstackHeader: marked }: AppOptions): WireResponse {
  if (marked) response.headers[localstackHeader] = 'true'
  const nowMs = manualNowMs()
  if (nowMs !== undefined) response.headers.Date = new Date(nowMs).toUTCString()
  return response
}

function webResponse({ status, headers, body }: WireResponse): Response {
  return new Response(status === 204 ? null : body, { status, headers })
}

/** Writes an answer past the platform's own Response, which would change the letter case of header names. */
function writtenResponse({ status, headers, body }: WireResponse, outgoing: ServerResponse): Response {
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
  return RESPONSE_ALREADY_SENT
}

/** The connection of a request. A class, since V8 keeps a literal with a getter, and all it holds, until a full collection. */
class HttpConnection implements Connection {
  readonly #outgoing: ServerResponse

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing
  }

  get closed(): boolean {
    return this.#outgoing.destroyed || this.#outgoing.socket?.destroyed !== false
  }

  onClose(gone: () => void): void {
    this.#outgoing.once('close', gone)
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
    const incoming = (socket as PendingSocket)[pending]
    if (incoming && !incoming.complete && internalApi(pathOf(incoming.url ?? ''))) {
      answerSocket(socket, 408, { 'Content-Type': 'application/json' }, bodyTimeout)
    } else if (incoming && !incoming.complete) {
      const failure = options.dispatcher.failure(wireRequest(incoming, Buffer.alloc(0), options), 'bodyTimeout')
      const response = finished(failure, options)
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
