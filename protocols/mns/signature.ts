import { hash } from 'node:crypto'
import type { AdapterOptions, WireRequest } from '../adapter.ts'
import { type Alternative, differenceFrom, mismatchLine } from '../signing/differences.ts'
import {
  type AccessKey,
  type Authentication,
  dateWindowMs,
  httpDate,
  type KeyRing,
  keyRing,
  type Signer,
  sameText,
} from '../signing/keys.ts'
import { percentDecodedBytes } from '../signing/percent.ts'
import { contentMd5Fits } from './digests.ts'
import { errors, type MnsError } from './errors.ts'
import { mnsHost } from './names.ts'
import { headerText } from './request.ts'
import { type Claim, readClaim, type SignedParts } from './signature-schemes.ts'

/** Tells who signed a request, or why it is not believed. */
export type SignatureCheck = (wire: WireRequest) => Signer | MnsError

/**
 * A check of signatures, in the order: headers are there, date, form of the authorization, key, signature, version.
 * Source: MNS API reference, request signatures and error codes.
 */
export function signatureCheck(options: AdapterOptions, authentication: Authentication): SignatureCheck {
  const keys = keyRing(authentication, 'alibaba')
  return (wire) => {
    const authorization = headerText(wire, 'authorization')
    if (!authorization) return errors.missingAuthorizationHeader
    const dates = [headerText(wire, 'x-mns-date'), headerText(wire, 'date')].filter((date) => date !== undefined)
    const [date] = dates
    if (date === undefined) return errors.missingDateHeader
    const version = headerText(wire, 'x-mns-version')
    if (version === undefined) return errors.missingVersionHeader
    const atMs = httpDate(date)
    if (atMs === undefined) return errors.invalidDateHeader
    if (!isRecent(atMs, options.nowMs()) && !isRecent(atMs, authentication.realNowMs())) return errors.timeExpired
    const claim = readClaim(authorization)
    if (!claim) return errors.invalidAuthorizationHeader
    const key = keys.get(claim.accessKeyId)
    if (!key || !tokenFits(key, wire)) return errors.invalidAccessKeyId
    const parts = signedParts(wire, date)
    if (!dates.some((signed) => fits(claim, key.secret, { ...parts, date: signed }))) {
      options.warn(explained(claim, key, parts, wire, keys))
      return errors.signatureDoesNotMatch
    }
    if (version !== '2015-06-06') return errors.invalidVersionHeader
    return isForeign(key, wire, options) ? errors.accessDenied : { account: key.account }
  }
}

function isRecent(atMs: number, nowMs: number): boolean {
  return Math.abs(atMs - nowMs) <= dateWindowMs
}

/** Names under which clients send the token of temporary credentials; it is not signed. */
const tokenHeaders = ['security-token', 'x-acs-security-token']

/** A key without a token lets any pass. */
function tokenFits({ sessionToken }: AccessKey, wire: WireRequest): boolean {
  return sessionToken === undefined || tokenHeaders.some((name) => sameText(headerText(wire, name) ?? '', sessionToken))
}

/** Whether the host names an account that is not the key's. In the shared namespace accounts do not matter. */
function isForeign(key: AccessKey, wire: WireRequest, { namespace, warn }: AdapterOptions): boolean {
  const owner = namespace === 'isolated' ? mnsHost(wire.host) : undefined
  if (!owner || owner.account === key.account) return false
  warn(`the key ${key.accessKeyId} is of account ${key.account}, and the host ${wire.host} of account ${owner.account}`)
  return true
}

/** What a request holds of what goes into a signature, with that text as its date. */
export function signedParts(wire: WireRequest, date: string): SignedParts {
  const headers: [name: string, value: string][] = []
  for (const name in wire.headers) {
    if (name.startsWith('x-mns-')) headers.push([name, String(wire.headers[name])])
  }
  headers.sort(([one], [other]) => (one < other ? -1 : 1))
  const contentMd5 = headerText(wire, 'content-md5') ?? ''
  const contentType = headerText(wire, 'content-type') ?? ''
  return { method: wire.method, target: wire.target, contentMd5, contentType, date, headers }
}

function fits(claim: Claim, secret: string, parts: SignedParts): boolean {
  return sameText(claim.sign(secret, parts), claim.signature)
}

function explained(claim: Claim, key: AccessKey, parts: SignedParts, wire: WireRequest, keys: KeyRing): string {
  const difference =
    claim.scopeDifference?.(parts) ??
    differenceFrom(parts, alternativesFor(wire), (other) => fits(claim, key.secret, other)) ??
    [...keys.values()]
      .filter(({ secret }) => fits(claim, secret, parts))
      .map(({ accessKeyId }) => `it was made with the secret of ${accessKeyId}`)[0] ??
    'no usual difference makes it fit, so the secrets may differ'
  const { contentMd5 } = parts
  const digest =
    contentMd5 !== '' && !contentMd5Fits(contentMd5, wire.body) ? '; Content-MD5 does not fit the body either' : ''
  return mismatchLine({
    api: 'MNS',
    accessKeyId: key.accessKeyId,
    text: claim.text(parts),
    difference: difference + digest,
  })
}

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD']
const contentTypes = ['', 'text/xml', 'text/xml;charset=UTF-8', 'text/xml;charset=utf-8', 'application/xml']

/** What clients are known to get wrong, or what something on the way may have changed. */
function alternativesFor({ method, target, body, base, headers }: WireRequest): readonly Alternative<SignedParts>[] {
  const path = target.split('?', 1)[0]!
  const rest = target.slice(path.length)
  const trimmed = path.replace(/\/+$/, '')
  const quoted = (text: string): string => (text === '' ? 'nothing' : `'${text}'`)
  const one = <K extends keyof SignedParts>(name: K, part: string, signed: string, value: SignedParts[K]) => ({
    part,
    signed,
    apply: (parts: SignedParts): SignedParts => ({ ...parts, [name]: value }),
  })
  const date = typeof headers.date === 'string' ? headers.date : undefined
  const onlyVersion = Object.entries(headers).filter(([name]) => name === 'x-mns-version') as [string, string][]
  return [
    one('target', 'path', 'the path with its escapes resolved', percentDecodedBytes(target)),
    one('target', 'path', 'the path with its query escaped', path + encodedQuery(rest)),
    one('target', 'path', 'the path with no slash at its end', trimmed + rest),
    one('target', 'path', 'the path with a slash at its end', `${trimmed}/${rest}`),
    one('target', 'path', 'the whole URL', base + target),
    one('target', 'query', 'the path without its query', path),
    ...contentTypes.map((type) => one('contentType', 'Content-Type', `${quoted(type)} as Content-Type`, type)),
    one('contentMd5', 'body hash', 'no Content-MD5', ''),
    one('contentMd5', 'body hash', 'Content-MD5 in base64 of the digest', hash('md5', body, 'base64')),
    one('contentMd5', 'body hash', 'Content-MD5 in base64 of the hex text', base64(hash('md5', body))),
    one('contentMd5', 'body hash', 'Content-MD5 in hex', hash('md5', body)),
    one('date', 'date', 'no date', ''),
    ...(date === undefined ? [] : [one('date', 'date', 'the Date header', date)]),
    one('headers', 'header set', 'no x-mns- header', []),
    one('headers', 'header set', 'x-mns-version as the only x-mns- header', onlyVersion),
    ...methods
      .filter((other) => other !== method)
      .map((other) => one('method', 'method', `the method ${other}`, other)),
  ]
}

function encodedQuery(query: string): string {
  return query.replace(/=([^&]*)/g, (_, value: string) => `=${encodeURIComponent(percentDecodedBytes(value))}`)
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
