import { isLocalHost } from '../admin/guard.ts'

/** Which pages of other origins may call, and the headers they get. Defaults are those of LocalStack. */
export type CorsOptions = {
  /** Requests of every origin are let through. Absent: no. */
  readonly checksOff?: boolean
  /** Answers bear no header of CORS. Absent: they do. */
  readonly headersOff?: boolean
  /** OPTIONS is a method like any other. Absent: it is answered here. */
  readonly preflightOff?: boolean
  /** Origins whose pages may call, beside those of this machine: `https://app.example.com`, or `*` for all. */
  readonly allowedOrigins?: readonly string[]
  /** Headers that such pages may send, beside the usual ones. */
  readonly allowedHeaders?: readonly string[]
  /** Headers of answers that such pages may read, beside the usual ones. */
  readonly exposedHeaders?: readonly string[]
  /** Ports on which this twinmq listens. */
  readonly ports: () => readonly number[]
}

/** What a request says of the page that makes it. */
type Asking = {
  readonly method: string
  readonly host: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** How to treat a request of a page. */
type Verdict =
  /** Not let through; `reason` says why, and what to do. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A question of a browser before the request, answered with these headers. */
  | { readonly kind: 'preflight'; readonly headers: Readonly<Record<string, string>> }
  /** Carried out, its answer with these headers. */
  | { readonly kind: 'passed'; readonly headers: Readonly<Record<string, string>> }

/** Decides how to treat a request of a page. */
export type CorsRules = (asking: Asking) => Verdict

const methods = 'HEAD,GET,PUT,POST,DELETE,OPTIONS,PATCH'

/** Headers that SDKs of both clouds send. */
// biome-ignore format: a list reads better in few lines
const usualHeaders = [
  'authorization', 'cache-control', 'content-length', 'content-md5', 'content-type', 'date', 'etag', 'location',
  'x-amz-acl', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-request-id', 'x-amz-security-token', 'x-amz-tagging',
  'x-amz-target', 'x-amz-user-agent', 'x-amz-version-id', 'x-amzn-query-mode', 'x-amzn-requestid', 'x-amzn-trace-id',
  'x-localstack-sqs-override-message-count', 'x-localstack-sqs-override-wait-time-seconds', 'x-localstack-target',
  'amz-sdk-invocation-id', 'amz-sdk-request', 'security-token', 'x-mns-date', 'x-mns-version',
]

/** Headers of answers that SDKs of both clouds read. */
// biome-ignore format: a list reads better in few lines
const usualExposed = [
  'etag', 'x-amz-version-id', 'x-amzn-requestid', 'x-amzn-query-error', 'location', 'x-mns-request-id', 'x-mns-version',
  'x-localstack',
]

/** Origins whatever the ports. Source: LocalStack documentation, CORS. */
const usualOrigins: ReadonlySet<string> = new Set([
  'https://localhost',
  'https://localhost.localstack.cloud',
  'https://app.localstack.cloud',
  'http://app.localstack.cloud',
  'file://',
])

/** Names of this machine that pages may be of, at each port that is listened on. */
const ownOrigin = /^https?:\/\/(?:localhost|localhost\.localstack\.cloud):(\d{1,5})$/

/**
 * Rules for requests that pages of other origins make: those of origins that are not allowed are refused before anything
 * runs. A request without Origin is judged by its Referer. Sources: Fetch standard, CORS protocol; LocalStack
 * documentation, CORS.
 */
export function corsRules(options: CorsOptions): CorsRules {
  const { checksOff = false, headersOff = false, preflightOff = false, allowedOrigins = [] } = options
  const everyone = checksOff || allowedOrigins.includes('*')
  const extra = new Set(allowedOrigins.map((origin) => origin.replace(/\/$/, '').toLowerCase()))
  const allowHeaders = [...usualHeaders, ...(options.allowedHeaders ?? [])].join(',')
  const exposeHeaders = [...usualExposed, ...(options.exposedHeaders ?? [])].join(',')

  const allowed = (origin: string, host: string): boolean => {
    const port = ownOrigin.exec(origin)?.[1]
    if (usualOrigins.has(origin) || extra.has(origin)) return true
    return (port !== undefined && options.ports().includes(Number(port))) || isOwn(origin, host)
  }
  const headersFor = (origin: string, privateNetwork: boolean): Record<string, string> => ({
    'Access-Control-Allow-Origin': checksOff ? '*' : origin,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': allowHeaders,
    'Access-Control-Expose-Headers': exposeHeaders,
    'Access-Control-Allow-Credentials': 'true',
    ...(privateNetwork && { 'Access-Control-Allow-Private-Network': 'true' }),
    Vary: 'Origin',
  })
  return ({ method, host, headers }) => {
    const origin = textOf(headers.origin)
    const from = origin ?? originOf(textOf(headers.referer))
    if (!everyone && from !== undefined && !allowed(from.toLowerCase(), host.toLowerCase()))
      return { kind: 'refused', reason: refusal(from) }
    const privateNetwork = headers['access-control-request-private-network'] === 'true'
    const shown = origin === undefined || headersOff ? {} : headersFor(origin, privateNetwork)
    const asks = method === 'OPTIONS' && origin !== undefined && !preflightOff
    return { kind: asks ? 'preflight' : 'passed', headers: shown }
  }
}

function refusal(origin: string): string {
  return `Pages of ${origin} may not call: add it to --cors-origins or EXTRA_CORS_ALLOWED_ORIGINS, or set DISABLE_CORS_CHECKS=1.`
}

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The origin of a URL; any other text stands for itself. */
function originOf(referer: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return referer
  const { protocol, host } = new URL(referer)
  return `${protocol}//${host}`
}

/** Whether a page came from here, under a name that no page of elsewhere can have pointed here. */
function isOwn(origin: string, host: string): boolean {
  return (origin === `http://${host}` || origin === `https://${host}`) && isLocalHost(host)
}
