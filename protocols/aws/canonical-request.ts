import { percentDecodedBytes, percentEncodedBytes, percentEncodedPath } from '../signing/percent.ts'

/** What goes into a signature, as it stands in the request. */
export type SignedParts = {
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Whether the signature is an item of the query, which it does not cover. */
  readonly presigned: boolean
  /** Signed headers in the order in which the client names them. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly payloadHash: string
}

/** The canonical form that is hashed and signed. Source: AWS General Reference, Signature Version 4, canonical request. */
export function canonicalRequest({ method, path, query, presigned, headers, payloadHash }: SignedParts): string {
  const lines = headers.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}\n`)
  const names = headers.map(([name]) => name)
  const signed = `${lines.join('')}\n${names.join(';')}`
  return `${method}\n${canonicalPath(path)}\n${canonicalQuery(query, presigned)}\n${signed}\n${payloadHash}`
}

/** Escapes what is escaped already once more, as every service but S3 has it, and resolves dots and doubled slashes. */
function canonicalPath(path: string): string {
  if (path === '/' || path === '') return '/'
  const kept: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') kept.pop()
    else if (step !== '' && step !== '.') kept.push(step)
  }
  const end = path.endsWith('/') && kept.length > 0 ? '/' : ''
  return percentEncodedPath(`/${kept.join('/')}${end}`)
}

function canonicalQuery(query: string, presigned: boolean): string {
  if (query === '') return ''
  const items: [name: string, value: string][] = []
  for (const item of query.split('&')) {
    if (item === '') continue
    const mark = item.indexOf('=')
    const name = mark === -1 ? item : item.slice(0, mark)
    if (presigned && name === 'X-Amz-Signature') continue
    items.push([encodedOnce(name), encodedOnce(mark === -1 ? '' : item.slice(mark + 1))])
  }
  return items
    .sort(byNameThenValue)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function encodedOnce(text: string): string {
  return percentEncodedBytes(percentDecodedBytes(text))
}

function byNameThenValue(one: readonly [string, string], other: readonly [string, string]): number {
  const at = one[0] === other[0] ? 1 : 0
  return one[at] < other[at] ? -1 : one[at] > other[at] ? 1 : 0
}
