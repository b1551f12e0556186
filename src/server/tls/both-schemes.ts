import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'

/** Key and certificate for HTTPS, PEM. */
export type Identity = { readonly key: string; readonly cert: string }

/** Gives the identity; called when the first client speaks TLS, and once. */
export type Secure = () => Identity

/** Time for a head or body to arrive, and for a connection to send anything, milliseconds. */
export const receiveTimeoutMs = 30_000

/** A TLS connection begins with a record of a handshake; no HTTP method begins so. Source: RFC 8446, section 5.1. */
const handshakeRecord = 0x16

/** Holds the connections of a server that its HTTP side does not see. */
type OtherConnections = {
  /** Ends those on which nothing has come yet. */
  endSilent(): void
  /** Ends those too that speak TLS. */
  cut(): void
}

/**
 * Lets an HTTP server, before it listens, answer HTTPS on the same port. The first byte of a connection decides; after
 * that the HTTP server owns the connection. Its timeouts and its way of closing hold for both schemes, and a request costs
 * no more than without HTTPS.
 */
export function serveBoth(
  server: Server,
  secure: Secure,
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void,
): OtherConnections {
  const serve = server.listeners('connection')
  const toHttp = (socket: Socket): void => {
    for (const listener of serve) listener.call(server, socket)
  }
  const silent = new Set<Socket>()
  const encrypted = new Set<Socket>()
  let tls: TlsServer | undefined
  server.removeAllListeners('connection').on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', gone).on('error', broken).once('readable', spoken)
    socket.setTimeout(receiveTimeoutMs, mute)
  })

  function spoken(this: Socket): void {
    const first: Buffer | null = this.read()
    if (first !== null) this.unshift(first)
    this.setTimeout(0, mute)
    silent.delete(this)
    if (first?.[0] === handshakeRecord) {
      encrypted.add(this)
      tls ??= tlsServer(secure(), toHttp)
      tls.emit('connection', this)
      return
    }
    this.off('close', gone).off('error', broken)
    toHttp(this)
  }
  function mute(this: Socket): void {
    this.off('readable', spoken)
    refuse(Object.assign(new Error('nothing came'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), this)
    this.destroySoon()
  }
  function gone(this: Socket): void {
    silent.delete(this)
    encrypted.delete(this)
  }
  return {
    endSilent: () => destroyAll(silent),
    cut: () => destroyAll(encrypted),
  }
}

function destroyAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy()
}

function broken(this: Socket): void {
  this.destroy()
}

/** Does the handshakes, and hands on what comes of them. It does not listen itself. */
function tlsServer({ key, cert }: Identity, toHttp: (socket: Socket) => void): TlsServer {
  return createTlsServer({ key, cert, ALPNProtocols: ['http/1.1'], handshakeTimeout: receiveTimeoutMs })
    .on('secureConnection', toHttp)
    .on('tlsClientError', (_, socket) => socket.destroy())
}
