import type { Adapter, AdapterOptions, Call, TransportFailure, WireRequest, WireResponse } from '../adapter.ts'
import { loadXml } from '../xml.ts'
import { errors, isError, type MnsError } from './errors.ts'
import { mnsHost } from './names.ts'
import { headerText, readPath, readRequest, splitTarget } from './request.ts'
import { mnsRequestId, respondError } from './responses.ts'
import { actionFor, routesOf } from './routes.ts'
import { type SignatureCheck, signatureCheck } from './signature.ts'

/** Beginnings of an Authorization header that only MNS clients send. Source: MNS API, request signatures. */
const schemes = ['MNS ', 'MNS4-HMAC-SHA256', 'APSARA-MNS4-HMAC-SHA256']

/** Targets that are MNS whatever the headers say: a collection, what is under it, and calls about the account. */
const targets = /^(?:\/(?:queues|topics)(?:[/?]|$)|\/commonbuy\/openservice(?:[/?]|$)|\/\?account(?:meta=true|=?$))/i

/** Answers for what happens outside an action. Bodies that do not come or are too long also end the connection. */
const transportErrors: Readonly<Record<TransportFailure, { readonly error: MnsError; readonly close: boolean }>> = {
  bodyTooLarge: { error: errors.requestEntityTooLarge, close: true },
  bodyTimeout: { error: errors.requestTimeout, close: true },
  notReady: { error: errors.notReady, close: false },
  internal: { error: errors.internal, close: false },
}

/** Alibaba Cloud MNS (Simple Message Queue), version 2015-06-06: queues, topics and the account. Source: MNS API reference. */
export function mnsAdapter(options: AdapterOptions): Adapter {
  const { authentication } = options
  const check = authentication && signatureCheck(options, authentication)
  let prepared = false
  return {
    name: 'mns',
    get prepared() {
      return prepared
    },
    async prepare() {
      await loadXml()
      prepared = true
    },
    accepts,
    decode: (request) => decode(request, options, check),
    failure(request, failure) {
      const { error, close } = transportErrors[failure]
      const response = respondError(request, mnsRequestId(options.nextRequestId()), error)
      if (close) response.headers.Connection = 'close'
      return response
    },
  }
}

/** What only SQS has decides first: any Authorization is welcome there. */
function isOfSqs({ headers, target }: WireRequest): boolean {
  return headers['x-amz-target'] !== undefined || (target.startsWith('/?') && target.includes('Action='))
}

function accepts(request: WireRequest): boolean {
  if (isOfSqs(request)) return false
  if (request.headers['x-mns-version'] !== undefined) return true
  const authorization = headerText(request, 'authorization')
  if (authorization !== undefined && schemes.some((scheme) => authorization.startsWith(scheme))) return true
  return mnsHost(request.host) !== undefined || targets.test(request.target)
}

function unsaid(): void {}

/** Checks go in this order: signature, path and method, query, digest, document, values; whether things exist is the engine's. */
function decode(wire: WireRequest, options: AdapterOptions, check: SignatureCheck | undefined): Call | WireResponse {
  const requestId = mnsRequestId(options.nextRequestId())
  const signer = check?.(wire)
  if (isError(signer)) return respondError(wire, requestId, signer)
  const { path: pathText, query } = splitTarget(wire.target)
  const path = readPath(pathText)
  const candidates = path && routesOf(wire.method, path.shape)
  if (!candidates) return respondError(wire, requestId, errors.invalidRequestUrl)
  const request = readRequest(wire, path, query, options, signer?.account)
  if (isError(request)) return respondError(wire, requestId, request)
  const { defaultAccount, namespace, warn, info = unsaid } = options
  const context = { requestId, defaultAccount: signer?.account ?? defaultAccount, namespace, warn, info }
  const action = actionFor(candidates, request)
  const decoded = isError(action) ? action : action.decode(request, context)
  return isError(decoded) ? respondError(wire, requestId, decoded) : decoded
}
