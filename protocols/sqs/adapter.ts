import type {
  Adapter,
  AdapterOptions,
  Call,
  Identity,
  TransportFailure,
  WireRequest,
  WireResponse,
} from '../adapter.ts'
import { credentialOf, scopeOf } from '../aws/credential.ts'
import { type ErrorName, isWireError, type WireError, wireError } from '../aws/errors.ts'
import { notServed } from '../aws/other-services.ts'
import { signatureCheck } from '../aws/sigv4.ts'
import { uuid } from '../aws/uuid.ts'
import type { Asked, Codec } from './codec.ts'
import { jsonCodec, readJson } from './json-codec.ts'
import { developerCodec, lookAtMessages } from './localstack/developer-endpoint.ts'
import { isDeveloperPath } from './localstack/developer-path.ts'
import { jsonView } from './localstack/json-view.ts'
import { asksForJson, queryCodec, readQuery } from './query-codec.ts'
import { urlsLeaveRegionOpen } from './queue-urls.ts'
import { refusalError } from './refusals.ts'
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

  function decode(request: WireRequest, identity: Identity): Call | WireResponse {
    const requestId = nextRequestId()
    if (identity.api === 'none') return notServed(identity.service, identity.protocol, requestId)
    const { read, codec } = protocolOf(request, identity)
    const signer = check?.(request)
    if (signer && isWireError(signer)) return codec.failure(signer, requestId)
    const scope = { ...scopeOf(credentialOf(request), request.host, options), ...signer }
    if (isDeveloperPath(request.target)) {
      const protocol = codec === jsonCodec ? 'json' : 'query'
      return lookAtMessages(request, { protocol, scope, namespace, requestId })
    }
    const asked = read(request)
    if (isWireError(asked)) return codec.failure(asked, requestId)
    const { action, input } = asked
    if (codec === jsonCodec) warnOfHost(input.QueueUrl, request)
    const context = { scope, request, ...constant }
    const step = action.decide(input, context)
    if (isWireError(step)) return codec.failure(step, requestId)
    return {
      action: action.name,
      command: step.command,
      encode(result) {
        if (!result.ok) {
          const regionOpen = urlsLeaveRegionOpen(request, queueUrls)
          return codec.failure(refusalError(result.refusal, { ...step.subject, regionOpen }), requestId)
        }
        const output = step.output(result.value)
        return isWireError(output) ? codec.failure(output, requestId) : codec.success(action, output, requestId)
      },
    }
  }

  return {
    name: 'sqs',
    decode,
    failure: (request, failure, identity) => transportFailure(request, failure, identity, nextRequestId()),
  }
}

function protocolOf(request: WireRequest, { protocol }: Identity): Protocol {
  const written = protocol === 'json' ? 'json' : 'query'
  if (isDeveloperPath(request.target)) return { read: readQuery, codec: developerCodec(request, written) }
  if (written === 'json') return json
  return asksForJson(request) ? queryAsJson : query
}

const failures: Readonly<Record<TransportFailure, { readonly name: ErrorName; readonly message: string }>> = {
  bodyTooLarge: { name: 'RequestEntityTooLarge', message: 'The request body is too large.' },
  bodyTimeout: { name: 'RequestTimeout', message: 'The request was not received in time.' },
  notReady: { name: 'ServiceUnavailable', message: 'The service is starting. Try again shortly.' },
  internal: { name: 'InternalFailure', message: 'The request failed because of an error inside twinmq.' },
}

/** After these the rest of the request is not read, so the connection cannot be used again. */
const closing: ReadonlySet<TransportFailure> = new Set(['bodyTooLarge', 'bodyTimeout'])

function transportFailure(
  request: WireRequest,
  failure: TransportFailure,
  identity: Identity,
  requestId: string,
): WireResponse {
  const { name, message } = failures[failure]
  const response = protocolOf(request, identity).codec.failure(wireError(name, message), requestId)
  if (closing.has(failure)) response.headers.Connection = 'close'
  return response
}
