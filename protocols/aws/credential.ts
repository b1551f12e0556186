import { unescape as percentDecoded } from 'node:querystring'
import type { AdapterOptions, WireRequest } from '../adapter.ts'
import { memoize } from '../memoize.ts'
import { regionOfHost } from './region-hosts.ts'

/** On whose behalf a request came. */
export type CredentialScope = {
  /** Account id, 12 digits. */
  readonly account: string
  readonly region: string
}

/** What a signature says of its maker. Nothing of it is verified. Source: AWS Signature Version 4 and Version 2. */
export type Credential = {
  readonly accessKeyId: string
  /** Absent: not said, or not in the form of a region. */
  readonly region?: string
  /** Signing name of the service that the request was meant for; absent: not said. */
  readonly service?: string
}

/** What the Authorization header or else a presigned URL says; undefined for an unsigned or unreadable one. */
export function credentialOf(request: WireRequest): Credential | undefined {
  const presigned = request.target.includes('X-Amz-Credential=') ? presignedCredential(request.target) : undefined
  if (presigned) return presigned
  const authorization = request.headers.authorization
  return typeof authorization === 'string' ? headerCredential(authorization) : undefined
}

function presignedCredential(target: string): Credential | undefined {
  const mark = target.search(/[?&]X-Amz-Credential=/)
  if (mark === -1) return undefined
  const start = target.indexOf('=', mark) + 1
  const end = target.indexOf('&', start)
  return scoped(percentDecoded(target.slice(start, end === -1 ? undefined : end)))
}

function headerCredential(authorization: string): Credential | undefined {
  if (authorization.startsWith('AWS ')) return { accessKeyId: authorization.slice(4).split(':', 1)[0]! }
  if (!authorization.startsWith('AWS4-')) return undefined
  const mark = authorization.indexOf('Credential=')
  if (mark === -1) return undefined
  const start = mark + 'Credential='.length
  const end = authorization.indexOf(',', start)
  return scoped(authorization.slice(start, end === -1 ? undefined : end).trim())
}

const regionForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const serviceForm = /^[a-z0-9-]+$/

const scoped = memoize(readScope)

/** Reads `key/date/region/service/aws4_request`. */
function readScope(credential: string): Credential {
  const [accessKeyId = '', , region, service, end] = credential.split('/')
  return {
    accessKeyId,
    ...(region !== undefined && regionForm.test(region) && { region }),
    ...(end === 'aws4_request' && service !== undefined && serviceForm.test(service) && { service }),
  }
}

/** Account and region of the maker of a request. Its host may tell the region where no signature does; the defaults stand in for what nothing says. */
export function scopeOf(credential: Credential | undefined, host: string, options: AdapterOptions): CredentialScope {
  return {
    account: (credential && accountInKey(credential.accessKeyId, options)) ?? options.defaultAccount,
    region: credential?.region ?? regionOfHost(host) ?? options.defaultRegion,
  }
}

/** Digits that begin a key are its account, as emulators have it; more than 16 are a number of something else. */
const digitsKey = /^\d{12,16}(?!\d)/
const encodedKey = /^L[SK]IA.{16}/
const awsKey = /^A[SK]IA.{16}/

function accountInKey(accessKeyId: string, { awsAccessKeys }: AdapterOptions): string | undefined {
  if (digitsKey.test(accessKeyId)) return accessKeyId.slice(0, 12)
  return (awsAccessKeys ? awsKey : encodedKey).test(accessKeyId) ? encodedAccount(accessKeyId) : undefined
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const firstAccount = 2 ** 39
const accounts = 10 ** 12

/** Keys that begin LSIA or LKIA stand for AWS's ASIA and AKIA, which tell nothing here unless that is asked for: base32 of half the account id, the odd one in the next character. */
function encodedAccount(accessKeyId: string): string | undefined {
  let half = 0
  for (const character of accessKeyId.slice(4, 12)) {
    const digit = base32.indexOf(character)
    if (digit === -1) return undefined
    half = half * 32 + digit
  }
  const odd = base32.indexOf(accessKeyId[12]!) >= base32.length / 2 ? 1 : 0
  const account = 2 * (half - firstAccount) + odd
  return account >= 0 && account < accounts ? String(account).padStart(12, '0') : undefined
}
