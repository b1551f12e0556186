import { type Connection, exchange } from './exchange.ts'
import type { Answer } from './failures.ts'
import { jsonCall, jsonOutput } from './json-protocol.ts'
import type { Operation } from './operations.ts'
import { queryCall, queryOutput } from './query-protocol.ts'
import type { Protocol, Service } from './services.ts'
import { type Keys, signedHeaders } from './sign.ts'
import type { Values } from './values.ts'

/** Where calls go, and as whom. */
export type Endpoint = {
  readonly url: URL
  readonly region: string
  /** Absent: requests are not signed. */
  readonly keys?: Keys
  /** Absent: the usual one of the service. */
  readonly protocol?: Protocol
  readonly connection?: Connection
  /** Gets the headers of each answer. */
  readonly onAnswer?: (headers: Answer['headers']) => void
}

/** One operation of one service. */
type Called = { readonly service: Service; readonly operation: Operation }

/** Makes one call and returns its output. Rejects with `Refused`, `NotUnderstood` or `NoAnswer`. */
export async function call({ service, operation }: Called, parameters: Values, endpoint: Endpoint): Promise<Values> {
  const { region, keys, protocol = service.protocol, connection, onAnswer } = endpoint
  const json = protocol === 'json'
  const { headers, body } = json
    ? jsonCall(operation.name, parameters)
    : queryCall(operation, service.version, parameters)
  const url = json ? endpoint.url : formUrl(endpoint.url, parameters)
  const unsigned = { url, headers, body, service: service.name, region, atMs: Date.now() }
  const answer = await exchange({ url, headers: keys ? signedHeaders(unsigned, keys) : headers, body }, connection)
  onAnswer?.(answer.headers)
  return json ? jsonOutput(answer, operation) : queryOutput(answer, operation)
}

/** A form goes to the path of its queue. The host in a queue URL may be one that only others know. Source: SQS Developer Guide, making Query API requests. */
function formUrl(url: URL, { QueueUrl: queue }: Values): URL {
  if (typeof queue !== 'string') return url
  return new URL(URL.canParse(queue) ? new URL(queue).pathname : queue, url)
}

/** Makes calls page after page, as far as the service has any. */
export async function* pages(
  makeCall: (parameters: Values) => Promise<Values>,
  parameters: Values,
): AsyncGenerator<Values> {
  let token = parameters.NextToken
  for (;;) {
    const page = await makeCall({ ...parameters, ...(token && { NextToken: token }) })
    yield page
    if (!page.NextToken || page.NextToken === token) return
    token = page.NextToken
  }
}
