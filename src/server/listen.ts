import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type ListenAddress, urlHost } from '../config/addresses.ts'
import { portHolder } from './port-holder.ts'
import { receiveTimeoutMs, type Secure, serveBoth } from './tls/both-schemes.ts'

/** Called for each request, once its head is read. */
export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Called for each connection that no request could be read from. */
export type SocketRefusal = (error: NodeJS.ErrnoException, socket: Socket) => void

/** A program that listens on one or more addresses. */
export type Listening = {
  /** Port of the first address. */
  readonly port: number
  /** Hosts in use, as they were asked for. */
  readonly hosts: readonly string[]
  /** Addresses in use, the first one first. */
  readonly addresses: readonly ListenAddress[]
  /** Takes no new connections. Resolves when the open ones are done; those left after `cutAfterMs` are cut. */
  close(cutAfterMs: number): Promise<void>
}

/** Why an address could not be listened on. */
export class ListenFailure extends Error {
  override readonly name = 'ListenFailure'
}

const settings = {
  // Query requests can carry a message in their URL.
  maxHeaderSize: 1024 * 1024,
  requireHostHeader: false,
  headersTimeout: receiveTimeoutMs,
  requestTimeout: receiveTimeoutMs,
  connectionsCheckingInterval: 1_000,
  // Longer than the pools of common clients keep a connection, so the client closes it first.
  keepAliveTimeout: 75_000,
} as const

/** A server that listens, and the holder of its connections that are not HTTP. */
type Bound = {
  readonly server: Server
  readonly others: ReturnType<typeof serveBoth> | undefined
  readonly address: ListenAddress
}

/**
 * Listens on every address for HTTP, and for HTTPS if `secure` is given. Addresses with port 0 share one free port. The
 * first address must be free. Further ones that this machine does not have are left out. Rejects with `ListenFailure`.
 */
export async function listen(
  addresses: readonly ListenAddress[],
  handle: RequestHandler,
  refuse: SocketRefusal,
  secure?: Secure,
): Promise<Listening> {
  const bound: Bound[] = []
  let openPort = 0
  try {
    for (const { host, port } of addresses) {
      const server = createServer(settings, handle).on('clientError', refuse)
      const others = secure && serveBoth(server, secure, refuse)
      const used = await bind(server, host, port || openPort)
      if (used === undefined && bound.length > 0) continue
      if (used === undefined) throw new ListenFailure(`this machine has no address ${host}`)
      if (port === 0) openPort = used
      bound.push({ server, others, address: { host, port: used } })
    }
  } catch (error) {
    for (const { server } of bound) server.close()
    throw error
  }
  const used = bound.map(({ address }) => address)
  return {
    port: used[0]!.port,
    hosts: used.map(({ host }) => host),
    addresses: used,
    close: (cutAfterMs) => closeAll(bound, cutAfterMs),
  }
}

/** The port in use, or undefined when the machine lacks the address. Without IPv6 "everywhere" is all of IPv4. */
async function bind(server: Server, host: string, port: number): Promise<number | undefined> {
  const used = await bindTo(server, host, port)
  return used === undefined && host === '::' ? bindTo(server, '0.0.0.0', port) : used
}

function bindTo(server: Server, host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(undefined)
      else listenProblem(error, host, port).then((problem) => reject(new ListenFailure(problem)), reject)
    }
    server.once('error', failed)
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', failed)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

async function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): Promise<string> {
  if (error.code === 'EADDRINUSE') return `port ${port} of ${host} is ${await portHolder(host, port)}`
  if (error.code === 'EACCES') return `port ${port} of ${host} may not be used by this user; choose one above 1023`
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return `no address is known for ${host}; listen on 127.0.0.1, or on 0.0.0.0 for all of this machine's`
  return `cannot listen on ${urlHost(host)}:${port}: ${error.message}`
}

async function closeAll(bound: readonly Bound[], cutAfterMs: number): Promise<void> {
  const cut = setTimeout(() => {
    for (const { server, others } of bound) {
      server.closeAllConnections()
      others?.cut()
    }
  }, cutAfterMs)
  await Promise.all(
    bound.map(({ server, others }) => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      others?.endSilent()
      return closed
    }),
  )
  clearTimeout(cut)
}

/** Writes an answer to a socket on which no request could be read, and ends it. */
export function answerSocket(socket: Socket, status: number, headers: Record<string, string>, body: string): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = Object.entries({ ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`)
}
