import type { WireRequest } from '../adapter.ts'
import type { Credential } from './caller.ts'
import { type WireError, wireError } from './errors.ts'
import { targetPrefix } from './json-codec.ts'

/**
 * An error for a request that is meant for another service of AWS, as its target or else its signature says: programs
 * that point every client at one endpoint should learn what is not here.
 */
export function foreignService(request: WireRequest, credential: Credential | undefined): WireError | undefined {
  const target = request.headers['x-amz-target']
  if (typeof target === 'string' && target !== '') {
    const dot = target.lastIndexOf('.')
    const service = dot === -1 ? '' : target.slice(0, dot + 1)
    return service === '' || service.toLowerCase() === targetPrefix.toLowerCase()
      ? undefined
      : notHere(target.slice(0, dot))
  }
  const service = credential?.service
  return service === undefined || service === 'sqs' ? undefined : notHere(service)
}

function notHere(service: string): WireError {
  return wireError(
    'NotImplemented',
    `The service ${service} is not offered here: twinmq emulates Amazon SQS and Alibaba Cloud MNS only.`,
  )
}
