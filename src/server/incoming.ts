import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { maximumBodyBytes, type WireRequest } from '../../protocols/adapter.ts'

/** An absolute-form target, which clients send that take us for a proxy. Source: RFC 9112, section 3.2.2. */
const absoluteForm = /^(https?):\/\/([^/?#]*)(.*)$/i

/** A host with or without a port: a name, or an IP address in brackets. Source: RFC 9110, section 7.2. */
const hostForm = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::(\d{0,5}))?$/i

/** Whether a text is a host, of which a URL can be made. */
export function isHost(text: string): boolean {
  const found = hostForm.exec(text)
  return found !== null && Number(found[1] ?? 0) <= 65_535
}

const slash = 47

/** Path and query of a request, whatever the form of its target. */
export function pathOf({ url: target = '' }: IncomingMessage): string {
  if (target.charCodeAt(0) === slash) return target
  const rest = absoluteForm.exec(target)?.[3] ?? target
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Gives the whole body, or undefined once it is larger than allowed. */
export function readBody(incoming: IncomingMessage, read: (body: Buffer | undefined) => void): void {
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
  notePending(incoming)
}

/** Where a connection holds the request that is being read from it. */
const pending = Symbol('pending')
type PendingSocket = Socket & { [pending]?: IncomingMessage }

/** Remembers which request is being read, so that it is answered in the right form if the rest never comes. */
export function notePending(incoming: IncomingMessage): void {
  ;(incoming.socket as PendingSocket)[pending] = incoming
}

/** The request that a connection has sent only a part of; undefined: none. */
export function unfinishedRequest(socket: Socket): IncomingMessage | undefined {
  const incoming = (socket as PendingSocket)[pending]
  return incoming?.complete === false ? incoming : undefined
}

/** The request as protocols see it. `ownHost` replaces a host that is missing or malformed. */
export function wireRequest(
  incoming: IncomingMessage,
  body: Buffer,
  publicUrl: string | undefined,
  ownHost: () => string,
): WireRequest {
  const { method = 'GET', headers, url: target = '/' } = incoming
  const scheme = 'encrypted' in incoming.socket && (incoming.socket as TLSSocket).encrypted ? 'https' : 'http'
  const absolute = target.charCodeAt(0) === slash ? null : absoluteForm.exec(target)
  const named = absolute?.[2] || headers.host
  const host = named && isHost(named) ? named : ownHost()
  const wire = {
    method,
    target: absolute ? pathOf(incoming) : target,
    headers,
    body,
    scheme,
    base: publicUrl ?? `${absolute ? absolute[1]!.toLowerCase() : scheme}://${host}`,
    host,
  }
  return publicUrl === undefined ? wire : { ...wire, publicUrl }
}
