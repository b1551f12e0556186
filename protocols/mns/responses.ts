import type { WireRequest, WireResponse } from '../adapter.ts'
import { escapeXml } from '../xml/escape.ts'
import type { MnsError } from './errors.ts'
import { namespace, prolog } from './xml-codec.ts'

/** What an action answers, beside what every answer has. */
export type Answer = {
  readonly status: number
  /** Absent: no body. */
  readonly body?: string
  /** URL of what was created. */
  readonly location?: string
}

/** Done, nothing to say. */
export const noContent: Answer = { status: 204 }

/** Makes the 24 upper-case digits of an MNS request id from the 32 lower-case ones of the program. */
export function mnsRequestId(id: string): string {
  return id.slice(0, 24).toUpperCase()
}

/** An answer with the headers of every answer. Source: MNS API reference, common response headers. */
export function respond(requestId: string, { status, body, location }: Answer): WireResponse {
  const headers: Record<string, string> = {
    'x-mns-request-id': requestId,
    'x-mns-version': '2015-06-06',
    Server: 'AliyunMQS',
  }
  if (body !== undefined) headers['Content-Type'] = 'text/xml;charset=utf-8'
  if (location !== undefined) headers.Location = location
  return { status, headers, body: body ?? '' }
}

/** An error as an answer. Source: MNS API reference, error response. */
export function respondError(wire: WireRequest, requestId: string, error: MnsError): WireResponse {
  return respond(requestId, { status: error.status, body: errorDocument(error, requestId, wire.base) })
}

function errorDocument(error: MnsError, requestId: string, hostId: string): string {
  const line = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>\n`
  return (
    `${prolog}<Error xmlns="${namespace}">\n` +
    line('Code', error.code) +
    line('Message', error.message) +
    line('RequestId', requestId) +
    line('HostId', hostId) +
    '</Error>'
  )
}
