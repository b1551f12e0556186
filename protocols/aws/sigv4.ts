import { hash } from 'node:crypto'
import type { AdapterOptions, WireRequest } from '../adapter.ts'
import { differenceFrom, mismatchLine, scopeDifference } from '../signing/differences.ts'
import { hmacOf } from '../signing/hmac.ts'
import { type Authentication, dateWindowMs, keyRing, type Signer, sameText, signingKey } from '../signing/keys.ts'
import { alternativesFor } from './alternatives.ts'
import { canonicalRequest, type SignedParts } from './canonical-request.ts'
import { type Claim, instantOf, readClaim } from './claim.ts'
import { type WireError, wireError } from './errors.ts'
import { temporaryKey } from './role-session.ts'

/** Tells who signed a request, or why it is not believed. */
type SignatureCheck = (request: WireRequest) => Signer | WireError

const algorithm = 'AWS4-HMAC-SHA256'
const unsigned = 'UNSIGNED-PAYLOAD'

/** What to say of a signature that is made in time and yet wrong. Source: SQS API Reference, Common Errors. */
const wrongSignature =
  'The request signature we calculated does not match the signature you provided. ' +
  'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.'

/** A check of signatures in the header or in a presigned URL. `service`: the one that they must be made for. Source: AWS General Reference, Signature Version 4. */
export function signatureCheck(
  options: AdapterOptions,
  authentication: Authentication,
  service = 'sqs',
): SignatureCheck {
  const keys = keyRing(authentication, 'aws')
  return (request) => {
    const claim = readClaim(request)
    if (claim === undefined)
      return wireError('MissingAuthenticationTokenException', 'Request is missing Authentication Token')
    if (typeof claim === 'string') return wireError('IncompleteSignatureException', claim)
    const temporary = temporaryKey(claim.accessKeyId, claim.token, authentication)
    const key = keys.get(claim.accessKeyId) ?? temporary
    if (!key || !sameText(claim.token, key.sessionToken ?? ''))
      return wireError('UnrecognizedClientException', 'The security token included in the request is invalid.')
    if (temporary && temporary.expiresAtMs <= options.nowMs())
      return wireError('ExpiredTokenException', 'The security token included in the request is expired')
    if (claim.service !== service)
      return wireError('InvalidSignatureException', `Credential should be scoped to correct service: '${service}'.`)
    const late = [options.nowMs(), authentication.realNowMs()].map((nowMs) => timeProblem(claim, nowMs))
    if (late.every((problem) => problem !== undefined)) return wireError('InvalidSignatureException', late[0]!)
    const parts = signedParts(request, claim)
    const fits = (other: SignedParts): boolean => sameText(signatureOf(claim, key.secret, other), claim.signature)
    const bodyFits = parts.payloadHash === unsigned || parts.payloadHash === hash('sha256', request.body)
    if (bodyFits && fits(parts)) return { account: key.account }
    const difference = bodyFits
      ? (scopeDifference(claim.day, claim.dateText) ??
        differenceFrom(parts, alternativesFor(request, parts), fits) ??
        [...keys.values()]
          .filter(({ secret }) => sameText(signatureOf(claim, secret, parts), claim.signature))
          .map(({ accessKeyId }) => `it was made with the secret of ${accessKeyId}`)[0] ??
        'no usual difference makes it fit, so the secrets may differ')
      : `it differs in the body hash: X-Amz-Content-Sha256 is not that of the body, ${hash('sha256', request.body)}`
    const text = `${canonicalRequest(parts)}⏎⏎${stringToSign(claim, parts)}`
    options.warn(mismatchLine({ api: service.toUpperCase(), accessKeyId: key.accessKeyId, text, difference }))
    return wireError('InvalidSignatureException', wrongSignature)
  }
}

/** Why a signature is not good at that time, if it is not. */
function timeProblem({ dateText, expiresMs }: Claim, nowMs: number): string | undefined {
  const atMs = instantOf(dateText)
  const now = new Date(nowMs).toISOString()
  if (atMs - dateWindowMs > nowMs)
    return `Signature not yet current: ${dateText} is still later than ${now} (+ 15 min.)`
  if (nowMs > atMs + (expiresMs ?? dateWindowMs)) return `Signature expired: ${dateText} is earlier than ${now} allows`
  return undefined
}

function signedParts(request: WireRequest, { presigned, signedHeaders }: Claim): SignedParts {
  const mark = request.target.indexOf('?')
  const given = request.headers['x-amz-content-sha256']
  return {
    method: request.method,
    path: mark === -1 ? request.target : request.target.slice(0, mark),
    query: mark === -1 ? '' : request.target.slice(mark + 1),
    presigned,
    headers: signedHeaders.map((name) => [name, String(request.headers[name] ?? '')]),
    payloadHash: typeof given === 'string' ? given : hash('sha256', request.body),
  }
}

function stringToSign({ dateText, day, region, service }: Claim, parts: SignedParts): string {
  const hashed = hash('sha256', Buffer.from(canonicalRequest(parts), 'latin1'))
  return `${algorithm}\n${dateText}\n${day}/${region}/${service}/aws4_request\n${hashed}`
}

/** The day of the scope is in the text, that of the date in the key: they must be the same. */
function signatureOf(claim: Claim, secret: string, parts: SignedParts): string {
  const scope = [claim.dateText.slice(0, 8), claim.region, claim.service, 'aws4_request']
  return hmacOf(signingKey('sha256', `AWS4${secret}`, scope), stringToSign(claim, parts), 'hex')
}
