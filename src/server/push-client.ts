import { createSign } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pushRequest } from '../../protocols/mns/push.ts'
import type { Push, PushOutcome, PushSender } from '../broker/deliveries.ts'
import { FarAddress, isNear, literalAddress, nearLookup, type Resolve } from './push-addresses.ts'
import type { SigningKey } from './tls/certificate.ts'

/** What a push client is made with. */
type PushClientOptions = {
  readonly signingKey: () => Promise<SigningKey>
  /** Where receivers get the certificate. */
  readonly certificateUrl: () => string
  readonly nowMs: () => number
  readonly nextRequestId: () => string
  /** Pushes to any address, not only to this machine and private networks. */
  readonly anywhere: boolean
  readonly warn: (line: string) => void
  /** Absent: as the machine does. */
  readonly resolve?: Resolve
}

/** Most hosts for which the log has said that nothing is pushed to them. After so many it says so again. */
const rememberedHosts = 1_000

/**
 * Sends pushes of topics over HTTP and HTTPS, signed as MNS signs them. Redirects are not followed, and certificates of
 * receivers are not checked, since tests make their own. Source: MNS, push to an HTTP endpoint.
 */
export class PushClient implements PushSender {
  readonly #options: PushClientOptions
  readonly #lookup: LookupFunction | undefined
  readonly #refused = new Set<string>()

  constructor(options: PushClientOptions) {
    this.#options = options
    this.#lookup = options.anywhere ? undefined : nearLookup(options.resolve)
  }

  async send(push: Push): Promise<PushOutcome> {
    // All pushes under way listen to the one signal.
    setMaxListeners(0, push.signal)
    try {
      const url = new URL(push.url)
      const address = literalAddress(url.hostname)
      if (!this.#options.anywhere && address !== undefined && !isNear(address)) throw new FarAddress(address)
      return await this.#post(url, push, await this.#options.signingKey())
    } catch (error) {
      if (error instanceof FarAddress) return this.#refusal(push.url, error.message)
      return { error: reasonOf(error) }
    }
  }

  async #post(url: URL, push: Push, { privateKey }: SigningKey): Promise<PushOutcome> {
    const { nowMs, nextRequestId, certificateUrl } = this.#options
    const { method, path, headers, body } = pushRequest({
      notification: push.delivery.notification,
      format: push.subscription.settings.format,
      url: push.url,
      certificateUrl: certificateUrl(),
      requestId: nextRequestId(),
      nowMs: nowMs(),
      sign: (text) => createSign('RSA-SHA1').update(text).sign(privateKey, 'base64'),
    })
    const options: RequestOptions = {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method,
      path,
      headers,
      agent: false,
      signal: push.signal,
      ...(this.#lookup && { lookup: this.#lookup }),
    }
    return exchange(url.protocol, options, body, push.timeoutMs)
  }

  #refusal(url: string, address: string): PushOutcome {
    const { host } = new URL(url)
    const advice = 'only this machine and private networks are pushed to; --push-anywhere allows all'
    if (this.#refused.size >= rememberedHosts) this.#refused.clear()
    if (!this.#refused.has(host)) this.#options.warn(`nothing is pushed to ${host} (${address}): ${advice}`)
    this.#refused.add(host)
    return { error: `address not allowed: ${address}; ${advice}` }
  }
}

/** Sends a request and gives the status of its answer. The body is read within the same time, and dropped. */
function exchange(protocol: string, options: RequestOptions, body: string, timeoutMs: number): Promise<PushOutcome> {
  return new Promise((resolve, reject) => {
    const request =
      protocol === 'https:' ? httpsRequest({ ...options, rejectUnauthorized: false }) : httpRequest(options)
    const timer = setTimeout(() => {
      resolve({ error: `no answer within ${timeoutMs} ms`, timedOut: true })
      request.destroy()
    }, timeoutMs)
    request.on('response', (response: IncomingMessage) => {
      resolve(outcomeOf(response))
      response.on('error', () => {}).resume()
    })
    request.on('error', reject)
    request.on('close', () => clearTimeout(timer))
    request.end(body)
  })
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): PushOutcome {
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined)
    return { status: statusCode, error: 'redirects are not followed' }
  return { status: statusCode }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
