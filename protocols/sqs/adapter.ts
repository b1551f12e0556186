import type { Adapter, AdapterOptions, Call, TransportFailure, WireRequest, WireResponse } from '../adapter.ts'
import { notServed, otherService, serviceOfHost } from '../other-services.ts'
import { callerOf, credentialOf } from './caller.ts'
import type { Asked, Codec } from './codec.ts'
import { developerCodec, isDeveloperRequest, lookAtMessages } from './developer-endpoint.ts'
import { type ErrorName, isWireError, type WireError, wireError } from './errors.ts'
import { pathOf } from './input.ts'
import { jsonCodec, readJson, targetPrefix } from './json-codec.ts'
import { jsonView } from './json-view.ts'
import { isQueuePath, uuid } from './names.ts'
import { asksForJson, queryCodec, readQuery } from './query-codec.ts'
import { refusalError } from './refusals.ts'
import { signatureCheck } from './sigv4.ts'
import { hostWarnings } from './warnings.ts'

/** A way to speak the API: how requests are read, and how they are answered. */
type Protocol = { readonly read: (request: WireRequest) => Asked | WireError; readonly codec: Codec }

const json: Protocol = { read: readJson, codec: jsonCodec }
const query: Protocol = { read: readQuery, codec: queryCodec }
const queryAsJson: Protocol = { read: readQuery, codec: jsonView }

/** Amazon SQS, API version 2012-11-05, in AWS JSON 1.0 and in AWS Query. Source: SQS API Reference. */
export function sqsAdapter(options: AdapterOptions): Adapter {
  const warnOfHost = hostWarnings(options.warn)
  const nextRequestId = (): string => uuid(options.nextRequestId())
  const { authentication, namespace } = options
  const { manyMessages = false, shortRetention = false, queueUrls } = options
  const constant = { namespace, manyMessages, shortRetention, ...(queueUrls && { queueUrls }) }
  const check = authentication && signatureCheck(options, authentication)

  function decode(request: WireRequest): Call | WireResponse {
    const requestId = nextRequestId()
    const credential = credentialOf(request)
    const other = isOfSqs(request) ? undefined : otherService(request, credential, ['sqs'])
    if (other !== undefined) return notServed(other, request, requestId)
    const { read, codec } = protocolOf(request)
    const signer = check?.(request)
    if (signer && isWireError(signer)) return codec.failure(signer, requestId)
    const caller = { ...callerOf(credential, options), ...signer }
    if (isDeveloperRequest(request)) return lookAtMessages(request, { caller, namespace, requestId })
    const asked = read(request)
    if (isWireError(asked)) {
      const meant = credential === undefined && notAnAction.has(asked.shape) ? serviceOfHost(request) : undefined
      return meant === undefined ? codec.failure(asked, requestId) : notServed(meant, request, requestId)
    }
    const { action, input } = asked
    if (codec === jsonCodec) warnOfHost(input.QueueUrl, request)
    const context = { caller, request, ...constant }
    const step = action.decide(input, context)
    if (isWireError(step)) return codec.failure(step, requestId)
    return {
      action: action.name,
      command: step.command,
      encode(result) {
        if (!result.ok) return codec.failure(refusalError(result.refusal, step.subject), requestId)
        const output = step.output(result.value)
        return isWireError(output) ? codec.failure(output, requestId) : codec.success(action, output, requestId)
      },
    }
  }

  return {
    name: 'sqs',
    accepts,
    decode,
    failure: (request, failure) => transportFailure(request, failure, nextRequestId()),
  }
}

function protocolOf(request: WireRequest): Protocol {
  if (isDeveloperRequest(request)) return { read: readQuery, codec: developerCodec(request) }
  const { headers } = request
  if (headers['x-amz-target'] !== undefined || headers['content-type']?.includes('amz-json')) return json
  return asksForJson(request) ? queryAsJson : query
}

/** Errors of requests that are none of SQS. Where they are not signed, their host may tell what they are. */
const notAnAction: ReadonlySet<string> = new Set<ErrorName>([
  'InvalidAction',
  'MethodNotAllowed',
  'MissingAction',
  'NoSuchVersion',
  'UnknownOperationException',
])

/** The commonest request, which needs no closer look at whom it is for. */
function isOfSqs({ headers }: WireRequest): boolean {
  const target = headers['x-amz-target']
  return typeof target === 'string' && target.startsWith(targetPrefix)
}

function accepts(request: WireRequest): boolean {
  const { authorization, 'x-amz-target': target, 'content-type': contentType } = request.headers
  if (target !== undefined || contentType?.includes('amz-json')) return true
  if (typeof authorization === 'string' && (authorization.startsWith('AWS4-') || authorization.startsWith('AWS ')))
    return true
  const path = pathOf(request)
  return path === '/' || path === '' || isQueuePath(path) || isDeveloperRequest(request) || namesAction(request)
}

const actionParameter = /(?:^|[?&])(?:Action|X-Amz-Credential)=/

function namesAction({ target, headers, body }: WireRequest): boolean {
  if (actionParameter.test(target)) return true
  return (
    headers['content-type']?.includes('x-www-form-urlencoded') === true && actionParameter.test(body.toString('latin1'))
  )
}

const failures: Readonly<Record<TransportFailure, { readonly name: ErrorName; readonly message: string }>> = {
  bodyTooLarge: { name: 'RequestEntityTooLarge', message: 'The request body is too large.' },
  bodyTimeout: { name: 'RequestTimeout', message: 'The request was not received in time.' },
  notReady: { name: 'ServiceUnavailable', message: 'The service is starting. Try again shortly.' },
  internal: { name: 'InternalFailure', message: 'The request failed because of an error inside twinmq.' },
}

/** After these the rest of the request is not read, so the connection cannot be used again. */
const closing: ReadonlySet<TransportFailure> = new Set(['bodyTooLarge', 'bodyTimeout'])

function transportFailure(request: WireRequest, failure: TransportFailure, requestId: string): WireResponse {
  const { name, message } = failures[failure]
  const response = protocolOf(request).codec.failure(wireError(name, message), requestId)
  if (closing.has(failure)) response.headers.Connection = 'close'
  return response
}
