import { hash } from 'node:crypto'
import type { WireRequest } from '../adapter.ts'
import type { Alternative } from '../signing/differences.ts'
import { percentDecodedBytes } from '../signing/percent.ts'
import type { SignedParts } from './canonical-request.ts'

const methods = ['POST', 'GET', 'PUT', 'HEAD']
const contentTypes = [
  'application/x-amz-json-1.0',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/x-www-form-urlencoded; charset=UTF-8',
]

/** What clients are known to get wrong, or what a proxy on the way may have changed. */
export function alternativesFor(request: WireRequest, parts: SignedParts): readonly Alternative<SignedParts>[] {
  const { path } = parts
  const trimmed = path.replace(/\/+$/, '')
  const port = /:\d+$/.exec(request.host)?.[0] ?? ''
  const bare = request.host.slice(0, request.host.length - port.length)
  const hosts = [bare, `localhost${port}`, 'localhost', `127.0.0.1${port}`, ...cloudHosts(parts)]
  return [
    one('host', `the host without port`, headerIs('host', bare)),
    ...hosts.slice(1).map((host) => one('host', `the host ${host}`, headerIs('host', host))),
    one('path', 'the path /', { path: '/' }),
    one('path', 'the path escaped once only', { path: percentDecodedBytes(path) }),
    one('path', 'the path with no slash at its end', { path: trimmed }),
    one('path', 'the path with a slash at its end', { path: `${trimmed}/` }),
    one('query', 'no query', { query: '' }),
    one('query', 'the query with blanks for its +', { query: parts.query.replaceAll('+', '%20') }),
    one('body hash', 'the hash of an empty body', { payloadHash: hash('sha256', '') }),
    one('body hash', 'UNSIGNED-PAYLOAD', { payloadHash: 'UNSIGNED-PAYLOAD' }),
    one('header set', 'no Content-Type', withoutHeader('content-type')),
    one('header set', 'no Content-Length', withoutHeader('content-length')),
    ...contentTypes.map((type) => one('header set', `the Content-Type ${type}`, headerIs('content-type', type))),
    ...methods
      .filter((method) => method !== parts.method)
      .map((method) => one('method', `the method ${method}`, { method })),
  ]
}

type Change = Partial<SignedParts> | ((parts: SignedParts) => Partial<SignedParts>)

function one(part: string, signed: string, change: Change): Alternative<SignedParts> {
  return { part, signed, apply: (parts) => ({ ...parts, ...(typeof change === 'function' ? change(parts) : change) }) }
}

function headerIs(changed: string, value: string): Change {
  return ({ headers }) => ({ headers: headers.map((header) => (header[0] === changed ? [changed, value] : header)) })
}

function withoutHeader(left: string): Change {
  return ({ headers }) => ({ headers: headers.filter(([name]) => name !== left) })
}

const regions = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1', 'ap-northeast-1']

/** Hosts of the service itself, which a proxy may have replaced. */
function cloudHosts({ headers }: SignedParts): readonly string[] {
  if (!headers.some(([name]) => name === 'host')) return []
  return ['queue.amazonaws.com', ...regions.map((region) => `sqs.${region}.amazonaws.com`)]
}
