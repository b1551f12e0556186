import { timingSafeEqual } from 'node:crypto'
import { type HmacKey, hmacKey, hmacOf } from './hmac.ts'

/** A key whose signatures are believed. */
export type AccessKey = {
  readonly cloud: 'aws' | 'alibaba'
  readonly accessKeyId: string
  readonly secret: string
  /** Account of whoever signs with it. */
  readonly account: string
  /** Of temporary credentials: must come with each request. */
  readonly sessionToken?: string
}

/** What signatures are checked by. */
export type Authentication = {
  readonly keys: readonly AccessKey[]
  /** Time of the machine, epoch milliseconds: clients know no other, wherever our clock stands. */
  readonly realNowMs: () => number
}

/** Whoever signed a request, once the signature has been checked. */
export type Signer = { readonly account: string }

/** Keys of one cloud by their ids. */
export type KeyRing = ReadonlyMap<string, AccessKey>

/** The keys of one cloud. */
export function keyRing({ keys }: Authentication, cloud: AccessKey['cloud']): KeyRing {
  return new Map(keys.filter((key) => key.cloud === cloud).map((key) => [key.accessKeyId, key]))
}

/** How far the date of a request may be off, milliseconds. Sources: MNS API, Date header; AWS Signature Version 4. */
export const dateWindowMs = 15 * 60 * 1000

/** Compares in a time that does not tell how much of them is alike. */
export function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const readyKeys = new Map<string, HmacKey>()
const mostReadyKeys = 200

/** The key of a secret alone, or chained by HMAC-SHA256 over the parts of a scope; the last many are kept. */
export function signingKey(algorithm: HmacKey['algorithm'], secret: string, scope: readonly string[] = []): HmacKey {
  const name = scope.length === 0 ? secret : `${secret}\n${scope.join('\n')}`
  const known = readyKeys.get(name)
  if (known?.algorithm === algorithm) return known
  let key = hmacKey(algorithm, secret)
  for (const part of scope) key = hmacKey(algorithm, Buffer.from(hmacOf(key, part, 'hex'), 'hex'))
  if (readyKeys.size === mostReadyKeys) readyKeys.clear()
  readyKeys.set(name, key)
  return key
}

let lastDate: { readonly text: string; readonly atMs: number | undefined } = { text: '', atMs: undefined }

/** An HTTP date such as `Thu, 01 Jan 2026 00:00:00 GMT`, epoch milliseconds. Source: RFC 9110, section 5.6.7. */
export function httpDate(text: string): number | undefined {
  // Requests of one second have the same.
  if (text !== lastDate.text) lastDate = { text, atMs: readHttpDate(text) }
  return lastDate.atMs
}

function readHttpDate(text: string): number | undefined {
  const day = httpDateForm.exec(text)?.[1]
  if (day === undefined) return undefined
  const atMs = Date.parse(text)
  return new Date(atMs).getUTCDate() === Number(day) ? atMs : undefined
}

const httpDateForm = /^[A-Z][a-z]{2}, (\d{1,2}) [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|\+0000)$/

/** An instant as both clouds write it in a scope: `20260101T000000Z`. */
export function basicIso(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '')
}
