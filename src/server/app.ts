import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { maximumBodyBytes, type WireRequest, type WireResponse } from '../../protocols/adapter.ts'
import { adminPath } from '../admin/api.ts'
import type { Connection, Dispatcher } from './dispatch.ts'
import { answerSocket, type RequestHandler } from './listen.ts'

/** A request whose body has been read whole, as the HTTP adapter and our handlers see it. */
type ReadRequest = IncomingMessage & { rawBody?: Buffer; wire?: WireRequest }
type Bindings = { incoming: ReadRequest; outgoing: ServerResponse }

export type AppOptions = {
  readonly dispatcher: Dispatcher
  /** Our own API: a hono app, or a fetch function, for paths under /_twinmq. */
  readonly admin: { fetch(request: Request, env: HttpBindings): Response | Promise<Response> }
  readonly publicUrl: string | undefined
  /** Address for requests that name no host: `127.0.0.1:4566`. */
  readonly ownHost: () => string
  /** Present under a manual clock: what the `Date` header says, epoch milliseconds. */
  readonly manualNowMs: () => number | undefined
  /** Lets the HTTP adapter replace the global Response by its quicker one. */
  readonly replaceGlobals: boolean
}

/** What the HTTP server calls: for each request, and for each connection that no request could be read from. */
export type App = {
  readonly handle: RequestHandler
  readonly refuse: (error: NodeJS.ErrnoException, socket: Socket) => void
}

const plainHost = /^[a-z0-9._-]+(?::\d{4,5})?$/

/** How long a client that sent too much may go on sending before its connection is cut, milliseconds. */
const lingerMs = 1_000

/**
 * The HTTP side: reads the body of a request first, whole and within its limit, then hands it on: ours to the admin
 * app, everything else to the dispatcher behind one hono handler without middleware.
 */
export function createApp(options: AppOptions): App {
  const { dispatcher, replaceGlobals } = options
  const listenerOptions = { overrideGlobalObjects: replaceGlobals, autoCleanupIncoming: false }
  const protocols = new Hono<{ Bindings: Bindings }>({ getPath: () => '/' })
  protocols.all('*', (context) => {
    const { incoming, outgoing } = context.env
    return dispatcher
      .dispatch(incoming.wire!, connectionOf(outgoing))
      .then((response) => webResponse(response, options.manualNowMs()))
  })
  const protocolListener = getRequestListener(protocols.fetch as never, listenerOptions)
  const adminListener = getRequestListener(options.admin.fetch as never, listenerOptions)

  const handle: RequestHandler = (incoming, outgoing) => {
    if (isAdmin(incoming.url ?? '')) {
      void adminListener(incoming, outgoing)
      return
    }
    readBody(incoming, (body) => {
      const request: ReadRequest = incoming
      const wire = wireRequest(incoming, body ?? Buffer.alloc(0), options)
      if (body === undefined) {
        answerAndCut(incoming, outgoing, dispatcher.failure(wire, 'bodyTooLarge'))
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

function isAdmin(url: string): boolean {
  return url.startsWith(adminPath) && (url.length === adminPath.length || '/?'.includes(url[adminPath.length]!))
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
  if (target.charCodeAt(0) !== 47) {
    const absolute = /^(https?):\/\/([^/?#]*)(.*)$/i.exec(target)
    if (absolute) {
      host = absolute[2] || host
      base = `${absolute[1]!.toLowerCase()}://${host}`
      target = absolute[3]!.startsWith('/') ? absolute[3]! : `/${absolute[3]}`
    }
  }
  if (publicUrl !== undefined) base = publicUrl
  const { method = 'GET', headers } = incoming
  const wire = { method, target, headers: plainHost.test(host) ? headers : { ...headers }, body, scheme, base, host }
  return publicUrl === undefined ? wire : { ...wire, publicUrl }
}

function webResponse(response: WireResponse, manualNowMs: number | undefined): Response {
  const { status, headers, body } = response
  if (manualNowMs !== undefined) headers['Date'] = new Date(manualNowMs).toUTCString()
  return new Response(status === 204 ? null : body, { status, headers })
}

function connectionOf(outgoing: ServerResponse): Connection {
  return {
    get closed() {
      return outgoing.destroyed || outgoing.socket?.destroyed !== false
    },
    onClose(gone) {
      outgoing.once('close', gone)
    },
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
    if (incoming && !incoming.complete) {
      const response = options.dispatcher.failure(wireRequest(incoming, Buffer.alloc(0), options), 'bodyTimeout')
      answerSocket(socket, response.status, response.headers, response.body)
    } else answerSocket(socket, 408, plainText, 'The head of the request did not come within 30 seconds.\n')
    return
  }
  if (error.code === 'HPE_HEADER_OVERFLOW')
    answerSocket(socket, 431, plainText, 'The head of the request is too large.\n')
  else answerSocket(socket, 400, plainText, 'This is not an HTTP request.\n')
}

const plainText = { 'Content-Type': 'text/plain; charset=utf-8' }
