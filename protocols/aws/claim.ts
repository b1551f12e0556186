import type { WireRequest } from '../adapter.ts'
import { basicIso, httpDate } from '../signing/keys.ts'
import { percentDecodedBytes } from '../signing/percent.ts'

/** What a request says of its signature. */
export type Claim = {
  readonly accessKeyId: string
  readonly day: string
  readonly region: string
  readonly service: string
  /** Lower-case names in the order given. */
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** `20260101T000000Z`. */
  readonly dateText: string
  /** Session token; empty: none came. */
  readonly token: string
  /** Whether the query holds it all. */
  readonly presigned: boolean
  /** How long a presigned URL is good for, milliseconds. */
  readonly expiresMs?: number
}

/** Longest time a presigned URL is good for, seconds: seven days. Source: AWS Signature Version 4, query parameters. */
const longestExpiry = 604_800

const prefix = 'AWS4-HMAC-SHA256'

/** What a request says of its signature; text: why that is not all that is needed; undefined: it says nothing. */
export function readClaim(request: WireRequest): Claim | string | undefined {
  if (/[?&]X-Amz-Signature=/.test(request.target)) return presignedClaim(request.target)
  const { authorization } = request.headers
  return typeof authorization === 'string' && authorization !== '' ? headerClaim(authorization, request) : undefined
}

/** An instant of the form `20260101T000000Z`, epoch milliseconds; NaN for anything else. */
export function instantOf(dateText: string): number {
  const [, ...digits] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(dateText) ?? []
  const [year, month, day, hour, minute, second] = digits
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function headerClaim(authorization: string, { headers }: WireRequest): Claim | string {
  if (!authorization.startsWith(`${prefix} `)) return `Authorization header is not of the form ${prefix}.`
  const fields = new Map(authorization.slice(prefix.length).split(',').map(pairAt))
  const date = headers['x-amz-date'] ?? headers.date
  const atMs = typeof date === 'string' ? (httpDate(date) ?? instantOf(date)) : Number.NaN
  return claimOf({
    credential: fields.get('Credential'),
    signedHeaders: fields.get('SignedHeaders'),
    signature: fields.get('Signature'),
    dateText: Number.isNaN(atMs) ? undefined : basicIso(atMs),
    token: String(headers['x-amz-security-token'] ?? ''),
    presigned: false,
  })
}

function pairAt(text: string): [name: string, value: string] {
  const mark = text.indexOf('=')
  return [text.slice(0, mark).trim(), text.slice(mark + 1).trim()]
}

function presignedClaim(target: string): Claim | string {
  const fields = new Map(
    target
      .slice(target.indexOf('?') + 1)
      .split('&')
      .map(pairAt)
      .map(([name, value]) => [name, percentDecodedBytes(value)]),
  )
  if (fields.get('X-Amz-Algorithm') !== prefix) return `X-Amz-Algorithm is not ${prefix}.`
  const expires = Number(fields.get('X-Amz-Expires'))
  if (!Number.isInteger(expires) || expires < 1 || expires > longestExpiry)
    return `X-Amz-Expires must be a number of seconds from 1 to ${longestExpiry}.`
  const dateText = fields.get('X-Amz-Date') ?? ''
  return claimOf({
    credential: fields.get('X-Amz-Credential'),
    signedHeaders: fields.get('X-Amz-SignedHeaders'),
    signature: fields.get('X-Amz-Signature'),
    dateText: Number.isNaN(instantOf(dateText)) ? undefined : dateText,
    token: fields.get('X-Amz-Security-Token') ?? '',
    presigned: true,
    expiresMs: expires * 1000,
  })
}

type Said = Pick<Claim, 'token' | 'presigned' | 'expiresMs'> & {
  readonly [K in 'credential' | 'signedHeaders' | 'signature' | 'dateText']: string | undefined
}

function claimOf({ credential, signedHeaders, signature, dateText, ...rest }: Said): Claim | string {
  if (!credential) return 'Authorization requires a Credential.'
  if (!signature) return 'Authorization requires a Signature.'
  if (!signedHeaders) return 'Authorization requires SignedHeaders.'
  if (dateText === undefined) return 'Authorization requires an X-Amz-Date or a Date in their forms.'
  const names = signedHeaders.toLowerCase().split(';')
  if (!names.includes('host')) return 'Host must be one of the SignedHeaders.'
  const steps = credential.split('/')
  const [day, region, service, last] = steps.slice(-4)
  if (steps.length < 5 || last !== 'aws4_request' || !/^\d{8}$/.test(day!))
    return 'Credential must have the form key/date/region/service/aws4_request.'
  return {
    accessKeyId: steps.slice(0, -4).join('/'),
    day: day!,
    region: region!,
    service: service!,
    signedHeaders: names,
    signature,
    dateText,
    ...rest,
  }
}
