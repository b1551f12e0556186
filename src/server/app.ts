import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { maximumBodyBytes, type WireRequest, type WireResponse } from '../../protocols/adapter.ts'
import { adminPath } from '../admin/api.ts'
import type { Connection, Dispatcher } from './dispatch.ts'
import { answerSocket, type RequestHandler } from './listen.ts'

/** A request whose body has been read whole, as the HTTP adapter and our handlers see it. */
type ReadRequest = IncomingMessage & { rawBody?: Buffer; wire?: WireRequest }
type Bindings = { incoming: ReadRequest; outgoing: ServerResponse }

/** What the HTTP side is made with. */
type AppOptions = {
  readonly dispatcher: Dispatcher
  /** Our own API: a hono app, or a fetch function, for paths under /_twinmq. */
  readonly admin: { fetch(request: Request, env: HttpBindings): Response | Promise<Response> }
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
 * The HTTP side: reads the body of a request first, whole and within its limit, then hands it on: ours to the admin
 * app, everything else to the dispatcher behind one hono handler without middleware.
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
      .then((response) => answer(dated(response, options), outgoing))
  })
  const protocolListener = getRequestListener(protocols.fetch as never, listenerOptions)
  const adminListener = getRequestListener(options.admin.fetch as never, listenerOptions)

  const handle: RequestHandler = (incoming, outgoing) => {
    if (options.stopping()) outgoing.shouldKeepAlive = false
    if (isAdmin(pathOf(incoming.url ?? ''))) {
      ;(incoming.socket as PendingSocket)[pending] = incoming
      void adminListener(incoming, outgoing)
      return
    }
    readBody(incoming, (body) => {
      const request: ReadRequest = incoming
      const wire = wireRequest(incoming, body ?? Buffer.alloc(0), options)
      if (body === undefined) {
        answerAndCut(incoming, outgoing, dated(dispatcher.failure(wire, 'bodyTooLarge'), options))
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

function isAdmin(path: string): boolean {
  return path.startsWith(adminPath) && (path.length === adminPath.length || '/?'.includes(path[adminPath.length]!))
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

/** Under a manual clock an answer bears the date of that. */
function dated(response: WireResponse, { manualNowMs }: AppOptions): WireResponse {
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
    if (incoming && !incoming.complete && isAdmin(pathOf(incoming.url ?? ''))) {
      answerSocket(socket, 408, { 'Content-Type': 'application/json' }, bodyTimeout)
    } else if (incoming && !incoming.complete) {
      const response = options.dispatcher.failure(wireRequest(incoming, Buffer.alloc(0), options), 'bodyTimeout')
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
