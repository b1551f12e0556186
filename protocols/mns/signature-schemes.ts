import { scopeDifference } from '../signing/differences.ts'
import { hmacOf } from '../signing/hmac.ts'
import { basicIso, httpDate, signingKey } from '../signing/keys.ts'
import { percentDecodedBytes, percentEncodedBytes, percentEncodedPath } from '../signing/percent.ts'

/** What goes into a signature, as it stands in the request; empty: absent. */
export type SignedParts = {
  readonly method: string
  /** Path and query as received. */
  readonly target: string
  readonly contentMd5: string
  readonly contentType: string
  readonly date: string
  /** Headers whose names begin `x-mns-`, in lower case, sorted. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** What an Authorization header claims, and how to come to the same. */
export type Claim = {
  readonly accessKeyId: string
  readonly signature: string
  /** What is signed. */
  text(parts: SignedParts): string
  /** The signature of these parts under that secret. */
  sign(secret: string, parts: SignedParts): string
  /** Where the scope of the credential differs from these parts; absent: there is no scope. */
  scopeDifference?(parts: SignedParts): string | undefined
}

/** What an Authorization header claims; undefined when it is of no form there is. Source: MNS API, request signatures. */
export function readClaim(authorization: string): Claim | undefined {
  return readFirst(authorization) ?? readScoped(authorization)
}

const firstForm = /^MNS ([^:]+):(\S+)$/

/** `MNS id:signature`, HMAC-SHA1. */
function readFirst(authorization: string): Claim | undefined {
  const match = firstForm.exec(authorization)
  if (!match) return undefined
  const sign = (secret: string, parts: SignedParts): string =>
    hmacOf(signingKey('sha1', secret), firstText(parts), 'base64')
  return { accessKeyId: match[1]!, signature: match[2]!, text: firstText, sign }
}

function firstText({ method, contentMd5, contentType, date, headers, target }: SignedParts): string {
  let text = `${method}\n${contentMd5}\n${contentType}\n${date}\n`
  for (const [name, value] of headers) text += `${name}:${value}\n`
  return text + target
}

/** Words of the scoped form: those of the public cloud and of private ones. */
const flavours = {
  'MNS4-HMAC-SHA256': { before: 'aliyun_v4', last: 'aliyun_v4_request' },
  'APSARA-MNS4-HMAC-SHA256': { before: 'apsara_v4', last: 'apsara_v4_request' },
} as const

const scopedForm =
  /^((?:APSARA-)?MNS4-HMAC-SHA256) Credential=(.+)\/(\d{8})\/([^/]+)\/mns\/([a-z0-9_]+), ?Signature=(\S+)$/

/** `MNS4-HMAC-SHA256 Credential=id/date/region/mns/aliyun_v4_request,Signature=hex`. */
function readScoped(authorization: string): Claim | undefined {
  const match = scopedForm.exec(authorization)
  if (!match) return undefined
  const [, name, accessKeyId, day, region, last, signature] = match
  const flavour = flavours[name as keyof typeof flavours]
  if (flavour.last !== last) return undefined
  const scope = `${day}/${region}/mns/${last}`
  const text = (parts: SignedParts): string => `${name}\n${basicDate(parts.date)}\n${scope}\n${canonicalRequest(parts)}`
  return {
    accessKeyId: accessKeyId!,
    signature: signature!,
    text,
    // The day of the scope is in the text, that of the date in the key: they must be the same.
    sign(secret, parts) {
      const scope = [basicDate(parts.date).slice(0, 8), region!, 'mns', last]
      return hmacOf(signingKey('sha256', flavour.before + secret, scope), text(parts), 'hex')
    },
    scopeDifference: ({ date }) => scopeDifference(day!, basicDate(date)),
  }
}

function basicDate(date: string): string {
  const atMs = httpDate(date)
  return atMs === undefined ? '' : basicIso(atMs)
}

function canonicalRequest({ method, target, contentMd5, contentType, headers }: SignedParts): string {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const signed = [...headers, ['content-type', contentType] as const, ['content-md5', contentMd5] as const]
  const lines = signed
    .filter(([name, value]) => value !== '' || name.startsWith('x-mns-'))
    .sort(byName)
    .map(([name, value]) => `${name}:${value.trim()}\n`)
  const query = mark === -1 ? '' : canonicalQuery(target.slice(mark + 1))
  return `${method}\n${percentEncodedPath(percentDecodedBytes(path))}\n${query}\n${lines.join('')}\n`
}

/** Items are split at the first `=`: receipts that end in `==` come as they are. */
function canonicalQuery(query: string): string {
  const items = query.split('&').filter((item) => item !== '')
  return items
    .map((item) => {
      const mark = item.indexOf('=')
      const name = percentDecodedBytes(mark === -1 ? item : item.slice(0, mark))
      const value = trimmed(percentDecodedBytes(mark === -1 ? '' : item.slice(mark + 1)))
      return [percentEncodedBytes(inLowerCase(trimmed(name))), percentEncodedBytes(value)] as const
    })
    .sort(byName)
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join('&')
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Letters of ASCII alone: the other characters are bytes of something longer. */
function inLowerCase(bytes: string): string {
  return bytes.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Without the blanks and control characters at both ends; `trim` would also take bytes of something longer. */
function trimmed(bytes: string): string {
  let start = 0
  let end = bytes.length
  while (start < end && bytes.charCodeAt(start) <= 32) start += 1
  while (end > start && bytes.charCodeAt(end - 1) <= 32) end -= 1
  return bytes.slice(start, end)
}
