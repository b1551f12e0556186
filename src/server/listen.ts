import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What is called for each request, when its head is read. */
export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A program that listens on one port of one or more addresses. */
export type Listening = {
  readonly port: number
  /** Addresses in use, as they were asked for. */
  readonly hosts: readonly string[]
  /** Takes no new connections; resolves when the open ones are done, or cut after `cutAfterMs`. */
  close(cutAfterMs: number): Promise<void>
}

/** Why an address could not be listened on. */
export class ListenFailure extends Error {
  override readonly name = 'ListenFailure'
}

/** A head or body that stops coming ends after this, milliseconds. */
export const receiveTimeoutMs = 30_000

const settings = {
  // Query requests can carry a message in their URL.
  maxHeaderSize: 1024 * 1024,
  requireHostHeader: false,
  headersTimeout: receiveTimeoutMs,
  requestTimeout: receiveTimeoutMs,
  connectionsCheckingInterval: 1_000,
  // Longer than the pools of common clients keep a connection, so that the client is the one to close it.
  keepAliveTimeout: 75_000,
} as const

/**
 * Listens on every host, all on one port. The first must be free; of the rest, an address this machine does not have is
 * left out. Rejects with `ListenFailure`.
 */
export async function listen(
  hosts: readonly string[],
  port: number,
  handle: RequestHandler,
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void,
): Promise<Listening> {
  const servers: Server[] = []
  const used: string[] = []
  let bound = port
  try {
    for (const host of hosts) {
      const server = createServer(settings, handle).on('clientError', refuse)
      const result = await bind(server, host, bound)
      if (result === undefined && servers.length > 0) continue
      if (result === undefined) throw new ListenFailure(`this machine has no address ${host}`)
      bound = result
      servers.push(server)
      used.push(host)
    }
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
  return { port: bound, hosts: used, close: (cutAfterMs) => closeAll(servers, cutAfterMs) }
}

/** The port in use, or undefined when the machine lacks the address. */
function bind(server: Server, host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(undefined)
      else reject(new ListenFailure(listenProblem(error, host, port)))
    })
    server.listen({ host, port, backlog: 1024 }, () => resolve((server.address() as AddressInfo).port))
  })
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use; choose another with --port, or 0 for a free one`
  if (error.code === 'EACCES') return `port ${port} of ${host} may not be used by this user; choose one above 1023`
  return `cannot listen on ${host} port ${port}: ${error.message}`
}

async function closeAll(servers: readonly Server[], cutAfterMs: number): Promise<void> {
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, cutAfterMs)
  await Promise.all(
    servers.map((server) => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
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
