import type { WireRequest } from '../../../protocols/adapter.ts'

/** A request to the adapter itself, with what a test does not care for filled in. */
export function wireRequest(request: {
  readonly method?: string
  readonly target?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly host?: string
}): WireRequest {
  const { method = 'POST', target = '/', headers = {}, body = '', host = '127.0.0.1:4566' } = request
  return {
    method,
    target,
    headers: { host, ...headers },
    body: Buffer.from(body),
    scheme: 'http',
    base: `http://${host}`,
    host,
  }
}

/** A request in AWS JSON. */
export function jsonRequest(action: string, input: object | string, headers: Readonly<Record<string, string>> = {}) {
  const body = typeof input === 'string' ? input : JSON.stringify(input)
  const jsonHeaders = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` }
  return wireRequest({ headers: { ...jsonHeaders, ...headers }, body })
}

/** A request in AWS Query, as a form. */
export function formRequest(form: string | Readonly<Record<string, string>>, target = '/') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return wireRequest({ target, headers, body: typeof form === 'string' ? form : new URLSearchParams(form).toString() })
}
