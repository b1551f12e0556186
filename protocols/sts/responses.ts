import type { WireRequest, WireResponse } from '../adapter.ts'
import { escapeXml } from '../xml/escape.ts'
import type { StsError } from './errors.ts'

/** What an action answers: names to values or to more of the same, in order. */
export type Result = { readonly [name: string]: string | number | Date | Result }

/** Namespace of every answer. Source: the service description of STS, API version 2011-06-15. */
const namespace = 'https://sts.amazonaws.com/doc/2011-06-15/'

function answer(
  status: number,
  contentType: string,
  requestId: string,
  body: string,
  errorCode?: string,
): WireResponse {
  return { status, headers: { 'Content-Type': contentType, 'x-amzn-RequestId': requestId }, body, errorCode }
}

/** Whether an answer is JSON instead of XML. */
function inJson({ headers }: WireRequest): boolean {
  return headers.accept?.includes('application/json') ?? false
}

/** Answers an action with its result. */
export function respond(request: WireRequest, action: string, result: Result, requestId: string): WireResponse {
  if (inJson(request)) {
    const document = { [`${action}Result`]: jsonOf(result), ResponseMetadata: { RequestId: requestId } }
    return answer(200, 'application/json', requestId, JSON.stringify({ [`${action}Response`]: document }))
  }
  const body = `<${action}Result>${xmlOf(result)}</${action}Result><ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>`
  return answer(200, 'text/xml', requestId, `<${action}Response xmlns="${namespace}">${body}</${action}Response>`)
}

/** Answers with an error. */
export function respondError(request: WireRequest, error: StsError, requestId: string): WireResponse {
  const { code, status, message } = error
  const fault = status < 500 ? 'Sender' : 'Receiver'
  if (inJson(request)) {
    const body = { Error: { Code: code, Message: message, Type: fault }, RequestId: requestId }
    return answer(status, 'application/json', requestId, JSON.stringify(body), code)
  }
  const element = `<Error><Type>${fault}</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`
  const body = `<ErrorResponse xmlns="${namespace}">${element}<RequestId>${requestId}</RequestId></ErrorResponse>`
  return answer(status, 'text/xml', requestId, body, code)
}

function xmlOf(result: Result): string {
  return Object.entries(result)
    .map(([name, value]) => `<${name}>${isResult(value) ? xmlOf(value) : escapeXml(textOf(value))}</${name}>`)
    .join('')
}

function isResult(value: Result[string]): value is Result {
  return typeof value === 'object' && !(value instanceof Date)
}

function textOf(value: string | number | Date): string {
  return value instanceof Date ? `${value.toISOString().slice(0, 19)}Z` : String(value)
}

/** In JSON an instant is a number of seconds. */
function jsonOf(result: Result): object {
  const members = Object.entries(result).map(([name, value]): [string, unknown] => {
    if (value instanceof Date) return [name, Math.floor(value.getTime() / 1000)]
    return [name, isResult(value) ? jsonOf(value) : value]
  })
  return Object.fromEntries(members)
}
