import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { exitCodes, Failure } from './failure.ts'
import type { Given } from './words.ts'

/** A request as it goes out. */
type Outgoing = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came back. */
export type Incoming = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Longest waits without an option, milliseconds. Source: AWS CLI Command Reference, Global Options. */
const defaultTimeoutMs = 60_000

/** Sends a POST and reads the whole answer. */
export async function exchange({ url, headers, body }: Outgoing, given: Given): Promise<Incoming> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const fail = (said: string): void => reject(new Failure(exitCodes.failed, `\n${said}: "${url.href}"\n`))
    const call = request(url, optionsOf(url, headers, body, given), (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
      })
    })
    limitWait(given.get('cli-read-timeout')?.[0], (limitMs) =>
      call.setTimeout(limitMs, () => {
        fail('Read timeout on endpoint URL')
        call.destroy()
      }),
    )
    limitWait(given.get('cli-connect-timeout')?.[0], (limitMs) => {
      const timer = setTimeout(() => {
        fail('Connect timeout on endpoint URL')
        call.destroy()
      }, limitMs)
      call.on('socket', (socket) => socket.once('connect', () => clearTimeout(timer)))
      call.on('close', () => clearTimeout(timer))
    })
    call.on('error', (error: NodeJS.ErrnoException) => fail(complaintOf(error, url)))
    call.end(body)
  })
}

function limitWait(seconds: string | undefined, set: (limitMs: number) => void): void {
  const limitMs = seconds === undefined ? defaultTimeoutMs : Number(seconds) * 1000
  if (limitMs > 0) set(limitMs)
}

/** An emulator on this machine has made its certificate itself, and `awslocal` takes it. */
const ofEmulator = /(?:^|\.)(?:localhost|localhost\.localstack\.cloud)$|^127\.|^\[::1\]$/i

function optionsOf(
  { hostname }: URL,
  headers: Outgoing['headers'],
  body: string,
  given: Given,
): RequestOptions & { ca?: string } {
  const bundle = given.get('ca-bundle')?.[0] ?? process.env.AWS_CA_BUNDLE
  const anyCertificate = given.has('no-verify-ssl') || (bundle === undefined && ofEmulator.test(hostname))
  return {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    ...(anyCertificate && { rejectUnauthorized: false }),
    ...(bundle && certificatesOf(bundle)),
  }
}

function certificatesOf(bundle: string): { ca: string } {
  try {
    return { ca: readFileSync(bundle, 'utf8') }
  } catch {
    throw new Failure(
      exitCodes.failed,
      `\nCould not find a suitable TLS CA certificate bundle, invalid path: ${bundle}\n`,
    )
  }
}

function complaintOf({ code = '', message }: NodeJS.ErrnoException, { protocol }: URL): string {
  if (/^E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)/.test(code))
    return 'Could not connect to the endpoint URL'
  if (protocol === 'https:' && /CERT|SSL|SELF_SIGNED|ISSUER/.test(code))
    return `SSL validation failed (${message}; --no-verify-ssl takes any certificate)`
  return 'Connection was closed before we received a valid response from endpoint URL'
}
