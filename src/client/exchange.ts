import type { ClientRequest } from 'node:http'
import { type Answer, NoAnswer, type NoAnswerReason } from './failures.ts'

/** A request as it goes out. */
type Request = {
  readonly url: URL
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** How a connection is made. */
export type Connection = {
  /** Milliseconds; 0: no limit. Absent: a minute, as the AWS CLI has it. */
  readonly readTimeoutMs?: number
  /** Milliseconds; 0: no limit. Absent: a minute. */
  readonly connectTimeoutMs?: number
  /** Any certificate is accepted. */
  readonly anyCertificate?: boolean
  /** Certificates to trust, as PEM. */
  readonly certificates?: string | undefined
}

const defaultTimeoutMs = 60_000

/** An emulator on this machine makes its own certificate. */
const onThisMachine = /(?:^|\.)(?:localhost|localhost\.localstack\.cloud)$|^127\.|^\[::1\]$/i

/** Sends a request and reads the whole answer. Rejects with `NoAnswer`. */
export async function exchange(
  { url, method = 'POST', headers, body = '' }: Request,
  connection: Connection = {},
): Promise<Answer> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const { anyCertificate, certificates: ca } = connection
  const trusting = anyCertificate || (ca === undefined && onThisMachine.test(url.hostname))
  const length = method === 'POST' && { 'content-length': Buffer.byteLength(body) }
  const options = {
    method,
    headers: { ...headers, ...length },
    agent: false,
    ...(trusting && { rejectUnauthorized: false }),
    ...(ca && { ca }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', (error) => reject(failureOf(error, url)))
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
      })
    })
    limitWaits(sent, connection, (reason) => {
      reject(new NoAnswer(reason, 'it takes too long'))
      sent.destroy()
    })
    sent.on('error', (error) => reject(failureOf(error, url)))
    sent.end(body)
  })
}

function limitWaits(sent: ClientRequest, connection: Connection, end: (reason: NoAnswerReason) => void): void {
  const { readTimeoutMs = defaultTimeoutMs, connectTimeoutMs = defaultTimeoutMs } = connection
  if (readTimeoutMs > 0) sent.setTimeout(readTimeoutMs, () => end('readTimeout'))
  if (connectTimeoutMs <= 0) return
  const timer = setTimeout(() => end('connectTimeout'), connectTimeoutMs)
  sent.on('socket', (socket) => socket.once('connect', () => clearTimeout(timer)))
  sent.on('close', () => clearTimeout(timer))
}

/** A name with several addresses fails with an error for each. */
function failureOf(error: NodeJS.ErrnoException, { protocol }: URL): NoAnswer {
  const { code = '' } = error
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return new NoAnswer(reasonOf(code, protocol), first instanceof Error ? first.message : String(first))
}

function reasonOf(code: string, protocol: string): NoAnswerReason {
  if (/^E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)/.test(code)) return 'noConnection'
  return protocol === 'https:' && /CERT|SSL|SELF_SIGNED|ISSUER/.test(code) ? 'certificate' : 'closed'
}
