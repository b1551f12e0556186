import type { Adapter, AdapterOptions, Call, TransportFailure, WireRequest, WireResponse } from '../adapter.ts'
import { errors, isError, type MnsError } from './errors.ts'
import { readPath, readRequest, splitTarget } from './request.ts'
import { mnsRequestId, respondError } from './responses.ts'
import { actionFor, routesOf } from './routes.ts'
import { type SignatureCheck, signatureCheck } from './signature.ts'

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
  return {
    name: 'mns',
    decode: (request) => decode(request, options, check),
    failure(request, failure) {
      const { error, close } = transportErrors[failure]
      const response = respondError(request, mnsRequestId(options.nextRequestId()), error)
      if (close) response.headers.Connection = 'close'
      return response
    },
  }
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
