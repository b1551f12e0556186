import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A push as it arrived. */
type ReceivedPush = {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: IncomingMessage['headers']
  /** Names of headers as they are spelled on the wire, in order. */
  readonly headerNames: readonly string[]
  readonly body: string
}

/** How a receiver answers its n-th push, from 1. */
type Answering = (response: ServerResponse, nth: number) => void

/** Answers with a status and nothing else. */
export function status(code: number, headers: Record<string, string> = {}): Answering {
  return (response) => response.writeHead(code, headers).end()
}

/** A subscriber: an HTTP server on a free port of this machine that keeps what it is sent. */
export class Receiver {
  readonly received: ReceivedPush[] = []
  /** 204 unless told otherwise. */
  answer: Answering = status(204)
  readonly #server: Server
  readonly #scheme: string

  private constructor(scheme: string, create: (handle: RequestListener) => Server) {
    this.#scheme = scheme
    this.#server = create((incoming, response) => void this.#receive(incoming, response))
  }

  /** Closed, and its connections cut, when the test is finished. */
  static start(): Promise<Receiver> {
    return new Receiver('http', (handle) => createServer(handle)).#listen()
  }

  /** As `start`, over TLS. */
  static startSecure(key: string, certificate: string): Promise<Receiver> {
    return new Receiver('https', (handle) => createSecureServer({ key, cert: certificate }, handle)).#listen()
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Its URL, by address unless told otherwise. */
  url(path: string, host = '127.0.0.1'): string {
    return `${this.#scheme}://${host}:${this.port}${path}`
  }

  get bodies(): string[] {
    return this.received.map(({ body }) => body)
  }

  /** Listens no more. */
  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  #listen(): Promise<this> {
    onTestFinished(() => this.close())
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve(this))
    })
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers, rawHeaders } = incoming
    const headerNames = rawHeaders.filter((_text, place) => place % 2 === 0)
    this.received.push({ method, target: url, headers, headerNames, body: Buffer.concat(chunks).toString() })
    this.answer(response, this.received.length)
  }
}
