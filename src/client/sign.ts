import { hash } from 'node:crypto'
import { canonicalRequest } from '../../protocols/aws/canonical-request.ts'
import { hmacOf } from '../../protocols/signing/hmac.ts'
import { basicIso, signingKey } from '../../protocols/signing/keys.ts'

/** What requests are signed with. */
export type Keys = { readonly id: string; readonly secret: string; readonly token?: string }

/** A request before it is signed. */
type Unsigned = {
  readonly url: URL
  /** Absent: POST. */
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly service: string
  readonly region: string
  readonly atMs: number
}

/** The headers of a request, with its signature. Source: AWS General Reference, Signature Version 4. */
export function signedHeaders(
  { url, method = 'POST', headers, body, service, region, atMs }: Unsigned,
  keys: Keys,
): Record<string, string> {
  const date = basicIso(atMs)
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-date': date,
    ...(keys.token && { 'x-amz-security-token': keys.token }),
  }
  const signed = Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1))
  const canonical = canonicalRequest({
    method,
    path: url.pathname,
    query: url.search.slice(1),
    presigned: false,
    headers: signed,
    payloadHash: hash('sha256', body),
  })
  const scope = [date.slice(0, 8), region, service, 'aws4_request']
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope.join('/')}\n${hash('sha256', canonical)}`
  const signature = hmacOf(signingKey('sha256', `AWS4${keys.secret}`, scope), text, 'hex')
  const names = signed.map(([name]) => name).join(';')
  const credential = `${keys.id}/${scope.join('/')}`
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}
