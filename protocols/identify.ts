import type { AwsProtocol, Identity, WireRequest } from './adapter.ts'
import { type Credential, credentialOf } from './aws/credential.ts'
import { serviceOfHost, serviceOfTarget, serviceOfVersion } from './aws/other-services.ts'
import { regionOfHost } from './aws/region-hosts.ts'
import { mnsHost } from './mns/names.ts'
import { actions as sqsActions } from './sqs/actions.ts'
import { isDeveloperPath } from './sqs/localstack/developer-path.ts'
import { otherActions as otherStsActions, actions as stsActions } from './sts/actions.ts'

/** What a request says of itself, read when a hint asks for it. */
type Said = {
  readonly request: WireRequest
  readonly protocol: AwsProtocol
  readonly forms: readonly string[]
  /** Value of `Action`; undefined: none in a form or URL. */
  readonly action: string | undefined
  /** Value of `X-Amz-Target`; empty: none. */
  readonly target: string
  readonly credential: Credential | undefined
}

/** A hint names an API or another service of AWS, or gives undefined. */
type Hint = { readonly name: string; readonly tells: (said: Said) => string | undefined }

const sqsJson: Identity = { api: 'sqs', protocol: 'json' }
const sqsQuery: Identity = { api: 'sqs', protocol: 'query' }
const sts: Identity = { api: 'sts', protocol: 'query' }
const mns: Identity = { api: 'mns', protocol: 'xml' }

/** Versions of the APIs that are served here. Sources: SQS API Reference and STS API Reference. */
const versions: ReadonlyMap<string, string> = new Map([
  ['2012-11-05', 'sqs'],
  ['2011-06-15', 'sts'],
])

/** Forms of the part before the dot of `X-Amz-Target` that name such an API, with or without its version. */
const targets: readonly (readonly [form: RegExp, api: string])[] = [
  [/^AmazonSQS(?:v\d{8})?$/i, 'sqs'],
  [/^AWSSecurityTokenService(?:v\d{8})?$/i, 'sts'],
]

/** Beginnings of an Authorization header that only MNS clients send. Source: MNS API, request signatures. */
const mnsSchemes = ['MNS ', 'MNS4-HMAC-SHA256', 'APSARA-MNS4-HMAC-SHA256']

/** Paths of MNS: a collection and everything under it, and calls about the account. */
const mnsPaths = /^(?:\/(?:queues|topics)(?:[/?]|$)|\/commonbuy\/openservice(?:[/?]|$)|\/\?account(?:meta=true|=?$))/i

/**
 * Which API a request is for: the first hint that names one decides. A later API adds a row to the tables above, or a word
 * to a hint. docs/requests.md shows the order as a table.
 */
export const hints: readonly Hint[] = [
  { name: 'developer path', tells: ({ request }) => (isDeveloperPath(request.target) ? 'sqs' : undefined) },
  { name: "MNS's marks", tells: ({ request }) => (isMarkedMns(request) ? 'mns' : undefined) },
  { name: 'version', tells: versionTells },
  { name: 'credential', tells: credentialTells },
  { name: 'host', tells: ({ request }) => apiOfHost(request.host) },
  { name: 'action', tells: ({ action }) => (action === undefined ? undefined : apiWithAction(action)) },
  { name: 'path', tells: pathTells },
  { name: 'host of another service', tells: ({ request }) => serviceOfHost(request) },
  { name: 'version of another service', tells: otherVersionTells },
]

/** What a request is. Never fails: without any hint it is a request of SQS in the Query protocol. */
export function identify(request: WireRequest): Identity {
  const { headers } = request
  if (isMarkedMns(request)) return isDeveloperPath(request.target) ? sqsQuery : mns
  const target = textOf(headers['x-amz-target'])
  const contentType = headers['content-type']
  if (contentType?.includes('amz-json') && target.startsWith('AmazonSQS.')) return sqsJson
  const forms = contentType?.includes('amz-json') ? [] : formsOf(request)
  const action = parameterOf('Action', forms)
  const protocol = protocolOf(request, action, target)
  const said: Said = { request, protocol, forms, action, target, credential: credentialOf(request) }
  for (const { tells } of hints) {
    const service = tells(said)
    if (service !== undefined) return identityOf(service, protocol)
  }
  return identityOf('sqs', protocol)
}

function identityOf(service: string, protocol: AwsProtocol): Identity {
  if (service === 'mns') return mns
  if (service === 'sqs') return protocol === 'json' ? sqsJson : sqsQuery
  if (service !== 'sts') return { api: 'none', protocol, service }
  return protocol === 'query' ? sts : { api: 'none', protocol, service: 'sts in AWS JSON' }
}

/** The content type decides, then an `Action`, then the target. curl sends JSON as a form unless told otherwise; that is not a form. */
function protocolOf({ headers, body }: WireRequest, action: string | undefined, target: string): AwsProtocol {
  const contentType = headers['content-type']
  if (contentType?.includes('amz-json')) return 'json'
  if (action !== undefined) return 'query'
  if (contentType?.includes('x-www-form-urlencoded') && body.length > 0 && !isDocument(body)) return 'query'
  return target === '' ? 'query' : 'json'
}

function isMarkedMns({ headers }: WireRequest): boolean {
  return headers['x-mns-version'] !== undefined
}

/** A JSON request has its version in its target; a form has it beside its action, or as JSON has it. */
function versionTells({ forms, protocol, target, credential }: Said): string | undefined {
  const named = protocol === 'query' ? versions.get(parameterOf('Version', forms) ?? '') : undefined
  const dot = target.lastIndexOf('.')
  if (named !== undefined || dot === -1) return named
  const prefix = target.slice(0, dot)
  const served = targets.find(([form]) => form.test(prefix))?.[1]
  if (served !== undefined || protocol === 'query') return served
  const signed = credential?.service
  return signed === undefined || signed === 'sqs' || signed === 'sts' ? serviceOfTarget(prefix) : signed
}

function otherVersionTells({ forms, action }: Said): string | undefined {
  return action === undefined ? undefined : serviceOfVersion(parameterOf('Version', forms) ?? '')
}

/** Any Authorization is accepted, so a scheme of MNS means nothing in a request that names an action of AWS. */
function credentialTells({ request, action, credential }: Said): string | undefined {
  if (credential?.service !== undefined) return credential.service
  if (action !== undefined) return undefined
  const authorization = textOf(request.headers.authorization)
  return mnsSchemes.some((scheme) => authorization.startsWith(scheme)) ? 'mns' : undefined
}

/** Every action of AWS goes to any path; a request that names one is none of MNS. */
function pathTells({ request, action }: Said): string | undefined {
  return action === undefined && mnsPaths.test(request.target) ? 'mns' : undefined
}

function apiOfHost(host: string): string | undefined {
  if (mnsHost(host) !== undefined) return 'mns'
  if (/^sts\./i.test(host)) return 'sts'
  return regionOfHost(host) === undefined ? undefined : 'sqs'
}

function apiWithAction(action: string): string | undefined {
  if (sqsActions.has(action)) return 'sqs'
  return stsActions.has(action) || otherStsActions.has(action) ? 'sts' : undefined
}

/** The forms of a request, that of the body before that of the URL. Read as latin1, since every name and value that matters here is ASCII. */
function formsOf({ method, target, body }: WireRequest): readonly string[] {
  const mark = target.indexOf('?')
  const inUrl = mark === -1 ? '' : target.slice(mark + 1)
  return [method === 'POST' && !isDocument(body) ? body.toString('latin1') : '', inUrl]
}

/** A parameter as it was sent. */
function parameterOf(name: string, forms: readonly string[]): string | undefined {
  for (const form of forms) {
    const start = placeOf(`${name}=`, form)
    if (start === -1) continue
    const end = form.indexOf('&', start)
    return form.slice(start + name.length + 1, end === -1 ? undefined : end)
  }
  return undefined
}

/** Position of a parameter that begins with `words`; -1 if there is none. */
function placeOf(words: string, form: string): number {
  let at = form.indexOf(words)
  while (at > 0 && form.charCodeAt(at - 1) !== ampersand) at = form.indexOf(words, at + 1)
  return at
}

const ampersand = 38

/** First bytes of documents in JSON and XML, after blanks. No form begins with them. */
const openings: ReadonlySet<number | undefined> = new Set([...'{[<"'].map((character) => character.charCodeAt(0)))
const blanks: ReadonlySet<number | undefined> = new Set([9, 10, 13, 32])

function isDocument(body: Buffer): boolean {
  let at = 0
  while (blanks.has(body[at])) at += 1
  return openings.has(body[at])
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'object' ? header[0]! : (header ?? '')
}
