import type { Adapter, AdapterOptions, TransportFailure, WireRequest, WireResponse } from '../adapter.ts'
import { partitionOf } from '../aws/arn.ts'
import { credentialOf, scopeOf } from '../aws/credential.ts'
import { isWireError } from '../aws/errors.ts'
import { addParameters, emptyForm, type Form } from '../aws/query-form.ts'
import { type RoleSession, readSessionToken } from '../aws/role-session.ts'
import { signatureCheck } from '../aws/sigv4.ts'
import { uuid } from '../aws/uuid.ts'
import { actions, otherActions } from './actions.ts'
import { isStsError, type StsError, stsError } from './errors.ts'
import { respond, respondError } from './responses.ts'

const apiVersion = '2011-06-15'

const failures: Readonly<Record<TransportFailure, StsError>> = {
  bodyTooLarge: stsError('RequestEntityTooLarge', 'The request body is too large.', 413),
  bodyTimeout: stsError('RequestTimeout', 'The request was not received in time.', 408),
  notReady: stsError('ServiceUnavailable', 'The service is starting. Try again shortly.', 503),
  internal: stsError('InternalFailure', 'The request failed because of an error inside twinmq.', 500),
}

/** After these the rest of the request is not read, so the connection cannot be used again. */
const closing: ReadonlySet<TransportFailure> = new Set(['bodyTooLarge', 'bodyTimeout'])

/** What programs ask of AWS STS before they use SQS: who they are, and keys of a role. In AWS Query. Source: STS API Reference. */
export function stsAdapter(options: AdapterOptions): Adapter {
  const { authentication } = options
  const check = authentication && signatureCheck(options, authentication, 'sts')

  function decode(request: WireRequest): WireResponse {
    const requestId = uuid(options.nextRequestId())
    const refused = (error: StsError): WireResponse => respondError(request, error, requestId)
    const signer = check?.(request)
    if (signer && isWireError(signer)) return refused(signer)
    const form = formOf(request)
    const action = actionIn(form, request.method)
    if (typeof action === 'object') return refused(action)
    const credential = credentialOf(request)
    const scope = { ...scopeOf(credential, request.host, options), ...signer }
    const result = actions.get(action)!({
      account: scope.account,
      partition: partitionOf(scope.region),
      session: sessionOf(request, credential?.accessKeyId),
      given: (name) => form.fields?.get(name)?.text,
      requestId,
      options,
    })
    return isStsError(result) ? refused(result) : respond(request, action, result, requestId)
  }

  return {
    name: 'sts',
    decode,
    failure(request, failure) {
      const response = respondError(request, failures[failure], uuid(options.nextRequestId()))
      if (closing.has(failure)) response.headers.Connection = 'close'
      return response
    },
  }
}

function formOf({ method, target, body }: WireRequest): Form {
  const form = emptyForm()
  const mark = target.indexOf('?')
  if (mark !== -1) addParameters(form, target.slice(mark + 1))
  if (method === 'POST') addParameters(form, body.toString('utf8'))
  return form
}

/** The name of the action to carry out, or why there is none. */
function actionIn({ fields }: Form, method: string): string | StsError {
  if (method !== 'GET' && method !== 'POST') return stsError('MethodNotAllowed', `Use GET or POST, not ${method}.`, 405)
  const name = fields?.get('Action')?.text
  const version = fields?.get('Version')?.text || apiVersion
  if (!name) return stsError('MissingAction', 'The request must contain the parameter Action.')
  if (version === apiVersion && actions.has(name)) return name
  if (version === apiVersion && otherActions.has(name))
    return stsError(
      'NotImplemented',
      `twinmq has no ${name}: of AWS STS it serves ${[...actions.keys()].join(' and ')}, beside Amazon SQS and Alibaba Cloud MNS.`,
      501,
    )
  return stsError('InvalidAction', `Could not find operation ${name} for version ${version}`)
}

/** The session in a role of who asks; undefined: no role, or keys of another session. */
function sessionOf({ headers, target }: WireRequest, accessKeyId: string | undefined): RoleSession | undefined {
  const token = headers['x-amz-security-token'] ?? new URLSearchParams(target.split('?')[1]).get('X-Amz-Security-Token')
  const session = typeof token === 'string' ? readSessionToken(token) : undefined
  return session?.accessKeyId === accessKeyId ? session : undefined
}
